// The operations of the solvers: the dot product of a row with the weights, adding a multiple of a
// row to them, and soft thresholding for an L1 penalty. Dot products use four sums, added in a
// fixed order, to shorten the dependency chain.
#pragma once

#include <cstdint>

namespace perceptron::core {

template <class Row>
inline double dot(const Row& row, const double* w) {
  double a = 0;
  double b = 0;
  double c = 0;
  double d = 0;
  std::uint64_t k = 0;
  for (; k + 4 <= row.size; k += 4) {
    a += row.value(k) * w[row.feature(k)];
    b += row.value(k + 1) * w[row.feature(k + 1)];
    c += row.value(k + 2) * w[row.feature(k + 2)];
    d += row.value(k + 3) * w[row.feature(k + 3)];
  }
  for (; k < row.size; ++k) a += row.value(k) * w[row.feature(k)];
  return (a + b) + (c + d);
}

template <class Row>
inline double squared_length(const Row& row) {
  double sum = 0;
  for (std::uint64_t k = 0; k < row.size; ++k) sum += row.value(k) * row.value(k);
  return sum;
}

template <class Row>
inline void add(const Row& row, double t, double* w) {  // NOLINT(readability-non-const-parameter)
  for (std::uint64_t k = 0; k < row.size; ++k) w[row.feature(k)] += row.value(k) * t;
}

// Adds t·x·xᵀ to the lower triangle of a matrix whose rows are `stride` apart; the features of x
// ascend. Two of its rows at a time read x once, and half as many steps of a loop wait for memory.
template <class Row>
inline void add_square(const Row& row, double t, double* cells, std::uint64_t stride) {
  const auto line = [&](std::uint64_t a) { return cells + row.feature(a) * stride; };
  std::uint64_t a = 0;
  for (; a + 1 < row.size; a += 2) {
    const double by = t * row.value(a);
    const double next_by = t * row.value(a + 1);
    double* const to = line(a);
    double* const next_to = line(a + 1);
    for (std::uint64_t b = 0; b <= a; ++b) {
      const std::uint64_t j = row.feature(b);
      to[j] += by * row.value(b);
      next_to[j] += next_by * row.value(b);
    }
    next_to[row.feature(a + 1)] += next_by * row.value(a + 1);
  }
  if (a == row.size) return;
  const double by = t * row.value(a);
  double* const to = line(a);
  for (std::uint64_t b = 0; b <= a; ++b) to[row.feature(b)] += by * row.value(b);
}

inline double soft(double u, double by) { return u > by ? u - by : u < -by ? u + by : 0; }

}  // namespace perceptron::core
