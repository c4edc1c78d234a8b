// A symmetric positive definite system of moderate size: only the lower
// triangle is filled and factored, L·Lᵀ, in place.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "base/memory.h"

namespace perceptron {

class Cholesky {
 public:
  explicit Cholesky(std::size_t size) : size_(size) {
    require_memory(saturating_product(size, size), sizeof(double), "a system of equations");
    cells_.resize(size * size);
  }

  double* row(std::size_t i) { return cells_.data() + i * size_; }
  void clear() { std::fill(cells_.begin(), cells_.end(), 0.0); }

  // False if it is not positive definite, not even with a hair added.
  bool factor() {
    for (std::size_t i = 0; i < size_; ++i) {
      double* const a = row(i);
      for (std::size_t j = 0; j <= i; ++j) {
        const double* const b = row(j);
        const double sum = a[j] - dot(a, b, j);
        if (i > j) {
          a[j] = sum / b[j];
        } else {
          // Rounding may leave a pivot at 0; the step that follows is checked.
          const double pivot = sum > 1e-14 * a[i] ? sum : 1e-14 * a[i];
          if (!(pivot > 0) || !std::isfinite(pivot)) return false;
          a[i] = std::sqrt(pivot);
        }
      }
    }
    return true;
  }

  // x ← the solution for the right side x.
  void solve(std::span<double> x) const {
    for (std::size_t i = 0; i < size_; ++i) {
      const double* const a = cells_.data() + i * size_;
      x[i] = (x[i] - dot(a, x.data(), i)) / a[i];
    }
    for (std::size_t i = size_; i-- > 0;) {
      const double* const a = cells_.data() + i * size_;
      x[i] /= a[i];
      for (std::size_t j = 0; j < i; ++j) x[j] -= a[j] * x[i];
    }
  }

 private:
  static double dot(const double* a, const double* b, std::size_t size) {
    double s[8] = {};
    std::size_t k = 0;
    for (; k + 8 <= size; k += 8) {
      for (std::size_t l = 0; l < 8; ++l) s[l] += a[k + l] * b[k + l];
    }
    double sum = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
    for (; k < size; ++k) sum += a[k] * b[k];
    return sum;
  }

  std::size_t size_;
  std::vector<double> cells_;
};

}  // namespace perceptron
