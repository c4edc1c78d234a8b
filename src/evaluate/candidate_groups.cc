#include "evaluate/candidate_groups.h"

#include <algorithm>

#include "learn/learners.h"
#include "multiclass/scheme.h"

namespace perceptron::core {
namespace {

// Trained by minimise(), which accepts different settings in one request.
bool is_minimised(const LearnSettings& settings) { return minimises_loss(settings); }

bool train_together(const LearnSettings& first, LearnSettings second) {
  if (is_minimised(first) && is_minimised(second)) {
    // The rows held out for early stopping are drawn once for a bank, and models of all classes
    // together are counted in groups.
    return traits_of(first).joint_loss.has_value() == traits_of(second).joint_loss.has_value() &&
           first.early_stop == second.early_stop &&
           (first.early_stop == 0 ||
            (first.seed == second.seed && first.patience == second.patience));
  }
  // The loop stops each model separately, so the number of epochs may differ. A margin search runs
  // the loop many times with all of them.
  if (traits_of(first).search != SearchKind::margin_perceptron) {
    second.epochs = first.epochs;
    if (first.early_stop == 0) second.patience = first.patience;
  }
  return first == second;
}

// The regularisation paths of a group, each from the largest L2 penalty to the smallest.
// A candidate that is not minimised is a path of its own.
std::vector<Group> paths_of(std::span<const Candidate> candidates, const Group& group) {
  std::vector<Group> paths;
  for (const std::size_t member : group) {
    const auto same_path = [&](const Group& path) {
      Candidate other = candidates[path[0]];
      other.learn.l2 = candidates[member].learn.l2;
      return other == candidates[member];
    };
    const auto found = is_minimised(candidates[member].learn)
                           ? std::find_if(paths.begin(), paths.end(), same_path)
                           : paths.end();
    (found == paths.end() ? paths.emplace_back() : *found).push_back(member);
  }
  for (Group& path : paths) {
    std::stable_sort(path.begin(), path.end(), [&](std::size_t a, std::size_t b) {
      return l2_of(candidates[a].learn) > l2_of(candidates[b].learn);
    });
  }
  return paths;
}

}  // namespace

bool trains_by_fit(const LearnSettings& settings) {
  return traits_of(settings).search != SearchKind::widest_margin &&
         settings.calibrate == CalibrationKind::none && !traits_of(settings).keeps_rows;
}

bool trains_in_bank(const LearnSettings& settings) {
  return trains_by_fit(settings) && settings.early_stop == 0;
}

std::vector<Group> group_candidates(std::span<const Candidate> candidates, const Group& members) {
  std::vector<Group> groups;
  for (const std::size_t member : members) {
    Group* home = nullptr;
    for (Group& group : groups) {
      if (train_together(candidates[group[0]].learn, candidates[member].learn)) home = &group;
    }
    if (home == nullptr) home = &groups.emplace_back();
    home->push_back(member);
  }
  return groups;
}

std::vector<PathStep> path_steps(std::span<const Candidate> candidates, const Group& group) {
  std::vector<PathStep> steps;
  for (const Group& path : paths_of(candidates, group)) {
    if (steps.size() < path.size()) steps.resize(path.size());
    for (std::size_t k = 0; k < path.size(); ++k) {
      steps[k].members.push_back(path[k]);
      steps[k].before.push_back(k == 0 ? std::nullopt : std::optional(path[k - 1]));
    }
  }
  return steps;
}

bool ignores_rows_without_updates(const LearnSettings& settings) {
  return !is_minimised(settings) && !traits_of(multiclass_of(settings)).joint &&
         traits_of(settings).rule != nullptr && traits_of(settings).keep == KeptWeights::last &&
         !settings.class_weight.balanced;
}

}  // namespace perceptron::core
