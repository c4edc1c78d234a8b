// The result of cross-validation: how accurate one candidate is on rows it was not trained on.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/fold_results.h"
#include "evaluate/metrics.h"
#include "evaluate/statistics.h"

namespace perceptron::core {

// The predictions of one repeat, or one block of rows.
struct HeldOut {
  std::uint64_t repeat = 1;
  std::uint64_t first = 0;  // the row of the data that is the first of these
  std::vector<std::uint32_t> fold_of_row;
  Predictions predictions;
};

struct Validation {
  std::vector<FoldResult> folds;  // repeat by repeat
  std::uint64_t repeats = 1;
  Summary accuracies;  // test accuracies of the folds
  // In the metric that settings are compared by: the mean over the folds, or, if it is not defined
  // in one of them, that of all test rows together, and then there are no `scores`. None if a
  // weight or a score overflowed.
  Metric metric = Metric::accuracy;
  std::optional<double> score;
  std::optional<Summary> scores;
  // Means over the folds. None if a weight or a score overflowed.
  std::optional<double> accuracy;  // on test rows
  std::optional<double> training_accuracy;
  std::optional<double> largest_weight;  // in absolute value, over all folds
  Range interval{0, 1};                  // 95 % confidence interval of the accuracy
  double test_share = 0;     // test rows divided by training rows; 0: each fold has fresh rows
  bool converged = true;     // all models
  std::uint64_t models = 0;  // that were trained

  // From all test rows together, if predictions were kept.
  std::optional<Metrics> metrics;
  std::vector<double> negatives;  // scores of rows of the first class, if there are two
  std::vector<double> positives;  // and of the second
  // The same row by row, if they were to be kept.
  std::vector<HeldOut> held_out;

  // Standard error of the mean score: standard deviation/√folds, regardless of repeats; with one
  // fold √(p(1 − p)/rows) for the accuracy, and 0 for other metrics.
  double standard_error() const;
  std::vector<double> fold_accuracies() const;
  // Empty if a fold has none.
  std::vector<double> fold_scores() const;
};

enum class TestSets { overlapping_training, fresh };

// Computes all means from the folds, and from the metrics of all test rows, if there are any. Folds
// without test rows are dropped.
void summarise_folds(Validation& validation, TestSets kind);

// The corrected resampled t-test on the fold scores of two candidates; see statistics.h. None if a
// fold has no score.
std::optional<Comparison> compare(const Validation& first, const Validation& second);

// Throws, with the name of the candidate, if weights or scores overflowed.
void require_accuracy(const Validation& validation, const std::string& name);

// Whether its score is better by more than a rounding error. Both must have one.
bool is_better(const Validation& one, const Validation& other);

// The index of the best score, the first among equals; none if no validation has one.
std::optional<std::size_t> best_validation(std::span<const Validation> validations);

// The one-standard-error rule: among the validations whose score is within one standard error of
// the best, the one with the smallest vector in `simplicity`.
std::size_t simplest_validation(std::span<const Validation> validations, std::size_t best,
                                std::span<const std::vector<double>> simplicity);

}  // namespace perceptron::core
