// A symmetric positive definite system of moderate size, M = ridge + unit·G with G = Σ t·x·xᵀ over
// rows, and its Cholesky factor L·Lᵀ. G is kept, so that adding or removing a row costs only that
// row; only the lower triangles are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel/arithmetic.h"

namespace perceptron::core {

class System {
 public:
  System() = default;
  explicit System(std::size_t size);

  // The largest system that is solved directly.
  static constexpr std::uint64_t kMostFeatures = 5000;
  // From this size on a factorisation is expensive: the models of a bank share products with their
  // rows, but not their factors.
  static constexpr std::uint64_t kExpensiveSize = 256;

  std::size_t size() const { return size_; }
  // The cost of one factorisation, in scalar additions.
  static double cost(double size) { return size * size * size / 24; }

  // G += t·x·xᵀ; with `offset`, x has one more feature, not stored, that is 1.
  template <class Row>
  void add(const Row& row, double t, bool offset) {
    add_square(row, t, sum_.data(), size_);
    if (!offset) return;
    double* const line = sum_.data() + (size_ - 1) * size_;
    perceptron::core::add(row, t, line);
    line[size_ - 1] += t;
  }

  // G ← 0.
  void clear();

  // If rounding leaves M not quite positive definite, factors M with its pivots raised slightly.
  void factor(double unit, std::span<const double> ridge);

  // x ← M⁻¹x for the M factored last.
  void solve(std::span<double> x) const;

 private:
  std::size_t size_ = 0;
  std::vector<double> sum_;     // G
  std::vector<double> factor_;  // L
};

}  // namespace perceptron::core
