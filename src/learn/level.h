// The offset at which a smooth loss of the rows' products is least.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "learn/problem.h"

namespace perceptron {

// Newton's steps from b, kept inside a bracket. slope(i, m) and curvature(i, m)
// are those of row i's loss at the margin m.
template <class Slope, class Curvature>
double level(const Problem& problem, std::span<const double> s, double b, const Slope& slope,
             const Curvature& curvature) {
  double low = -std::numeric_limits<double>::infinity();
  double high = -low;
  double stride = 1;
  for (int step = 0; step < 100; ++step) {
    double first = 0;
    double second = 0;
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      const double v = problem.signed_weight[i];
      if (v == 0) continue;
      const double m = v > 0 ? s[i] + b : -s[i] - b;
      first += v * slope(i, m);
      second += std::abs(v) * curvature(i, m);
    }
    if (std::abs(first) <= 1e-15 * problem.n) break;
    (first < 0 ? low : high) = b;
    double next = second > 0 ? b - first / second : b + (first < 0 ? stride : -stride);
    stride *= 2;
    if (!(next > low && next < high)) {
      next = std::isfinite(low) && std::isfinite(high) ? (low + high) / 2
                                                       : b + (first < 0 ? stride : -stride);
    }
    if (next == b) break;
    b = next;
  }
  return b;
}

}  // namespace perceptron
