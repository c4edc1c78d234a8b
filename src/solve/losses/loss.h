// The losses of a margin m = y(w·x + b), and what each gives the dual; see
// problem.h. Every one is convex, falls nowhere below 0 and is 0 or nearly so
// for large m.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "solve/problem.h"

namespace perceptron {

struct PerceptronLoss {
  static constexpr Loss kLoss = Loss::perceptron;
  static constexpr double kSmooth = 0;  // the largest curvature; 0: has kinks
  static double value(double m) { return std::max(0.0, -m); }
  static double slope(double m) { return m <= 0 ? -1 : 0; }
  static double curvature(double /*m*/) { return 0; }
  static double largest() { return 1; }  // of β/v
  static double gain(double /*a*/) { return 0; }
};

struct Hinge {
  static constexpr Loss kLoss = Loss::hinge;
  static constexpr double kSmooth = 0;
  static double value(double m) { return std::max(0.0, 1 - m); }
  static double slope(double m) { return m < 1 ? -1 : 0; }
  static double curvature(double /*m*/) { return 0; }
  static double largest() { return 1; }
  static double gain(double a) { return a; }
};

struct SquaredHinge {
  static constexpr Loss kLoss = Loss::squared_hinge;
  static constexpr double kSmooth = 2;
  static double value(double m) {
    const double short_of = std::max(0.0, 1 - m);
    return short_of * short_of;
  }
  static double slope(double m) { return -2 * std::max(0.0, 1 - m); }
  static double curvature(double m) { return m < 1 ? 2 : 0; }
  static double largest() { return std::numeric_limits<double>::infinity(); }
  static double gain(double a) { return a - a * a / 4; }
};

struct Logistic {
  static constexpr Loss kLoss = Loss::logistic;
  static constexpr double kSmooth = 0.25;
  static double value(double m) {
    return m > 0 ? std::log1p(std::exp(-m)) : std::log1p(std::exp(m)) - m;
  }
  static double slope(double m) { return -1 / (1 + std::exp(m)); }
  static double curvature(double m) {
    const double p = 1 / (1 + std::exp(-std::abs(m)));
    return p * (1 - p);
  }
  static double largest() { return 1; }
  static double gain(double a) {
    const auto part = [](double p) { return p > 0 ? -p * std::log(p) : 0; };
    return part(a) + part(1 - a);
  }
};

// Calls work(PerceptronLoss()) or whichever loss it is.
template <class Work>
decltype(auto) with_loss(Loss loss, Work&& work) {
  switch (loss) {
    case Loss::perceptron:
      return work(PerceptronLoss());
    case Loss::hinge:
      return work(Hinge());
    case Loss::squared_hinge:
      return work(SquaredHinge());
    default:
      return work(Logistic());
  }
}

inline bool is_smooth(Loss loss) { return loss == Loss::squared_hinge || loss == Loss::logistic; }

}  // namespace perceptron
