// ROC and precision-recall curves of two classes, as points to draw. Rows whose score is at least
// the threshold are predicted positive. There is one point for each distinct score; NaN ranks
// lowest. If a class has no rows, the curve has no points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace perceptron::core {

// How many rows score at least `score`.
struct ScoreStep {
  double score = 0;
  std::uint64_t false_positives = 0;
  std::uint64_t true_positives = 0;
};
// One for each distinct score, highest first; none if a class has no rows.
std::vector<ScoreStep> score_steps(std::span<const double> negatives,
                                   std::span<const double> positives);

struct RocPoint {
  double threshold = 0;
  double false_positive = 0;  // rate: the fraction of negatives predicted positive
  double true_positive = 0;   // rate: the fraction of positives predicted positive

  bool operator==(const RocPoint&) const = default;
};

struct PrecisionRecallPoint {
  double threshold = 0;
  double precision = 0;  // positives among the rows predicted positive
  double recall = 0;     // fraction of positives predicted positive

  bool operator==(const PrecisionRecallPoint&) const = default;
};

// From (0, 0), where the threshold is infinite, to (1, 1), where it is the lowest score.
std::vector<RocPoint> roc_curve(std::span<const double> negatives,
                                std::span<const double> positives);

// From the lowest score, where the recall is 1, to an infinite threshold, where the
// recall is 0 and the precision by convention 1: the order of scikit-learn.
std::vector<PrecisionRecallPoint> precision_recall_curve(std::span<const double> negatives,
                                                         std::span<const double> positives);

// By trapezoids; for a whole curve this equals area_under_curve() of its scores.
double area_under(std::span<const RocPoint> curve);

// Precisions, each weighted by the recall it adds: Σ (Rᵢ − Rᵢ₊₁) Pᵢ. There is no
// interpolation, which would be too optimistic.
double average_precision(std::span<const PrecisionRecallPoint> curve);

// Reduces a curve to few enough points to draw and to store. First it drops points that a
// drawing would not show, which changes neither area nor average precision: those on a straight
// line of a ROC curve, and those between others of the same precision or recall. If more than
// `at_most` remain, it keeps the first, the last and some evenly spaced along the curve. No
// dropped point is then further from a kept one than the length of the curve divided by
// at_most − 1, where lengths are sums of both coordinates (that of a ROC curve is 2).
std::vector<RocPoint> thin(const std::vector<RocPoint>& curve, std::size_t at_most = 1000);
std::vector<PrecisionRecallPoint> thin(const std::vector<PrecisionRecallPoint>& curve,
                                       std::size_t at_most = 1000);

}  // namespace perceptron::core
