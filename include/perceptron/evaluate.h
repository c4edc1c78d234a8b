// How good a model is on rows of known class.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/model.h>
#include <perceptron/names.h>
#include <perceptron/read.h>

namespace perceptron {

// What predictions are judged by.
enum class Metric {
  accuracy,
  balanced_accuracy,  // the mean recall of the classes
  auc,                // area under the ROC curve; of many classes the mean, each against the rest
  average_precision,  // area under the precision-recall curve; of many classes likewise
  f1,                 // of the second of two classes
  macro_f1,           // the mean of the classes
  weighted_f1,        // the same, weighted by their rows
  mcc,                // Matthews correlation coefficient, from −1 to 1
  log_loss,           // lower is better, as in the next two
  brier,
  cost,  // the mean cost of a prediction
};
constexpr auto enum_names(Metric) {
  return std::array{std::pair{Metric::accuracy, "accuracy"},
                    std::pair{Metric::balanced_accuracy, "balanced-accuracy"},
                    std::pair{Metric::auc, "auc"},
                    std::pair{Metric::average_precision, "average-precision"},
                    std::pair{Metric::f1, "f1"},
                    std::pair{Metric::macro_f1, "macro-f1"},
                    std::pair{Metric::weighted_f1, "weighted-f1"},
                    std::pair{Metric::mcc, "mcc"},
                    std::pair{Metric::log_loss, "log-loss"},
                    std::pair{Metric::brier, "brier"},
                    std::pair{Metric::cost, "cost"}};
}

// What it costs to predict one class for a row of another.
struct CostEntry {
  std::string truth = {};
  std::string predicted = {};
  double cost = 1;

  bool operator==(const CostEntry&) const = default;
};
// Wrong predictions that are not listed cost 1, correct ones 0.
using Costs = std::vector<CostEntry>;

struct ClassMetrics {
  double precision = 0;  // fraction of the rows predicted to be of the class that are; 0 if none
  double recall = 0;     // fraction of the rows of the class predicted to be so; 0 if none
  double f1 = 0;         // their harmonic mean
  std::uint64_t support = 0;
};

struct ClassMeans {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

// The number of rows of class `truth` that were predicted to be of class `predicted`.
struct PairCount {
  std::uint32_t truth = 0;
  std::uint32_t predicted = 0;
  std::uint64_t count = 0;

  bool operator==(const PairCount&) const = default;
};

// The fraction of rows whose class is among the `k` with the highest scores.
struct TopAccuracy {
  std::uint32_t k = 0;
  double accuracy = 0;
};

// The rows whose predicted class had a probability within one bin of [0, 1].
struct ReliabilityBin {
  std::uint64_t rows = 0;
  double confidence = 0;  // the mean of that probability; 0 if there are no rows
  double accuracy = 0;    // fraction of correct predictions
};

// What the best answer that is the same for every row reaches on these rows: the class with the
// most rows (for the cost, the class that costs least), and the frequencies of the classes as
// probabilities.
struct Baseline {
  std::uint32_t predicted = 0;
  double accuracy = 0;
  double balanced_accuracy = 0;
  std::optional<double> f1 = {};  // two classes
  double macro_f1 = 0;
  double weighted_f1 = 0;
  double average_precision = 0;
  double log_loss = 0;
  double brier = 0;
  std::optional<double> cost = {};
};

// Of a model trained with certify_answers: how many of its predictions every exact minimiser
// shares.
struct CertainCounts {
  std::uint64_t right = 0;
  std::uint64_t wrong = 0;
  std::uint64_t undecided = 0;
};

struct Metrics {
  std::uint64_t rows = 0;
  double accuracy = 0;
  double balanced_accuracy = 0;  // the mean recall of the classes that have rows
  double mcc = 0;                // Matthews correlation coefficient (Gorodkin 2004); 0 if undefined
  Baseline baseline = {};
  // [true][predicted]; empty for more than 1000 classes, where
  // `pairs` has the counts that are not 0, in order of classes.
  std::vector<std::vector<std::uint64_t>> confusion = {};
  std::vector<PairCount> pairs = {};
  std::vector<PairCount> confused = {};  // the most frequent mistakes, at most ten, most first
  std::vector<ClassMetrics> per_class = {};
  ClassMeans macro = {};              // unweighted mean over the classes with rows or predictions
  ClassMeans weighted = {};           // mean over the classes, weighted by their rows
  std::vector<TopAccuracy> top = {};  // k = 2, 3, 5 below the number of classes; needs scores
  // These need scores, and rows of two classes. For more than two they are means over the classes
  // that have rows, each against the rest.
  std::optional<double> auc = {};
  std::optional<double> average_precision = {};
  std::optional<double> cost = {};  // the mean, if costs were given

  // These need probabilities, and cover the rows that have them.
  std::optional<double> log_loss = {};  // with probabilities clipped to [1e-15, 1 − 1e-15]
  // The Brier score: the mean of Σ (p − [true class])², and half of it for two classes.
  std::optional<double> brier = {};
  // Expected calibration error: the mean distance between confidence and accuracy, weighted by
  // the rows of each bin (Guo, Pleiss, Sun and Weinberger 2017), and the bins.
  std::optional<double> calibration_error = {};
  std::vector<ReliabilityBin> reliability = {};

  std::optional<CertainCounts> certain = {};

  std::vector<std::string> notes = {};  // on how a file was read, as sentences
};

// Rows in memory, with the features of the model. Classes are matched by name.
PERCEPTRON_API Metrics evaluate(const Model& model, const Dataset& data, const Costs& costs = {});
// A file, read as the model's training data was, block by block in constant memory.
PERCEPTRON_API Metrics evaluate(const Model& model, const std::string& path,
                                const ReadSettings& reading = {}, const Costs& costs = {});

}  // namespace perceptron
