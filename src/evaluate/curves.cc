#include "evaluate/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

#include "base/elementary.h"
#include "base/error.h"
#include "base/interruptible_sort.h"
#include "evaluate/statistics.h"

namespace perceptron::core {
namespace {

std::vector<double> falling(std::span<const double> scores) {
  std::vector<double> sorted(scores.begin(), scores.end());
  for (double& score : sorted) {
    if (std::isnan(score)) score = -kInfinity;
  }
  interruptible_sort(sorted.begin(), sorted.end(), std::greater<>());
  return sorted;
}

double length(const RocPoint& from, const RocPoint& to) {
  return std::abs(to.false_positive - from.false_positive) +
         std::abs(to.true_positive - from.true_positive);
}

double length(const PrecisionRecallPoint& from, const PrecisionRecallPoint& to) {
  return std::abs(to.precision - from.precision) + std::abs(to.recall - from.recall);
}

// Whether the point in the middle can be dropped without changing the drawing.
bool is_between(const RocPoint& before, const RocPoint& point, const RocPoint& after) {
  const double cross =
      (point.false_positive - before.false_positive) * (after.true_positive - point.true_positive) -
      (point.true_positive - before.true_positive) * (after.false_positive - point.false_positive);
  // Rates are rounded, so a straight line is one only up to a few units in the last place.
  constexpr double kStraight = 1e-15;
  return std::abs(cross) <= kStraight * length(before, after);
}

bool is_between(const PrecisionRecallPoint& before, const PrecisionRecallPoint& point,
                const PrecisionRecallPoint& after) {
  return (before.precision == point.precision && point.precision == after.precision) ||
         (before.recall == point.recall && point.recall == after.recall);
}

template <typename Point>
std::vector<Point> without_between(const std::vector<Point>& curve) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const bool end = i == 0 || i + 1 == curve.size();
    if (end || !is_between(kept.back(), curve[i], curve[i + 1])) kept.push_back(curve[i]);
  }
  return kept;
}

template <typename Point>
std::vector<Point> evenly(const std::vector<Point>& curve, std::size_t at_most) {
  if (curve.size() <= at_most) return curve;
  double whole = 0;
  for (std::size_t i = 1; i < curve.size(); ++i) whole += length(curve[i - 1], curve[i]);
  // The curve is cut into parts of equal length; the first point in each stays.
  const auto parts = static_cast<double>(at_most - 1);
  std::vector<Point> kept = {curve.front()};
  double travelled = 0;
  double next = 1;
  for (std::size_t i = 1; i + 1 < curve.size() && kept.size() + 1 < at_most; ++i) {
    travelled += length(curve[i - 1], curve[i]);
    const double place = travelled / whole * parts;
    if (place < next) continue;
    kept.push_back(curve[i]);
    next = std::floor(place) + 1;
  }
  kept.push_back(curve.back());
  return kept;
}

template <typename Point>
std::vector<Point> thinned(const std::vector<Point>& curve, std::size_t at_most) {
  if (at_most < 2)
    throw Error(ErrorKind::usage, fmt::format("a curve needs 2 points or more, not {}", at_most));
  return evenly(without_between(curve), at_most);
}

}  // namespace

std::vector<ScoreStep> score_steps(std::span<const double> negatives,
                                   std::span<const double> positives) {
  std::vector<ScoreStep> steps;
  if (negatives.empty() || positives.empty()) return steps;
  const std::vector<double> wrong = falling(negatives);
  const std::vector<double> right = falling(positives);
  std::size_t n = 0;
  std::size_t p = 0;
  while (n < wrong.size() || p < right.size()) {
    const double score = n == wrong.size()   ? right[p]
                         : p == right.size() ? wrong[n]
                                             : std::max(wrong[n], right[p]);
    while (n < wrong.size() && wrong[n] == score) ++n;
    while (p < right.size() && right[p] == score) ++p;
    steps.push_back({score, n, p});
  }
  return steps;
}

std::vector<RocPoint> roc_curve(std::span<const double> negatives,
                                std::span<const double> positives) {
  std::vector<RocPoint> curve;
  for (const ScoreStep& step : score_steps(negatives, positives)) {
    if (curve.empty()) curve.push_back({kInfinity, 0, 0});
    curve.push_back({step.score, ratio(step.false_positives, negatives.size()),
                     ratio(step.true_positives, positives.size())});
  }
  return curve;
}

std::vector<PrecisionRecallPoint> precision_recall_curve(std::span<const double> negatives,
                                                         std::span<const double> positives) {
  std::vector<PrecisionRecallPoint> curve;
  for (const ScoreStep& step : score_steps(negatives, positives)) {
    if (curve.empty()) curve.push_back({kInfinity, 1, 0});
    curve.push_back({step.score,
                     ratio(step.true_positives, step.true_positives + step.false_positives),
                     ratio(step.true_positives, positives.size())});
  }
  std::reverse(curve.begin(), curve.end());
  return curve;
}

double area_under(std::span<const RocPoint> curve) {
  double doubled = 0;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    doubled += (curve[i].false_positive - curve[i - 1].false_positive) *
               (curve[i].true_positive + curve[i - 1].true_positive);
  }
  return doubled / 2;
}

double average_precision(std::span<const PrecisionRecallPoint> curve) {
  double sum = 0;
  for (std::size_t i = 1; i < curve.size(); ++i)
    sum += (curve[i - 1].recall - curve[i].recall) * curve[i - 1].precision;
  return sum;
}

std::vector<RocPoint> thin(const std::vector<RocPoint>& curve, std::size_t at_most) {
  return thinned(curve, at_most);
}

std::vector<PrecisionRecallPoint> thin(const std::vector<PrecisionRecallPoint>& curve,
                                       std::size_t at_most) {
  return thinned(curve, at_most);
}

}  // namespace perceptron::core
