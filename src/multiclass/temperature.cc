// Problem    min L(β) = Σ w·log Σₖ exp(β·zₖ), β = 1/T, zₖ = sₖ − s of the true class
// Update     a Newton step in log β, or bisection if that leaves the bracket or is slow
// Theorem    L is convex in β, so the bracket contains its minimum if there is one
// Stop       log β changes by at most 1e-9; the next Newton step would be its square
// Reference  Guo, Pleiss, Sun and Weinberger 2017, "On calibration of modern neural
//            networks"

#include <array>
#include <vector>

#include "base/elementary.h"
#include "multiclass/calibration.h"
#include "multiclass/scored.h"

namespace perceptron::core {
namespace {

// L, L′ and L″.
struct LossTerms {
  double value = 0;
  double slope = 0;
  double curvature = 0;
};

// `visit` passes each row's weight and its z for all classes but the true one, whose z is 0.
template <class Visit>
LossTerms loss_at(double beta, const Visit& visit) {
  LossTerms loss;
  visit([&](double w, std::span<const double> z) {
    double most = 0;
    for (const double each : z) most = std::max(most, each);
    const double own = portable_exp(-beta * most);
    double others = 0;
    double first = 0;
    double second = 0;
    for (const double each : z) {
      const double e = portable_exp(beta * (each - most));
      others += e;
      first += e * each;
      second += e * each * each;
    }
    const double sum = own + others;
    const double mean = first / sum;
    // A correctly classified row has a small loss, which log(1 + others) would round away.
    loss.value += w * (most > 0 ? beta * most + portable_log(sum) : portable_log1p(others));
    loss.slope += w * mean;
    loss.curvature += w * std::max(0.0, second / sum - mean * mean);
  });
  return loss;
}

// The zero of the increasing function f between `low` and `high`, or the end nearer to it. f
// returns its value and its derivative.
template <class F>
double crossing(double low, double high, const F& f) {
  if (f(low)[0] >= 0) return low;
  if (f(high)[0] <= 0) return high;
  double at = (low + high) / 2;
  double before = high - low;
  double moved = before;
  for (int k = 0; k < 200; ++k) {
    const auto [value, slope] = f(at);
    if (value == 0) return at;
    (value < 0 ? low : high) = at;
    double next = at - value / slope;
    // Written so that a derivative of 0 leads to bisection too.
    if (!(next > low && next < high && 2 * std::abs(next - at) <= before)) next = (low + high) / 2;
    before = moved;
    moved = std::abs(next - at);
    at = next;
    if (moved <= 1e-9) break;
  }
  return at;
}

template <class Visit>
double best_temperature(double total, double unit, const Visit& visit) {
  double most = 0;
  double least = 1e300;
  bool all_right = true;
  visit([&](double /*w*/, std::span<const double> z) {
    for (const double each : z) {
      if (each == 0) continue;
      most = std::max(most, std::abs(each));
      least = std::min(least, std::abs(each));
      all_right = all_right && each < 0;
    }
  });
  if (most == 0) return 1;
  // Beyond these every probability is uniform, or rounds to 0 or 1.
  const double low = portable_log(1e-6) - portable_log(most);
  const double high = std::min(portable_log(1e6) - portable_log(least), portable_log(1e300));
  const double floor = portable_log1p(1 / (total + 1));
  const double at = crossing(low, high, [&](double u) {
    const double beta = portable_exp(u);
    const LossTerms loss = loss_at(beta, visit);
    return all_right ? std::array{floor - loss.value, -beta * loss.slope}
                     : std::array{loss.slope, beta * loss.curvature};
  });
  return std::max(finite(portable_exp(-at) / unit), std::numeric_limits<double>::denorm_min());
}

}  // namespace

double fit_temperature(const ScoredRows& rows) {
  if (rows.scores.size() != rows.truths.size())
    throw Error(ErrorKind::input, "calibration needs one score per row");
  const double total = require_usable(rows);
  if (total == 0) return 1;
  const double unit = unit_of(rows.scores);
  return best_temperature(total, unit, [&](const auto& use) {
    for (std::size_t i = 0; i < rows.scores.size(); ++i) {
      if (rows.weight(i) == 0) continue;
      // Against a class of score 0.
      const double z = (rows.truths[i] > 0 ? -rows.scores[i] : rows.scores[i]) * unit;
      use(rows.weight(i) / total, std::span(&z, 1));
    }
  });
}

double fit_temperature(const ClassScoredRows& rows) {
  const std::size_t count = rows.truths.size();
  const std::size_t classes = count == 0 ? 0 : rows.scores.size() / count;
  if (classes * count != rows.scores.size() || (count > 0 && classes == 0))
    throw Error(ErrorKind::input, "calibration needs one score per row and class");
  for (const std::uint32_t truth : rows.truths) {
    if (truth >= classes)
      throw Error(ErrorKind::input, "calibration needs a score for every class");
  }
  const double total = require_usable(rows);
  if (total == 0) return 1;
  const double unit = unit_of(rows.scores);
  std::vector<double> z(classes - 1);
  return best_temperature(total, unit, [&](const auto& use) {
    for (std::size_t i = 0; i < count; ++i) {
      if (rows.weight(i) == 0) continue;
      const auto scores = rows.scores.subspan(i * classes, classes);
      const double truth = scores[rows.truths[i]] * unit;
      std::size_t k = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        if (c != rows.truths[i]) z[k++] = scores[c] * unit - truth;
      }
      use(rows.weight(i) / total, std::span<const double>(z));
    }
  });
}

}  // namespace perceptron::core
