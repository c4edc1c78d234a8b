// Hinge loss (linear support vector machine): value(m) = max(0, 1 − m), gain(a) = a for
// 0 ≤ a ≤ 1.
#ifndef PERCEPTRON_SOLVE_LOSSES_HINGE_H
#define PERCEPTRON_SOLVE_LOSSES_HINGE_H

#include <algorithm>
#include <string_view>

#include "base/rounding.h"
#include "solve/losses/definition.h"

namespace perceptron::core {

struct Hinge {
  static constexpr std::string_view kName = "hinge";
  static constexpr double kLargestCurvature = 0;
  static constexpr double kKink = 1;
  static constexpr double kLargestBeta = 1;
  static constexpr NewtonForm kNewton = NewtonForm::proximal;
  static constexpr bool kVerifiable = true;

  static double value(double m) { return std::max(0.0, 1 - m); }
  static double slope(double m) { return m < 1 ? -1 : 0; }
  static double curvature(double /*m*/) { return 0; }
  static double gain(double a) { return a; }

  static double online_step(double m, double growth, double h) {
    return growth > 0 ? std::min(h, (1 - m) / growth) : h;
  }

  struct DualTerm {
    static constexpr bool kSkipsAtBound = true;
    static constexpr bool kStoresGain = false;
    static double gain(double a, double /*c*/) { return a; }
    static double fall(double /*a*/, double /*c*/) { return -1; }
    static DualUpdate update(double a, double c, double q, double m) {
      return {.best = std::clamp(a - (m - 1) / q, 0.0, c),
              .gap = (m < 1 ? c : 0) * (1 - m) - a * (1 - m)};
    }
  };

  struct InteriorTerm {
    static constexpr double kKink = 1;
    static double bend(double /*beta*/, double /*rest*/, double /*c*/) { return 0; }
    static double slope(double /*beta*/, double /*rest*/, double /*c*/) { return 0; }
  };

  static double value_upper(double m) { return m < 1 ? round_up(1 - m) : 0; }
  static double gain_lower(double beta, double /*v*/) { return beta; }
  static double fall_lower(double m) { return m < 1 ? 1 : 0; }
  static double fall_upper(double m) { return m <= 1 ? 1 : 0; }
};

}  // namespace perceptron::core

#endif

#ifdef PERCEPTRON_SIMD_LOSSES
HWY_BEFORE_NAMESPACE();
namespace perceptron::core::HWY_NAMESPACE {

template <>
struct SimdLoss<Hinge> {
  double unit;
  HWY_ATTR void derivatives(Vec m, Vec centre, Vec& share, Vec& curvature) const {
    const Tag tag;
    const Vec one = hn::Set(tag, 1);
    const Vec zero = hn::Zero(tag);
    const Vec p = hn::Add(centre, hn::Mul(hn::Set(tag, unit), hn::Sub(one, m)));
    share = hn::Min(hn::Max(p, zero), one);
    curvature = hn::IfThenElseZero(hn::And(hn::Gt(p, zero), hn::Lt(p, one)), one);
  }
  HWY_ATTR Vec value(Vec m) const {
    const Tag tag;
    return hn::Max(hn::Sub(hn::Set(tag, 1), m), hn::Zero(tag));
  }
};

}  // namespace perceptron::core::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
