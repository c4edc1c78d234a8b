// How good predictions are where the true class is known.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace perceptron::core {

struct ClassMetrics {
  double precision = 0;  // correct among the rows predicted to be of the class; 0 if none were
  double recall = 0;     // correct among the rows of the class; 0 if there are none
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

// The fraction of rows whose class is among the `k` of highest score.
struct TopAccuracy {
  std::uint32_t k = 0;
  double accuracy = 0;
};

// The rows whose predicted class had a probability within one of equal parts of [0, 1].
struct ReliabilityBin {
  std::uint64_t rows = 0;
  double confidence = 0;  // the mean of that probability; 0 where there are no rows
  double accuracy = 0;    // fraction of correct predictions
};

struct Metrics {
  std::uint64_t rows = 0;
  double accuracy = 0;
  // [true][predicted]; empty for more than Meter::kMostDense classes, where
  // `pairs` has the counts that are not 0, in order of classes.
  std::vector<std::vector<std::uint64_t>> confusion;
  std::vector<PairCount> pairs;
  std::vector<PairCount> confused;  // the most frequent mistakes, at most ten, most first
  std::vector<ClassMetrics> per_class;
  ClassMeans macro;              // each class that has rows or predictions counts the same
  ClassMeans weighted;           // each class counts by its number of rows
  std::vector<TopAccuracy> top;  // k = 2, 3, 5 below the number of classes; needs scores
  std::optional<double> auc;     // two classes, both present; needs scores

  // These need probabilities, and are of the rows that have them.
  std::optional<double> log_loss;  // with probabilities clipped to [1e-15, 1 − 1e-15]
  // The Brier score: the mean of Σ (p − [is it this class])², and half of it for two classes.
  std::optional<double> brier;
  // Expected calibration error: the mean distance between confidence and accuracy, weighted by
  // the rows of each bin (Guo, Pleiss, Sun and Weinberger 2017), and the bins.
  std::optional<double> calibration_error;
  std::vector<ReliabilityBin> reliability;
};

// The true and the predicted class of one row. Scores and probabilities are optional: one for
// each class, or, for two classes, that of the second alone.
struct Answer {
  std::uint32_t truth = 0;
  std::uint32_t predicted = 0;
  std::span<const double> scores = {};
  std::span<const double> probabilities = {};
};

// Accumulates predictions row by row. Its memory depends on the number of classes alone, except
// with two classes, where the area under the ROC curve needs all scores.
class Meter {
 public:
  static constexpr std::uint64_t kMostDense = 1000;
  static constexpr std::size_t kBins = 15;

  explicit Meter(std::uint64_t classes);

  // Throws an Error where the answer does not fit the number of classes. Among equal scores
  // the earlier class ranks first; NaN ranks lowest, and as a probability is 0.
  void add(const Answer& answer);
  Metrics metrics() const;

 private:
  static constexpr std::array<std::uint32_t, 3> kTop = {2, 3, 5};

  struct Bin {
    std::uint64_t rows = 0;
    std::uint64_t right = 0;
    double confidence = 0;
  };

  void require_fitting(const Answer& answer) const;
  void add_scores(const Answer& answer);
  void add_probabilities(const Answer& answer);
  std::vector<PairCount> counts() const;
  void judge_classes(const std::vector<PairCount>& counts, Metrics& metrics) const;
  void judge_probabilities(Metrics& metrics) const;

  std::uint64_t classes_;
  std::vector<std::uint64_t> dense_;                         // [true × classes + predicted]
  std::unordered_map<std::uint64_t, std::uint64_t> sparse_;  // the same, for many classes
  std::vector<double> scores_[2];                            // by true class, where there are two
  std::uint64_t ranked_ = 0;                                 // rows with scores
  std::array<std::uint64_t, kTop.size()> within_{};          // and among the first k
  double log_loss_ = 0;
  double brier_ = 0;
  std::array<Bin, kBins> bins_{};
};

// The area under the ROC curve: the probability that a positive scores above a negative, ties
// counted half. Both must hold at least one score.
double area_under_curve(std::vector<double> negatives, std::vector<double> positives);

}  // namespace perceptron::core
