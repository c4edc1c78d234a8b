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

// A point as it is drawn.
struct Drawn {
  double x = 0;
  double y = 0;
};
Drawn drawn(const RocPoint& point) { return {point.false_positive, point.true_positive}; }
Drawn drawn(const GainPoint& point) { return {point.share, point.recall}; }
Drawn drawn(const PrecisionRecallPoint& point) { return {point.recall, point.precision}; }

template <typename Point>
double length(const Point& from, const Point& to) {
  const Drawn a = drawn(from);
  const Drawn b = drawn(to);
  return std::abs(b.x - a.x) + std::abs(b.y - a.y);
}

// Whether the point in the middle can be dropped without changing the drawing.
template <typename Point>
bool is_between(const Point& before, const Point& point, const Point& after) {
  const Drawn a = drawn(before);
  const Drawn b = drawn(point);
  const Drawn c = drawn(after);
  const double cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
  // Rates are rounded, so a straight line is one only up to a few units in the last place.
  constexpr double kStraight = 1e-15;
  return std::abs(cross) <= kStraight * length(before, after);
}

template <>
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

std::vector<GainPoint> gain_curve(std::span<const double> negatives,
                                  std::span<const double> positives) {
  std::vector<GainPoint> curve;
  const std::uint64_t rows = negatives.size() + positives.size();
  for (const ScoreStep& step : score_steps(negatives, positives)) {
    if (curve.empty()) curve.push_back({kInfinity, 0, 0});
    curve.push_back({step.score, ratio(step.false_positives + step.true_positives, rows),
                     ratio(step.true_positives, positives.size())});
  }
  return curve;
}

std::vector<CostPoint> cost_curve(std::span<const RocPoint> roc) {
  // Corners of the upper convex hull; the curve rises from left to right.
  std::vector<RocPoint> hull;
  for (const RocPoint& point : roc) {
    const auto turns_left = [&] {
      const Drawn a = drawn(hull[hull.size() - 2]);
      const Drawn b = drawn(hull.back());
      const Drawn c = drawn(point);
      return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) >= 0;
    };
    while (hull.size() > 1 && turns_left()) hull.pop_back();
    hull.push_back(point);
  }
  std::vector<CostPoint> curve;
  if (hull.empty()) return curve;
  const auto cost_at = [](const RocPoint& point, double x) {
    return (1 - point.true_positive) * x + point.false_positive * (1 - x);
  };
  curve.push_back({0, cost_at(hull.front(), 0)});
  for (std::size_t i = 1; i < hull.size(); ++i) {
    const double right = hull[i].false_positive - hull[i - 1].false_positive;
    const double up = hull[i].true_positive - hull[i - 1].true_positive;
    // By rounding, corners that are nearly in line could come in the wrong order.
    const double x = std::max(right / (right + up), curve.back().x);
    curve.push_back({x, cost_at(hull[i], x)});
  }
  curve.push_back({1, cost_at(hull.back(), 1)});
  return curve;
}

std::vector<RocPoint> thin(const std::vector<RocPoint>& curve, std::size_t at_most) {
  return thinned(curve, at_most);
}

std::vector<PrecisionRecallPoint> thin(const std::vector<PrecisionRecallPoint>& curve,
                                       std::size_t at_most) {
  return thinned(curve, at_most);
}

std::vector<GainPoint> thin(const std::vector<GainPoint>& curve, std::size_t at_most) {
  return thinned(curve, at_most);
}

}  // namespace perceptron::core
