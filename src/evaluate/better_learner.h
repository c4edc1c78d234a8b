// A quick look whether another learner does clearly better where a perceptron did not converge.
#pragma once

#include <cstdint>
#include <optional>

#include "data/dataset.h"
#include "data/options.h"
#include "learn/settings.h"

namespace perceptron::core {

struct BetterLearner {
  Learner learner = Learner::logistic;
  ScalingKind scale = ScalingKind::none;
  double accuracy = 0;      // of it, in cross-validation on the sample
  double own_accuracy = 0;  // of the settings it is compared with
  std::uint64_t rows = 0;   // of the sample
};

// Rows at equal distances from each other, at most `most` of them.
Dataset sample_rows(const Dataset& data, std::uint64_t most);

// Compares the settings, on rows that are scaled so already, with logistic regression, in 5-fold
// cross-validation on at most kSampleRows rows, fewer if they have many values or classes: the work
// is bounded whatever the data is. Nothing is found where the sample would be too small, the
// settings have no such comparison (they minimise a loss, hold rows out or start from given
// weights), or the other learner is not better by a percentage point and by more than chance.
inline constexpr std::uint64_t kSampleRows = 2000;
std::optional<BetterLearner> find_better_learner(const Dataset& data, const LearnSettings& own,
                                                 ScalingKind scaled);

}  // namespace perceptron::core
