// How good a classifier is on rows whose class is known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace perceptron {

struct ClassMetrics {
  double precision = 0;  // of those called so, the share that are; 0 where none were
  double recall = 0;     // of those that are, the share called so; 0 where there are none
  double f1 = 0;         // their harmonic mean
  std::uint64_t support = 0;
};

struct Metrics {
  std::uint64_t rows = 0;
  double accuracy = 0;
  std::vector<std::vector<std::uint64_t>> confusion;  // [true][predicted]
  std::vector<ClassMetrics> per_class;
  std::optional<double> auc;  // two classes, both present
};

// Takes answers as they come and sums them up at the end.
class Meter {
 public:
  explicit Meter(std::uint64_t classes);

  void add(std::uint32_t truth, std::uint32_t predicted, double score);
  Metrics metrics() const;

 private:
  std::vector<std::vector<std::uint64_t>> confusion_;
  std::vector<double> scores_[2];  // by true class, where there are two
};

// The chance that a positive scores above a negative, ties counted half: the
// area under the ROC curve. Both must hold at least one score.
double area_under_curve(std::vector<double> negatives, std::vector<double> positives);

}  // namespace perceptron
