// How the accuracy of a candidate grows with the number of training rows.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/split.h"
#include "evaluate/statistics.h"

namespace perceptron::core {

struct LearningPoint {
  double training_rows = 0;  // mean over the folds
  Summary accuracies;        // on test rows, of the folds
  double training_accuracy = 0;
};

// Cross-validates with 1/points, 2/points, … and finally all of the training rows.
std::vector<LearningPoint> learning_curve(const Dataset& data, const Candidate& candidate,
                                          const SplitSettings& settings, std::uint64_t points,
                                          std::uint64_t threads, Listener& listener);

}  // namespace perceptron::core
