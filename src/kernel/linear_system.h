// A symmetric positive definite system of moderate size, M = ridge + unit·G with
// G = Σ t·x·xᵀ over rows, and its factor L·Lᵀ. G is kept, so that rows come and
// go at their own price; only the lower triangles are filled.
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

  // So many features are a system of moderate size.
  static constexpr std::uint64_t kMostFeatures = 5000;
  // From so many on a factor is dear: the models of a bank share products with their
  // rows, but not their factors.
  static constexpr std::uint64_t kDear = 256;

  std::size_t size() const { return size_; }
  // What a call of factor costs, in additions one by one.
  static double cost(double size) { return size * size * size / 24; }

  // G += t·x·xᵀ; with `offset` the last feature of x is a 1 that rows leave out.
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

  // Where rounding leaves M not quite positive definite, of M with a hair added.
  void factor(double unit, std::span<const double> ridge);

  // x ← M⁻¹x, of the last M that was factored.
  void solve(std::span<double> x) const;

 private:
  std::size_t size_ = 0;
  std::vector<double> sum_;     // G
  std::vector<double> factor_;  // L
};

}  // namespace perceptron::core
