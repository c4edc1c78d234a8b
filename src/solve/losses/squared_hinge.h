// Squared hinge loss (L2-loss support vector machine): value(m) = max(0, 1 − m)²,
// gain(a) = a − a²/4 for 0 ≤ a.
#ifndef PERCEPTRON_SOLVE_LOSSES_SQUARED_HINGE_H
#define PERCEPTRON_SOLVE_LOSSES_SQUARED_HINGE_H

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/elementary.h"
#include "base/rounding.h"
#include "solve/losses/definition.h"

namespace perceptron::core {

struct SquaredHinge {
  static constexpr std::string_view kName = "squared-hinge";
  static constexpr double kLargestCurvature = 2;
  static constexpr double kLargestBeta = kUnboundedBeta;
  static constexpr NewtonForm kNewton = NewtonForm::smooth;
  static constexpr bool kVerifiable = true;

  static double value(double m) {
    const double short_of = std::max(0.0, 1 - m);
    return short_of * short_of;
  }
  static double slope(double m) { return -2 * std::max(0.0, 1 - m); }
  static double curvature(double m) { return m < 1 ? 2 : 0; }
  static double gain(double a) { return a - a * a / 4; }

  static double online_step(double m, double growth, double h) {
    return growth > 0 ? (1 - m) * -portable_expm1(-2 * h * growth) / growth : 2 * h * (1 - m);
  }

  struct DualTerm {
    static constexpr bool kSkipsAtBound = true;
    static constexpr bool kStoresGain = false;
    static double gain(double a, double c) { return a - a * a / (4 * c); }
    static double fall(double a, double c) { return a / (2 * c) - 1; }
    static DualUpdate update(double a, double c, double q, double m) {
      const double short_of = std::max(0.0, 1 - m);
      return {.best = std::max(0.0, a - (m - 1 + a / (2 * c)) / (q + 0.5 / c)),
              .gap = c * short_of * short_of - a * (1 - m) + a * a / (4 * c)};
    }
  };

  struct InteriorTerm {
    static constexpr double kKink = 1;
    static double bend(double beta, double /*rest*/, double c) { return beta / (2 * c); }
    static double slope(double /*beta*/, double /*rest*/, double c) { return 1 / (2 * c); }
  };

  static double value_upper(double m) {
    const double short_of = round_up(1 - m);
    return m < 1 ? round_up(short_of * short_of) : 0;
  }
  static double gain_lower(double beta, double v) {
    return round_down(beta - round_up(round_up(beta * beta) / (4 * v)));
  }
  static double fall_lower(double m) { return m < 1 ? std::max(0.0, 2 * round_down(1 - m)) : 0; }
  static double fall_upper(double m) { return m < 1 ? 2 * round_up(1 - m) : 0; }
};

}  // namespace perceptron::core

#endif

#ifdef PERCEPTRON_SIMD_LOSSES
HWY_BEFORE_NAMESPACE();
namespace perceptron::core::HWY_NAMESPACE {

template <>
struct SimdLoss<SquaredHinge> {
  HWY_ATTR void derivatives(Vec m, Vec /*centre*/, Vec& share, Vec& curvature) const {
    const Tag tag;
    const Vec one = hn::Set(tag, 1);
    const Vec two = hn::Set(tag, 2);
    share = hn::Mul(two, hn::Max(hn::Sub(one, m), hn::Zero(tag)));
    curvature = hn::IfThenElseZero(hn::Lt(m, one), two);
  }
  HWY_ATTR Vec value(Vec m) const {
    const Tag tag;
    const Vec short_of = hn::Max(hn::Sub(hn::Set(tag, 1), m), hn::Zero(tag));
    return hn::Mul(short_of, short_of);
  }
};

}  // namespace perceptron::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
