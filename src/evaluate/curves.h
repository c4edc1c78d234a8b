// Curves of two classes, as points to draw. Rows whose score is at least the threshold are
// predicted positive. There is one point for each distinct score; NaN ranks lowest. If a class has
// no rows, the curve has no points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <perceptron/curves.h>

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

// From (0, 0), where the threshold is infinite, to (1, 1), where it is the lowest score.
std::vector<RocPoint> roc_curve(std::span<const double> negatives,
                                std::span<const double> positives);

// From the lowest score, where the recall is 1, to an infinite threshold, where the
// recall is 0 and the precision by convention 1: the order of scikit-learn.
std::vector<PrecisionRecallPoint> precision_recall_curve(std::span<const double> negatives,
                                                         std::span<const double> positives);

// From (0, 0) to (1, 1), by falling score.
std::vector<GainPoint> gain_curve(std::span<const double> negatives,
                                  std::span<const double> positives);

// The lower envelope of the lines (1 − true positive rate)·x + false positive rate·(1 − x) of all
// points of a ROC curve: its corners, from x = 0 to x = 1. They belong to the convex hull of the
// curve.
std::vector<CostPoint> cost_curve(std::span<const RocPoint> roc);

// Reduces a curve to few enough points to draw and to store. First it drops points that a
// drawing would not show, which changes neither area nor average precision: those on a straight
// line of a ROC or gain curve, and those between others of the same precision or recall. If more
// than `at_most` remain, it keeps the first, the last and some evenly spaced along the curve. No
// dropped point is then further from a kept one than the length of the curve divided by
// at_most − 1, where lengths are sums of both coordinates (that of a ROC curve is 2).
std::vector<RocPoint> thin(const std::vector<RocPoint>& curve, std::size_t at_most = 1000);
std::vector<PrecisionRecallPoint> thin(const std::vector<PrecisionRecallPoint>& curve,
                                       std::size_t at_most = 1000);
std::vector<GainPoint> thin(const std::vector<GainPoint>& curve, std::size_t at_most = 1000);

}  // namespace perceptron::core
