// Cross-validation and grid search: how accurate settings are on rows they were not trained on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/evaluate.h>
#include <perceptron/names.h>
#include <perceptron/settings.h>
#include <perceptron/train.h>

namespace perceptron {

// Which rows form a fold: drawn by the seed, or consecutive rows.
enum class SplitOrder { shuffle, file };
constexpr auto enum_names(SplitOrder) {
  return std::array{std::pair{SplitOrder::shuffle, "shuffle"}, std::pair{SplitOrder::file, "file"}};
}

struct SplitSettings {
  std::uint64_t folds = 5;
  bool leave_one_out = false;  // one fold for each row, or for each group
  double holdout = 0;          // above 0: a single fold with this fraction of the rows
  SplitOrder order = SplitOrder::shuffle;
  bool stratify = false;  // every fold has the same fraction of each class, as far as possible
  std::uint64_t seed = 1;
};

// How the threshold between two classes is chosen: the one with the best value of a metric of
// predicted classes, or, where a precision or a recall of the second class is required, the one
// with the best value of the other among those that reach it.
struct ThresholdRule {
  Metric metric = Metric::f1;
  Costs costs = {};  // with Metric::cost; in ScoreSettings empty: those given there
  std::optional<double> precision = {};
  std::optional<double> recall = {};
};

// What settings are compared by, on the held-out rows of each fold.
struct ScoreSettings {
  std::optional<Metric> metric = {};  // empty: the cost if there are costs, else the accuracy
  Costs costs = {};
  // Predict the rows of each fold at a threshold that is chosen for it on rows held out of its own
  // training rows. Empty: at TrainSettings::threshold.
  std::optional<ThresholdRule> threshold = {};
  bool keep_rows = false;  // return the predictions of the held-out rows
};

// The lowest score that should mean the second class, chosen on the rows that a cross-validation
// holds out: for TrainSettings::threshold. Throws Error if no threshold reaches what is required.
PERCEPTRON_API double find_threshold(const Dataset& data, const TrainSettings& settings,
                                     const ThresholdRule& rule, const SplitSettings& split = {});

// What was predicted for a row when it was held out.
struct HeldOutRow {
  std::uint64_t repeat = 1;
  std::uint64_t row = 0;   // from 1
  std::uint64_t fold = 0;  // from 1
  std::string truth = {};
  std::string predicted = {};
  // One for each class, or that of the second of two.
  std::vector<double> scores = {};
  std::vector<double> probabilities = {};  // one for each class, if the learner has them
};

// Accuracies are means over the folds, on rows held out of training.
struct Validation {
  double accuracy = 0;
  double standard_error = 0;
  Interval interval = {0, 1};                    // 95 % confidence interval of the accuracy
  std::optional<double> training_accuracy = {};  // mean over the folds
  std::vector<double> folds = {};                // accuracy of each
  bool converged = true;                         // all models
  Metrics metrics = {};                          // of all held-out rows together
  // In the metric, the mean over the folds; where it is not defined in each, that of all held-out
  // rows together, and then fold_scores is empty.
  double score = 0;
  std::vector<double> fold_scores = {};
  // If they were to be kept: the predictions of the held-out rows, repeat after repeat, by row.
  std::vector<HeldOutRow> held_out = {};
  std::vector<std::string> notes = {};  // decisions made on the user's behalf, as sentences
};

// The same folds for any number of threads; the models of all folds are trained together. No
// certificates are made.
PERCEPTRON_API Validation cross_validate(const Dataset& data, const TrainSettings& settings,
                                         const SplitSettings& split = {}, std::uint64_t repeats = 1,
                                         const ScoreSettings& score = {});

// A row that is left out of training.
struct LeftOut {
  std::string predicted = {};
  bool retrained = false;  // a model was trained without it
  bool proved = true;      // every exact minimiser without the row predicts this class
  double change = 0;       // of its score when it is left out, at most
};

struct LeaveOneOut {
  std::vector<LeftOut> rows = {};
  double accuracy = 0;
  bool converged = true;  // all trainings
  std::vector<std::string> notes = {};
};

// Leave-one-out cross-validation of hinge, squared_hinge or logistic with an L2 penalty on two
// classes: each row is predicted as by the exact minimiser without it. Bounds on these minimisers
// decide most rows, and only the others are trained again. Takes scaling none or unit.
PERCEPTRON_API LeaveOneOut certify_leave_one_out(const Dataset& data,
                                                 const TrainSettings& settings);

// A value of a setting: a number, one of its names, or either as text.
class GridValue {
 public:
  PERCEPTRON_API GridValue(double number);  // NOLINT: values convert freely
  GridValue(int number) : GridValue(static_cast<double>(number)) {}  // NOLINT
  template <Named E>
  GridValue(E value) : text_(name_of(value)) {}            // NOLINT
  GridValue(std::string text) : text_(std::move(text)) {}  // NOLINT
  GridValue(const char* text) : text_(text) {}             // NOLINT

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// A setting that varies and its values: {"l2", {1e-4, 1e-2}}, {"learner", {Learner::hinge,
// Learner::logistic}}.
struct GridAxis {
  // Of a field of LearnSettings that is a number or an enumeration ("l2", "early_stop"), or
  // "scale".
  std::string name = {};
  std::vector<GridValue> values = {};
};

// `count` numbers from `from` to `to`, each the same multiple of the one before. Throws Error
// unless both are positive and finite, and there are 2 to 100,000 numbers.
PERCEPTRON_API std::vector<GridValue> logspace(double from, double to, std::uint64_t count);

struct TuningPoint {
  TrainSettings settings = {};
  std::vector<std::string> values = {};  // on each axis
  Validation validation = {};
};

struct Tuning {
  std::vector<TuningPoint> points = {};
  std::size_t best = 0;      // index of the best score
  std::size_t simplest = 0;  // index of the simplest point within one standard error of it
  std::vector<std::string> notes = {};  // which combinations were left out, and why
};

// Cross-validates every combination of values on the same folds. Combinations that cannot be
// trained on this data are left out, which a note says; if there are no others, Error is thrown.
PERCEPTRON_API Tuning tune(const Dataset& data, const TrainSettings& common,
                           const std::vector<GridAxis>& grid, const SplitSettings& split = {},
                           const ScoreSettings& score = {});

}  // namespace perceptron
