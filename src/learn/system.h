// A symmetric positive definite system of moderate size, M = ridge + unit·G with
// G = Σ t·x·xᵀ over rows, and its factor L·Lᵀ. G is kept, so that rows come and
// go at their own price; only the lower triangles are filled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace perceptron {

class System {
 public:
  System() = default;
  explicit System(std::size_t size);

  std::size_t size() const { return size_; }
  // What a call of factor costs, in additions one by one.
  static double cost(double size) { return size * size * size / 24; }

  // G += t·x·xᵀ; with `offset` the last feature of x is a 1 that rows leave out.
  template <class Row>
  void add(const Row& row, double t, bool offset) {
    for (std::uint64_t a = 0; a < row.size; ++a) {
      const double by = t * row.value(a);
      if (by == 0) continue;
      double* const line = sum_.data() + row.feature(a) * size_;
      for (std::uint64_t b = 0; b <= a; ++b) line[row.feature(b)] += by * row.value(b);
    }
    if (!offset) return;
    double* const line = sum_.data() + (size_ - 1) * size_;
    for (std::uint64_t a = 0; a < row.size; ++a) line[row.feature(a)] += t * row.value(a);
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

}  // namespace perceptron
