// What cross-validation measures: one FoldResult per training, and the predictions of all rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace perceptron::core {

// One training, and the accuracy it reached.
struct FoldResult {
  std::uint64_t training_rows = 0;
  std::uint64_t test_rows = 0;
  std::uint64_t models = 0;
  std::uint64_t correct = 0;           // test rows
  std::uint64_t training_correct = 0;  // training rows, if measured
  // If weights or scores overflow, the predictions are meaningless.
  bool finite_weights = true;
  bool finite = true;                   // including the scores of the test rows
  bool finite_training = true;          // and those of the training rows
  bool converged = true;                // all models
  double largest_weight = 0;            // in absolute value
  std::vector<std::uint64_t> mistakes;  // of all models, by epoch; empty without predictions

  // Of the test rows, in the metric that settings are compared by, if that is not the accuracy and
  // is defined for them.
  std::optional<double> score;

  double accuracy() const { return static_cast<double>(correct) / static_cast<double>(test_rows); }
  double training_accuracy() const {
    return training_rows == 0
               ? 0
               : static_cast<double>(training_correct) / static_cast<double>(training_rows);
  }
};

// The prediction for each row when it was held out.
struct Predictions {
  std::vector<std::uint32_t> classes;  // the predicted class of each row
  std::vector<double> scores;          // one per class; for two classes one, that of the second
  std::vector<double> probabilities;   // one per class; empty if the learner has none
};

// All trainings of one candidate.
struct FoldResults {
  std::vector<FoldResult> folds;  // fold after fold; with levels, level after level
  Predictions predictions;
};

}  // namespace perceptron::core
