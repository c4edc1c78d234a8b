// Settings on trial: each is trained several times and tried on rows that the
// training left out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/cross.h"
#include "evaluate/metrics.h"
#include "evaluate/split.h"
#include "evaluate/statistics.h"

namespace perceptron {

// What is left out: parts that settings describe, the rows after the first so many,
// or pieces of the data one after the other, each with rows to learn from and rows to try.
struct TestRows {
  std::uint64_t training = 0;
};
struct ConsecutiveRows {
  std::uint64_t training = 0;
  std::uint64_t tried = 0;
  std::uint64_t count = 1;
};
using Splitting = std::variant<SplitSettings, TestRows, ConsecutiveRows>;

struct TrialOptions {
  std::uint64_t repeats = 1;  // with the seeds that follow those of the settings
  std::uint64_t threads = 1;
  bool keep_answers = false;     // for metrics and curves
  bool measure_training = true;  // count right answers on the rows learned from
  bool path = false;             // see CrossOptions
};

// One setting and how it did.
struct Trial {
  std::vector<FoldOutcome> folds;  // repeat after repeat
  std::uint64_t repeats = 1;
  Summary accuracies;  // of the folds
  // Shares of rows called by their class, means over the folds. None where a weight
  // or a score is beyond the range of numbers.
  std::optional<double> accuracy;
  std::optional<double> training_accuracy;
  std::optional<double> largest_weight;  // in absolute value, of all folds
  Range interval{0, 1};                  // of the accuracy, to 95 %
  double test_share = 0;                 // rows tried for a row learned from; 0: fresh rows
  bool converged = true;                 // all models
  std::uint64_t models = 0;

  // Of all rows tried, if answers were kept.
  std::optional<Metrics> metrics;
  std::vector<double> negatives;  // scores of the first class, where there are two
  std::vector<double> positives;

  // How far the mean may be off by chance: deviation/√folds, whatever the repeats; of
  // one fold √(p(1 − p)/rows).
  double standard_error() const;
  std::vector<double> fold_accuracies() const;
};

// A trial for each of `candidates`, in their order whatever the threads. What no
// seed changes is not repeated.
std::vector<Trial> run_trials(const Dataset& data, const Splitting& splitting,
                              std::span<const Candidate> candidates, const TrialOptions& options,
                              Listener& listener);

// The accuracy that a learner reaches with some of the rows.
struct LearningPoint {
  double learned_from = 0;  // rows, a mean over the folds
  Summary accuracies;
  double training_accuracy = 0;
};
// With `points` equal parts of the rows, then two of them, and so on to all.
std::vector<LearningPoint> learning_curve(const Dataset& data, const SplitSettings& settings,
                                          const Candidate& candidate, std::uint64_t points,
                                          std::uint64_t threads, Listener& listener);

// Cross-validation around the choice of a setting: each of the outer parts is tried
// with the setting that trials on the other rows would choose, so that it has no say
// in what it measures.
struct NestedTrial {
  Trial trial;                      // of the outer parts
  std::vector<std::size_t> chosen;  // in each of them, a candidate
  std::uint64_t models = 0;         // trained for the choices
};
using Choose = std::function<std::size_t(std::span<const Trial>)>;
NestedTrial run_nested(const Dataset& data, const SplitSettings& outer, const SplitSettings& inner,
                       std::span<const Candidate> candidates, const TrialOptions& options,
                       const Choose& choose, Listener& listener);

// By more than a rounding. Both must have an accuracy.
bool is_better(const Trial& one, const Trial& other);

// The one with the highest accuracy, of equals the first; none if no trial has
// an accuracy.
std::optional<std::size_t> best_trial(std::span<const Trial> trials);

// Of those whose accuracy is within one standard error of the best, the first in
// order of `simplicity`: the smallest list of numbers, one for each trial.
std::size_t simplest_trial(std::span<const Trial> trials, std::size_t best,
                           std::span<const std::vector<double>> simplicity);

}  // namespace perceptron
