// Outward rounding: the neighbours of a double, between which the true result of
// one rounded operation lies.
#pragma once

#include <cmath>
#include <limits>

namespace perceptron::core {

inline double round_up(double x) {
  return std::nextafter(x, std::numeric_limits<double>::infinity());
}
inline double round_down(double x) {
  return std::nextafter(x, -std::numeric_limits<double>::infinity());
}

}  // namespace perceptron::core
