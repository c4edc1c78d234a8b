// Problem    min F(a, b) = −Σ w·(t·log p + (1 − t)·log(1 − p)), p = 1/(1 + exp(a·s + b)),
//            with t = (N₊ + 1)/(N₊ + 2) for positive rows and 1/(N₋ + 2) for others
// Update     a Newton step, halved until F decreases
// Theorem    F is convex and, because 0 < t < 1, has a minimum; Newton's method with
//            halving converges to it from any start
// Stop       no derivative above 1e-12 per row, for scores of mean 0 and variance 1
// Reference  Lin, Lin and Weng 2007, "A note on Platt's probabilistic outputs for
//            support vector machines"; Platt 1999 for the targets

#include <array>
#include <vector>

#include "base/elementary.h"
#include "multiclass/calibration.h"
#include "multiclass/scored.h"

namespace perceptron::core {
namespace {

// Scores standardised to mean 0 and variance 1, weights that sum to 1, targets.
struct Standard {
  std::vector<double> s, w, t;
  double unit = 1, mean = 0, deviation = 0;
};

Standard standard(const ScoredRows& rows, double total) {
  double positive = 0;
  double negative = 0;
  for (std::size_t i = 0; i < rows.truths.size(); ++i)
    (rows.truths[i] > 0 ? positive : negative) += rows.weight(i);
  Standard out;
  out.unit = unit_of(rows.scores);
  for (std::size_t i = 0; i < rows.scores.size(); ++i) {
    if (rows.weight(i) == 0) continue;
    out.s.push_back(rows.scores[i] * out.unit);
    out.w.push_back(rows.weight(i) / total);
    out.t.push_back(rows.truths[i] > 0 ? (positive + 1) / (positive + 2) : 1 / (negative + 2));
  }
  // Relative to the first score, so that equal scores have a variance of exactly 0.
  const double first = out.s[0];
  for (std::size_t i = 0; i < out.s.size(); ++i) out.mean += out.w[i] * (out.s[i] - first);
  out.mean += first;
  double variance = 0;
  for (std::size_t i = 0; i < out.s.size(); ++i)
    variance += out.w[i] * (out.s[i] - out.mean) * (out.s[i] - out.mean);
  out.deviation = std::sqrt(variance);
  for (double& s : out.s) s = out.deviation > 0 ? (s - out.mean) / out.deviation : 0;
  return out;
}

double value(const Standard& rows, double a, double b) {
  double sum = 0;
  for (std::size_t i = 0; i < rows.s.size(); ++i) {
    const double f = a * rows.s[i] + b;
    // t·f + log(1 + exp(−f)), without an exponential that overflows.
    sum += rows.w[i] *
           ((f >= 0 ? rows.t[i] : rows.t[i] - 1) * f + portable_log1p(portable_exp(-std::abs(f))));
  }
  return sum;
}

}  // namespace

Sigmoid fit_sigmoid(const ScoredRows& rows) {
  if (rows.scores.size() != rows.truths.size())
    throw Error(ErrorKind::input, "calibration needs one score per row");
  const double total = require_usable(rows);
  if (total == 0) return {};
  const Standard z = standard(rows, total);
  double mean_target = 0;
  for (std::size_t i = 0; i < z.s.size(); ++i) mean_target += z.w[i] * z.t[i];
  double a = 0;
  double b = portable_log((1 - mean_target) / mean_target);
  if (z.deviation == 0) return {a, finite(b)};

  constexpr int kSteps = 200;
  constexpr double kFlat = 1e-12;   // smaller derivatives are rounding errors
  constexpr double kRidge = 1e-12;  // keeps the Hessian nonsingular
  double now = value(z, a, b);
  for (int k = 0; k < kSteps; ++k) {
    std::array<double, 2> g = {};
    std::array<double, 3> h = {kRidge, 0, kRidge};
    for (std::size_t i = 0; i < z.s.size(); ++i) {
      const double f = a * z.s[i] + b;
      const double e = portable_exp(-std::abs(f));
      const double p = f >= 0 ? e / (1 + e) : 1 / (1 + e);
      const double slope = z.w[i] * (z.t[i] - p);
      const double curvature = z.w[i] * e / ((1 + e) * (1 + e));
      g[0] += slope * z.s[i];
      g[1] += slope;
      h[0] += curvature * z.s[i] * z.s[i];
      h[1] += curvature * z.s[i];
      h[2] += curvature;
    }
    if (std::abs(g[0]) <= kFlat && std::abs(g[1]) <= kFlat) break;
    const double determinant = h[0] * h[2] - h[1] * h[1];
    const double da = (h[1] * g[1] - h[2] * g[0]) / determinant;
    const double db = (h[1] * g[0] - h[0] * g[1]) / determinant;
    const double fall = g[0] * da + g[1] * db;
    // Near the minimum the decrease of a step is below the rounding error of F.
    const double rounding = 1e-15 * (1 + now);
    double step = 1;
    double next = value(z, a + da, b + db);
    while (!(next <= now + 1e-4 * step * fall + rounding) && step > 1e-10) {
      step /= 2;
      next = value(z, a + step * da, b + step * db);
    }
    if (step <= 1e-10) break;
    a += step * da;
    b += step * db;
    now = next;
  }
  return {finite(a / z.deviation * z.unit), finite(b - a * (z.mean / z.deviation))};
}

}  // namespace perceptron::core
