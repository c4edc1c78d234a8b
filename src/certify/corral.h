// The corral of Wolfe 1976 (see hull.h): affinely independent points, their weights, and the
// shortest vector of their affine hull.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "certify/signed_rows.h"

namespace perceptron::core {

// Maintains the Cholesky factor of M_ij = z_i·z_j + c[same group], which is nonsingular as long as
// the points are affinely independent.
class Corral {
 public:
  // `constant` is c, of the order of the points' squared norms.
  Corral(const SignedRows& points, double constant)
      : points_(points), constant_(constant), scratch_(points.features()) {}

  std::size_t size() const { return rows_.size(); }
  const std::vector<std::uint64_t>& rows() const { return rows_; }
  std::vector<double>& alpha() { return alpha_; }
  bool has(std::uint64_t row) const {
    return std::find(rows_.begin(), rows_.end(), row) != rows_.end();
  }

  // Adds a point. Returns false and changes nothing if it is affinely dependent on the others.
  bool add(std::uint64_t row, double alpha);
  // Removes the point at `position`.
  void remove(std::size_t position);

  // The weights of the shortest vector in the affine hull; some may be negative.
  std::vector<double> affine_minimum() const;
  // Σ weight·z
  std::vector<double> combine(const std::vector<double>& weights) const;

 private:
  bool in_group(std::size_t i, std::uint64_t g) const { return points_.group(rows_[i]) == g; }
  double same_group(std::uint64_t a, std::uint64_t b) const {
    return points_.group(a) == points_.group(b) ? constant_ : 0;
  }
  void solve(std::vector<double>& x) const;
  std::vector<double> balance(const std::array<std::vector<double>, 2>& y,
                              std::array<double, 2> sums) const;

  const SignedRows& points_;
  double constant_;
  std::vector<std::uint64_t> rows_;
  std::vector<double> alpha_;
  std::vector<std::vector<double>> factor_;  // lower triangle, by rows
  std::vector<double> scratch_;              // zeros between calls
};

}  // namespace perceptron::core
