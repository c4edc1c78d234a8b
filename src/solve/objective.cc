#include "solve/objective.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/interruptible_sort.h"
#include "kernel/arithmetic.h"
#include "solve/losses/losses.h"
#include "solve/smooth_offset.h"

namespace perceptron::core {
namespace {

// Compensated summation.
class CompensatedSum {
 public:
  void add(double x) {
    const double sum = high_ + x;
    const double part = sum - high_;
    low_ += (high_ - (sum - part)) + (x - part);
    high_ = sum;
  }
  double value() const { return high_ + low_; }

 private:
  double high_ = 0;
  double low_ = 0;
};

// The offset that minimises a loss with kinks, where its slope in b crosses 0: each row has a kink
// at y·kink − s, and passing it adds v to the slope, which starts at −(weight of the positive
// rows). If the slope is 0 between two kinks, all offsets between them are optimal, and the middle
// is taken. Weights are rounded, so that a slope this close to 0 counts as 0: the loss changes by
// no more than its rounding error.
double kinked_offset(const Problem& problem, std::span<const double> s, double kink) {
  constexpr double kRounding = 1e-13;  // relative to the weight of all rows
  std::vector<std::pair<double, double>> kinks;
  CompensatedSum slope;
  double total = 0;
  for (std::uint64_t i = 0; i < problem.size(); ++i) {
    const double v = problem.signed_weight[i];
    if (v == 0) continue;
    kinks.emplace_back((v > 0 ? kink : -kink) - s[i], std::abs(v));
    total += std::abs(v);
    if (v > 0) slope.add(-v);
  }
  interruptible_sort(kinks.begin(), kinks.end());
  const auto rises_above = [&](double level) {
    return [&slope, level](const std::pair<double, double>& each) {
      slope.add(each.second);
      return slope.value() > level;
    };
  };
  const auto first = std::find_if(kinks.begin(), kinks.end(), rises_above(-kRounding * total));
  if (first == kinks.end()) return kinks.empty() ? 0 : kinks.back().first;
  if (slope.value() > kRounding * total) return first->first;
  const auto last = std::find_if(first + 1, kinks.end(), rises_above(kRounding * total));
  return last == kinks.end() ? first->first : (first->first + last->first) / 2;
}

// The same for smooth losses.
template <class L>
double smooth_offset_of(const Problem& problem, std::span<const double> s, double b) {
  return smooth_offset(b, 1e-15 * problem.n, [&](double at) {
    std::pair<double, double> derivatives;
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      const double v = problem.signed_weight[i];
      if (v == 0) continue;
      const double m = v > 0 ? s[i] + at : -s[i] - at;
      derivatives.first += v * L::slope(m);
      derivatives.second += std::abs(v) * L::curvature(m);
    }
    return derivatives;
  });
}

}  // namespace

std::vector<double> products(const Problem& problem, std::span<const double> w) {
  std::vector<double> s(problem.size());
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < s.size(); ++i) {
          if (problem.signed_weight[i] != 0) s[i] = dot(rows[i], w.data());
        }
      },
      problem.rows);
  return s;
}

double mean_loss(const Problem& problem, std::span<const double> s, double b) {
  double sum = 0;
  with_loss(problem.loss, [&](auto loss) {
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      const double v = problem.signed_weight[i];
      if (v != 0) sum += std::abs(v) * loss.value(v > 0 ? s[i] + b : -(s[i] + b));
    }
  });
  return sum / problem.n;
}

double penalty(const Problem& problem, std::span<const double> w, double b) {
  double absolute = 0;
  double squares = 0;
  for (const double x : w) {
    absolute += std::abs(x);
    squares += x * x;
  }
  if (problem.offset == OffsetKind::penalised) {
    absolute += std::abs(b);
    squares += b * b;
  }
  // Without the guard, 0·∞ would make the objective NaN.
  return (problem.l1 > 0 ? problem.l1 * absolute : 0) +
         (problem.l2 > 0 ? problem.l2 / 2 * squares : 0);
}

double best_scale(const Problem& problem, std::span<const double> w, std::span<const double> s,
                  double b) {
  double absolute = 0;
  double squares = 0;
  for (const double x : w) {
    absolute += std::abs(x);
    squares += x * x;
  }
  double low = 0.5;
  double high = 2;
  with_loss(problem.loss, [&](auto loss) {
    while (high - low > 1e-7) {
      const double t = (low + high) / 2;
      double slope = 0;
      for (std::uint64_t i = 0; i < problem.size(); ++i) {
        const double v = problem.signed_weight[i];
        if (v != 0) slope += v * s[i] * loss.slope(v > 0 ? t * s[i] + b : -(t * s[i] + b));
      }
      slope = slope / problem.n + problem.l1 * absolute + t * problem.l2 * squares;
      (slope < 0 ? low : high) = t;
    }
  });
  return (low + high) / 2;
}

double best_offset(const Problem& problem, std::span<const double> s, double b) {
  if (problem.offset == OffsetKind::none) return 0;
  if (problem.offset == OffsetKind::penalised) return b;
  return with_loss(problem.loss, [&](auto definition) {
    using L = decltype(definition);
    if constexpr (kSmooth<L>) {
      return smooth_offset_of<L>(problem, s, b);
    } else {
      return kinked_offset(problem, s, L::kKink);
    }
  });
}

std::vector<double> slopes(const Problem& problem, std::span<const double> s, double b) {
  std::vector<double> beta(problem.size());
  with_loss(problem.loss, [&](auto loss) {
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      const double v = problem.signed_weight[i];
      if (v != 0) beta[i] = -std::abs(v) * loss.slope(v > 0 ? s[i] + b : -(s[i] + b));
    }
  });
  return beta;
}

std::vector<double> combination(const Problem& problem, std::span<const double> beta) {
  std::vector<double> u(problem.features() + 1);
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < problem.size(); ++i) {
          if (beta[i] == 0) continue;
          const double t = (problem.signed_weight[i] > 0 ? beta[i] : -beta[i]) / problem.n;
          add(rows[i], t, u.data());
          u.back() += t;
        }
      },
      problem.rows);
  return u;
}

void balance(const Problem& problem, std::span<double> beta) {
  std::array<double, 2> total = {0, 0};
  for (std::uint64_t i = 0; i < problem.size(); ++i)
    total[problem.signed_weight[i] > 0 ? 1 : 0] += beta[i];
  if (problem.offset == OffsetKind::free && total[0] != total[1]) {
    const std::uint64_t heavier = total[1] > total[0] ? 1 : 0;
    const double factor = total[1 - heavier] / total[heavier];
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if ((problem.signed_weight[i] > 0 ? 1U : 0U) == heavier) beta[i] *= factor;
    }
  }
}

double dual_value(const Problem& problem, std::span<double> beta) {
  balance(problem, beta);
  return dual_value(problem, beta, combination(problem, beta));
}

double dual_value(const Problem& problem, std::span<double> beta, std::vector<double> u) {
  if (problem.offset != OffsetKind::penalised) u.pop_back();
  double value = 0;
  if (problem.l2 > 0) {
    for (const double x : u) value -= soft(x, problem.l1) * soft(x, problem.l1);
    value /= 2 * problem.l2;
  } else {
    double largest = 0;
    for (const double x : u) largest = std::max(largest, std::abs(x));
    const double factor = largest > problem.l1 ? problem.l1 / largest : 1;
    for (double& x : beta) x *= factor;
  }
  double gain = 0;
  with_loss(problem.loss, [&](auto loss) {
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      const double v = std::abs(problem.signed_weight[i]);
      if (beta[i] > 0) gain += v * loss.gain(beta[i] / v);
    }
  });
  value += gain / problem.n;
  // For β = 0 it is 0.
  if (value > 0) return value;
  std::fill(beta.begin(), beta.end(), 0.0);
  return 0;
}

}  // namespace perceptron::core
