// The offset that minimises a smooth loss.
#pragma once

#include <cmath>
#include <limits>

namespace perceptron::core {

// Bracketed Newton steps from b, until the derivative is at most `tolerance`. derivatives(b)
// returns the first and second derivative of the loss in b.
template <class DerivativesAt>
double smooth_offset(double b, double tolerance, const DerivativesAt& derivatives) {
  double low = -std::numeric_limits<double>::infinity();
  double high = -low;
  double stride = 1;
  for (int step = 0; step < 100; ++step) {
    const auto [first, second] = derivatives(b);
    if (std::abs(first) <= tolerance) break;
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

}  // namespace perceptron::core
