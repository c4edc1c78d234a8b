#include "evaluate/candidate.h"

#include "learn/learners.h"

namespace perceptron {
namespace {

// Trained by minimise(), which takes any settings side by side.
bool is_minimised(const LearnSettings& settings) {
  return find_learner(settings.learner).loss || settings.l1 > 0 || l2_of(settings) > 0;
}

bool train_together(const LearnSettings& first, LearnSettings second) {
  if (is_minimised(first) && is_minimised(second)) return true;
  // A loop stops each model by itself. The search for a margin is many loops.
  if (first.learner != "margin") second.epochs = first.epochs;
  return first == second;
}

}  // namespace

bool trains_in_bank(const LearnSettings& settings) {
  return settings.learner != "max-margin" && settings.calibrate == "none" &&
         settings.early_stop == 0;
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

bool quiet_rows_do_nothing(const LearnSettings& settings) {
  return !is_minimised(settings) && settings.multiclass != "joint" &&
         (settings.learner == "perceptron" || settings.learner == "passive-aggressive") &&
         settings.class_weight != std::vector<std::string>{"balanced"};
}

}  // namespace perceptron
