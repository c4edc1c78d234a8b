// Conjugate gradients: M·d = rest for a positive definite M that is known by its
// products alone.
#pragma once

#include <cstddef>
#include <vector>

#include "base/interrupt.h"

namespace perceptron {

inline double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// At most `steps` of them, until rest·z has fallen to `enough` of what it was.
// multiply(p, image) makes image M·p; precondition(rest) is the z of a rest.
template <class Multiply, class Precondition>
std::vector<double> conjugate_gradients(std::vector<double> rest, int steps, double enough,
                                        const Multiply& multiply,
                                        const Precondition& precondition) {
  std::vector<double> d(rest.size());
  std::vector<double> image(rest.size());
  std::vector<double> p = precondition(rest);
  double norm = inner(rest, p);
  const double goal = enough * norm;
  for (int step = 0; step < steps && norm > goal; ++step) {
    check_interrupt();
    multiply(p, image);
    const double curvature = inner(p, image);
    if (!(curvature > 0)) break;
    const double length = norm / curvature;
    for (std::size_t j = 0; j < d.size(); ++j) {
      d[j] += length * p[j];
      rest[j] -= length * image[j];
    }
    const std::vector<double> z = precondition(rest);
    const double now = inner(rest, z);
    for (std::size_t j = 0; j < p.size(); ++j) p[j] = z[j] + now / norm * p[j];
    norm = now;
  }
  return d;
}

}  // namespace perceptron
