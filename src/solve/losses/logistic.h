// Logistic loss (logistic regression): value(m) = log(1 + e^−m),
// gain(a) = −a log a − (1 − a) log(1 − a) for 0 ≤ a ≤ 1.
#ifndef PERCEPTRON_SOLVE_LOSSES_LOGISTIC_H
#define PERCEPTRON_SOLVE_LOSSES_LOGISTIC_H

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/elementary.h"
#include "base/rounding.h"
#include "solve/losses/definition.h"

namespace perceptron::core {

struct Logistic {
  static constexpr std::string_view kName = "logistic";
  static constexpr double kLargestCurvature = 0.25;
  static constexpr double kLargestBeta = 1;
  static constexpr NewtonForm kNewton = NewtonForm::smooth;
  static constexpr bool kVerifiable = true;

  static double value(double m) {
    return m > 0 ? portable_log1p(portable_exp(-m)) : portable_log1p(portable_exp(m)) - m;
  }
  static double slope(double m) { return -1 / (1 + portable_exp(m)); }
  static double curvature(double m) {
    const double p = 1 / (1 + portable_exp(-std::abs(m)));
    return p * (1 - p);
  }
  static double gain(double a) {
    const auto part = [](double p) { return p > 0 ? -p * portable_log(p) : 0; };
    return part(a) + part(1 - a);
  }

  static double online_step(double m, double growth, double h) {
    const double first = -h * slope(m);
    if (first * growth < 1e-6 || m > 30) return first;  // too small to make a difference
    // The new margin u solves u + e^u = m + e^m + h·growth; Newton's method from the right, where
    // the function is convex.
    const double goal = m + portable_exp(m) + h * growth;
    double u = goal > 1 ? portable_log(goal) : goal;
    for (int step = 0; step < 8; ++step) {
      const double e = portable_exp(u);
      const double by = (u + e - goal) / (1 + e);
      u -= by;
      if (std::abs(by) < 1e-12 * (1 + std::abs(u))) break;
    }
    return std::max(0.0, (u - m) / growth);
  }

  struct DualTerm {
    static constexpr bool kSkipsAtBound = false;
    static constexpr bool kStoresGain = true;
    static double gain(double a, double c) { return c * Logistic::gain(a / c); }
    static DualUpdate update(double a, double c, double q, double m) {
      const double p = 1 / (1 + portable_exp(m));
      return {.best = best(a, c, q, m, p), .gap = gap(a, c, p)};
    }

   private:
    // With α = C·σ(θ) the slope vanishes where θ + Q·C·σ(θ) = Q·α − m; the left side increases
    // with θ at a rate of at least 1, and near the optimum θ = −m. `p` is σ(−m).
    static double best(double a, double c, double q, double m, double p) {
      const double goal = q * a - m;
      double low = goal - q * c;
      double high = goal;
      double theta = std::clamp(-m, low, high);
      double share = theta == -m ? p : 1 / (1 + portable_exp(-theta));
      for (int step = 0; step < 30; ++step) {
        if (step > 0) share = 1 / (1 + portable_exp(-theta));
        const double f = theta + q * c * share - goal;
        (f > 0 ? high : low) = theta;
        double next = theta - f / (1 + q * c * share * (1 - share));
        if (!(next > low && next < high)) next = (low + high) / 2;
        const bool close = std::abs(next - theta) <= 1e-4 * (1 + std::abs(theta) * 1e-3);
        theta = next;
        if (close) break;
      }
      share = 1 / (1 + portable_exp(-theta));
      return std::min(std::max(c * share, 1e-300), c * (1 - 1e-16));
    }
    // To second order in the distance from the α optimal for m, which is c·p.
    static double gap(double a, double c, double p) {
      const double d = a / c - p;
      return 0.5 * c * d * d / std::max(p * (1 - p), 1e-3);
    }
  };

  struct InteriorTerm {
    static constexpr double kKink = 0;
    static double bend(double beta, double rest, double /*c*/) { return portable_log(beta / rest); }
    static double slope(double beta, double rest, double /*c*/) { return 1 / beta + 1 / rest; }
  };

  // log(1 + e^−m), and −m + log(1 + e^m) where m < 0.
  static double value_upper(double m) {
    const double tail = portable_log1p(portable_exp(-std::abs(m)));
    const double above = round_up(tail * (1 + kElementary) + 0x1p-1064);
    return m < 0 ? round_up(above - m) : above;
  }
  // The terms are β log(v/β) and γ log(v/γ) with γ = v − β; the logarithm of the larger one is
  // log(1 − the smaller one's fraction). None is negative.
  static double gain_lower(double beta, double v) {
    const double gamma = v - beta;
    const double share = std::min(beta, gamma) / v;
    if (!(share > 0x1p-900)) return 0;
    const double rare = std::min(beta, gamma) * -portable_log(share);
    const double common = std::max(beta, gamma) * -portable_log1p(-share);
    return std::max(0.0, round_down((rare + common) * (1 - kElementary) - 0x1p-1064));
  }
  static double fall_lower(double m) {
    return std::max(0.0, round_down(fall(m) * (1 - kElementary) - 0x1p-1064));
  }
  static double fall_upper(double m) {
    return std::min(1.0, round_up(fall(m) * (1 + kElementary) + 0x1p-1064));
  }

 private:
  // portable_exp and the others are wrong by at most two units in the last place, that is 4·2⁻⁵³
  // (tests measure one unit). Each result above is one of them applied to another, or to a
  // quotient, with a condition number of at most 3/2, and a few products: far less than this.
  static constexpr double kElementary = 64 * 0x1p-53;

  // −slope(m); the exponential does not overflow.
  static double fall(double m) {
    const double small = portable_exp(-std::abs(m));
    return (m > 0 ? small : 1) / (1 + small);
  }
};

}  // namespace perceptron::core

#endif

#ifdef PERCEPTRON_SIMD_LOSSES
HWY_BEFORE_NAMESPACE();
namespace perceptron::core::HWY_NAMESPACE {

template <>
struct SimdLoss<Logistic> {
  HWY_ATTR void derivatives(Vec m, Vec /*centre*/, Vec& share, Vec& curvature) const {
    const Tag tag;
    const Vec one = hn::Set(tag, 1);
    const Vec small = exp_below_0(hn::Neg(hn::Abs(m)));
    const Vec p = hn::Div(one, hn::Add(one, small));
    share = hn::IfThenElse(hn::Gt(m, hn::Zero(tag)), hn::Mul(small, p), p);
    // 0 for very large |m|, where a Newton step would have no sensible length.
    curvature = hn::Mul(p, hn::Sub(one, p));
  }
  HWY_ATTR Vec value(Vec m) const {
    const Vec tail = log1p_up_to_1(exp_below_0(hn::Neg(hn::Abs(m))));
    return hn::Add(tail, hn::Max(hn::Neg(m), hn::Zero(Tag())));
  }
};

}  // namespace perceptron::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
