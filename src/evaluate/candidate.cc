#include "evaluate/candidate.h"

#include <algorithm>

#include "learn/learners.h"

namespace perceptron {
namespace {

// Trained by minimise(), which takes any settings side by side.
bool is_minimised(const LearnSettings& settings) { return minimises_loss(settings); }

bool train_together(const LearnSettings& first, LearnSettings second) {
  if (is_minimised(first) && is_minimised(second)) {
    // The rows held out are drawn once for a bank.
    return first.early_stop == second.early_stop &&
           (first.early_stop == 0 || first.seed == second.seed);
  }
  // A loop stops each model by itself. The search for a margin is many loops.
  if (first.learner != Learner::margin) second.epochs = first.epochs;
  return first == second;
}

}  // namespace

bool trains_by_fit(const LearnSettings& settings) {
  return settings.learner != Learner::max_margin && settings.calibrate == CalibrationKind::none;
}

bool trains_in_bank(const LearnSettings& settings) {
  return trains_by_fit(settings) && settings.early_stop == 0;
}

std::vector<std::vector<std::size_t>> families(std::span<const Candidate> candidates,
                                               const std::vector<std::size_t>& members) {
  std::vector<std::vector<std::size_t>> families;
  for (const std::size_t member : members) {
    std::vector<std::size_t>* home = nullptr;
    for (auto& family : families) {
      if (train_together(candidates[family[0]].learn, candidates[member].learn)) home = &family;
    }
    if (home == nullptr) home = &families.emplace_back();
    home->push_back(member);
  }
  return families;
}

std::vector<Rung> rungs_of(std::span<const Candidate> candidates,
                           const std::vector<std::size_t>& family) {
  std::vector<std::vector<std::size_t>> paths;
  for (const std::size_t member : family) {
    const auto same_path = [&](const std::vector<std::size_t>& path) {
      Candidate other = candidates[path[0]];
      other.learn.l2 = candidates[member].learn.l2;
      return other.learn == candidates[member].learn && other.scale == candidates[member].scale;
    };
    const auto found = is_minimised(candidates[member].learn)
                           ? std::find_if(paths.begin(), paths.end(), same_path)
                           : paths.end();
    (found == paths.end() ? paths.emplace_back() : *found).push_back(member);
  }
  std::vector<Rung> rungs;
  for (auto& path : paths) {
    std::stable_sort(path.begin(), path.end(), [&](std::size_t a, std::size_t b) {
      return l2_of(candidates[a].learn) > l2_of(candidates[b].learn);
    });
    if (rungs.size() < path.size()) rungs.resize(path.size());
    for (std::size_t k = 0; k < path.size(); ++k) {
      rungs[k].members.push_back(path[k]);
      rungs[k].before.push_back(k == 0 ? std::nullopt : std::optional(path[k - 1]));
    }
  }
  return rungs;
}

bool quiet_rows_do_nothing(const LearnSettings& settings) {
  return !is_minimised(settings) && settings.multiclass != Multiclass::joint &&
         traits_of(settings).rule != nullptr && traits_of(settings).keep == KeptWeights::last &&
         !settings.class_weight.balanced;
}

}  // namespace perceptron
