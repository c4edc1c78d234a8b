// What the losses make of one coordinate of the dual; see dual.cc for the letters.
#pragma once

#include <algorithm>
#include <cmath>

#include "solve/losses/loss.h"

namespace perceptron {

// What the loss of one row with weight C makes of its α.  gain is v·gain(α/v)
// of problem.h for v = C and fall = −gain′; best() is where
// gain(z) − m·(z − α) − ½Q(z − α)² is largest.
struct HingeTerm {
  static constexpr bool kRests = true;    // α can be optimal at a bound
  static constexpr bool kBounded = true;  // and there is an upper one
  static double gain(double a, double /*c*/) { return a; }
  static double fall(double /*a*/, double /*c*/) { return -1; }
  static double best(double a, double c, double q, double m) {
    return std::clamp(a - (m - 1) / q, 0.0, c);
  }
  // C·loss(m) − gain(α) + αm, the row's part in the gap.
  static double gap(double a, double c, double m) {
    return (m < 1 ? c : 0) * (1 - m) - a * (1 - m);
  }
};

struct SquaredHingeTerm {
  static constexpr bool kRests = true;
  static constexpr bool kBounded = false;
  static double gain(double a, double c) { return a - a * a / (4 * c); }
  static double fall(double a, double c) { return a / (2 * c) - 1; }
  static double best(double a, double c, double q, double m) {
    return std::max(0.0, a - (m - 1 + a / (2 * c)) / (q + 0.5 / c));
  }
  static double gap(double a, double c, double m) {
    const double short_of = std::max(0.0, 1 - m);
    return c * short_of * short_of - a * (1 - m) + a * a / (4 * c);
  }
};

struct LogisticTerm {
  static constexpr bool kRests = false;
  static double gain(double a, double c) { return c * Logistic::gain(a / c); }
  // With α = C·σ(θ) the slope vanishes where θ + Q·C·σ(θ) = Q·α − m; the left
  // side rises with θ, by 1 at least, and near the optimum θ = −m.
  static double best(double a, double c, double q, double m) {
    const double goal = q * a - m;
    double low = goal - q * c;
    double high = goal;
    double theta = std::clamp(-m, low, high);
    double share = 0;
    for (int step = 0; step < 30; ++step) {
      share = 1 / (1 + std::exp(-theta));
      const double f = theta + q * c * share - goal;
      (f > 0 ? high : low) = theta;
      double next = theta - f / (1 + q * c * share * (1 - share));
      if (!(next > low && next < high)) next = (low + high) / 2;
      const bool close = std::abs(next - theta) <= 1e-4 * (1 + std::abs(theta) * 1e-3);
      theta = next;
      if (close) break;
    }
    // The last step was small, so the slope at its start serves.
    share = 1 / (1 + std::exp(-theta));
    return std::min(std::max(c * share, 1e-300), c * (1 - 1e-16));
  }
  // To second order in the distance from the α that belongs to m.
  static double gap(double a, double c, double m) {
    const double p = 1 / (1 + std::exp(m));
    const double d = a / c - p;
    return 0.5 * c * d * d / std::max(p * (1 - p), 1e-3);
  }
};

}  // namespace perceptron
