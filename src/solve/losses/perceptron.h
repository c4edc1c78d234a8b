// Perceptron loss: value(m) = max(0, −m), gain(a) = 0 for 0 ≤ a ≤ 1.
//
// The loss of the perceptron's updates. w = 0 minimises it for any rows, so only the path of an
// online run is of interest: there is no dual term, and no term for Newton's method.
#pragma once

#include <algorithm>
#include <string_view>

#include "solve/losses/definition.h"

namespace perceptron::core {

struct PerceptronLoss {
  static constexpr std::string_view kName = "perceptron";
  static constexpr double kLargestCurvature = 0;
  static constexpr double kKink = 0;
  static constexpr double kLargestBeta = 1;
  static constexpr NewtonForm kNewton = NewtonForm::none;
  static constexpr bool kVerifiable = true;
  using DualTerm = NoDualTerm;
  using InteriorTerm = NoInteriorTerm;

  static double value(double m) { return std::max(0.0, -m); }
  static double slope(double m) { return m <= 0 ? -1 : 0; }
  static double curvature(double /*m*/) { return 0; }
  static double gain(double /*a*/) { return 0; }

  static double online_step(double m, double growth, double h) {
    return growth > 0 ? std::min(h, std::max(0.0, -m) / growth) : h;
  }

  static double value_upper(double m) { return m < 0 ? -m : 0; }
  static double gain_lower(double /*beta*/, double /*v*/) { return 0; }
  static double fall_lower(double m) { return m < 0 ? 1 : 0; }
  static double fall_upper(double m) { return m <= 0 ? 1 : 0; }
};

}  // namespace perceptron::core
