// How good a model is on rows of known class.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/dataset.h>
#include <perceptron/model.h>
#include <perceptron/read.h>

namespace perceptron {

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

struct Metrics {
  std::uint64_t rows = 0;
  double accuracy = 0;
  // [true][predicted]; empty for more than 1000 classes, where
  // `pairs` has the counts that are not 0, in order of classes.
  std::vector<std::vector<std::uint64_t>> confusion = {};
  std::vector<PairCount> pairs = {};
  std::vector<PairCount> confused = {};  // the most frequent mistakes, at most ten, most first
  std::vector<ClassMetrics> per_class = {};
  ClassMeans macro = {};              // unweighted mean over the classes with rows or predictions
  ClassMeans weighted = {};           // mean over the classes, weighted by their rows
  std::vector<TopAccuracy> top = {};  // k = 2, 3, 5 below the number of classes; needs scores
  std::optional<double> auc = {};     // two classes, both present; needs scores

  // These need probabilities, and cover the rows that have them.
  std::optional<double> log_loss = {};  // with probabilities clipped to [1e-15, 1 − 1e-15]
  // The Brier score: the mean of Σ (p − [true class])², and half of it for two classes.
  std::optional<double> brier = {};
  // Expected calibration error: the mean distance between confidence and accuracy, weighted by
  // the rows of each bin (Guo, Pleiss, Sun and Weinberger 2017), and the bins.
  std::optional<double> calibration_error = {};
  std::vector<ReliabilityBin> reliability = {};

  std::vector<std::string> notes = {};  // on how a file was read, as sentences
};

// Rows in memory, with the features of the model. Classes are matched by name.
PERCEPTRON_API Metrics evaluate(const Model& model, const Dataset& data);
// A file, read as the model's training data was, block by block in constant memory.
PERCEPTRON_API Metrics evaluate(const Model& model, const std::string& path,
                                const ReadSettings& reading = {});

}  // namespace perceptron
