// Cross-validation and grid search: how accurate settings are on rows they were not trained on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

// Accuracies are means over the folds, on rows held out of training.
struct Validation {
  double accuracy = 0;
  double standard_error = 0;
  Interval interval = {0, 1};  // 95 % confidence interval of the accuracy
  double training_accuracy = 0;
  std::vector<double> folds = {};  // accuracy of each
  bool converged = true;           // all models
  Metrics metrics = {};            // of all held-out rows together
};

// The same folds for any number of threads; the models of all folds are trained together. No
// certificates are made.
PERCEPTRON_API Validation cross_validate(const Dataset& data, const TrainSettings& settings,
                                         const SplitSettings& split = {},
                                         std::uint64_t repeats = 1);

// A setting that varies and its values, as on the command line: {"l2", {"1e-4", "1e-2"}}.
struct GridAxis {
  std::string name = {};
  std::vector<std::string> values = {};
};

struct TuningPoint {
  TrainSettings settings = {};
  std::vector<std::string> values = {};  // on each axis
  Validation validation = {};
};

struct Tuning {
  std::vector<TuningPoint> points = {};
  std::size_t best = 0;      // index of the highest accuracy
  std::size_t simplest = 0;  // index of the simplest point within one standard error of it
};

// Cross-validates every combination of values on the same folds. Combinations that cannot be
// trained on this data are dropped.
PERCEPTRON_API Tuning tune(const Dataset& data, const TrainSettings& common,
                           const std::vector<GridAxis>& grid, const SplitSettings& split = {});

}  // namespace perceptron
