// What the fits of calibrations share: checks of the rows, and scaling against overflow and
// underflow.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "base/error.h"
#include "base/message.h"

namespace perceptron::core {

// The total weight of the rows; throws an Error if they cannot be used.
template <class Rows>
double require_usable(const Rows& rows) {
  if (!rows.weights.empty() && rows.weights.size() != rows.truths.size())
    throw Error(ErrorKind::input, "calibration needs one weight per row");
  for (const double score : rows.scores) {
    if (!std::isfinite(score))
      throw Error(ErrorKind::input,
                  fmt::format("a score is not finite, so it cannot be calibrated (try {})",
                              setting("scale")));
  }
  double total = 0;
  for (std::size_t i = 0; i < rows.truths.size(); ++i) {
    if (!(rows.weight(i) >= 0)) throw Error(ErrorKind::input, "a row has a negative weight");
    total += rows.weight(i);
  }
  if (!std::isfinite(total)) throw Error(ErrorKind::input, "the weights of the rows are too large");
  return total;
}

// A power of two that scales the largest score to about 1, so that squares and differences of
// scores stay finite.
inline double unit_of(std::span<const double> scores) {
  double largest = 0;
  for (const double score : scores) largest = std::max(largest, std::abs(score));
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
}

inline double finite(double x) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  return std::clamp(x, -kLargest, kLargest);
}

}  // namespace perceptron::core
