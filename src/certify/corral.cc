#include "certify/corral.h"

#include <cmath>

#include "base/elementary.h"

namespace perceptron::core {

bool Corral::add(std::uint64_t row, double alpha) {
  const std::size_t k = rows_.size();
  points_.add(row, 1, scratch_);
  std::vector<double> line(k + 1);
  for (std::size_t j = 0; j < k; ++j)
    line[j] = points_.dot(rows_[j], scratch_) + same_group(row, rows_[j]);
  const double own = points_.dot(row, scratch_) + same_group(row, row);
  points_.clear(row, scratch_);
  double left = own;
  for (std::size_t j = 0; j < k; ++j) {
    for (std::size_t i = 0; i < j; ++i) line[j] -= line[i] * factor_[j][i];
    line[j] /= factor_[j][j];
    left -= line[j] * line[j];
  }
  if (!(left > 1e-13 * own)) return false;
  line[k] = std::sqrt(left);
  factor_.push_back(std::move(line));
  rows_.push_back(row);
  alpha_.push_back(alpha);
  return true;
}

// Givens rotations restore the triangular form of the factor.
void Corral::remove(std::size_t position) {
  const auto at = static_cast<std::ptrdiff_t>(position);
  rows_.erase(rows_.begin() + at);
  alpha_.erase(alpha_.begin() + at);
  factor_.erase(factor_.begin() + at);
  for (std::size_t j = position; j < factor_.size(); ++j) {
    auto& pivot = factor_[j];
    const double a = pivot[j];
    const double b = pivot[j + 1];
    const double r = portable_hypot(a, b);
    const double c = a / r;
    const double s = b / r;
    for (std::size_t i = j; i < factor_.size(); ++i) {
      const double x = factor_[i][j];
      const double y = factor_[i][j + 1];
      factor_[i][j] = c * x + s * y;
      factor_[i][j + 1] = c * y - s * x;
    }
    pivot.resize(j + 1);
  }
}

// Ends with one step of iterative refinement. Its residuals come from the points, not from M.
std::vector<double> Corral::affine_minimum() const {
  std::array<std::vector<double>, 2> y;
  for (std::uint64_t g = 0; g < points_.groups(); ++g) {
    y[g].resize(size());
    for (std::size_t i = 0; i < size(); ++i) y[g][i] = in_group(i, g) ? 1 : 0;
    solve(y[g]);
  }
  std::vector<double> weights = balance(y, {1, 1});
  const auto w = combine(weights);
  std::vector<double> change(size());
  for (std::size_t i = 0; i < size(); ++i) change[i] = -points_.dot(rows_[i], w);
  solve(change);
  std::array<double, 2> surplus = {0, 0};
  for (std::size_t i = 0; i < size(); ++i) surplus[points_.group(rows_[i])] += change[i];
  const auto correction = balance(y, surplus);
  for (std::size_t i = 0; i < size(); ++i) weights[i] += change[i] - correction[i];
  return weights;
}

std::vector<double> Corral::combine(const std::vector<double>& weights) const {
  std::vector<double> w(points_.features());
  for (std::size_t i = 0; i < size(); ++i) points_.add(rows_[i], weights[i], w);
  return w;
}

// x = M⁻¹x
void Corral::solve(std::vector<double>& x) const {
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) x[i] -= factor_[i][j] * x[j];
    x[i] /= factor_[i][i];
  }
  for (std::size_t i = size(); i-- > 0;) {
    x[i] /= factor_[i][i];
    for (std::size_t j = 0; j < i; ++j) x[j] -= factor_[i][j] * x[i];
  }
}

// The combination of the columns of y whose sum over each group is as given.
std::vector<double> Corral::balance(const std::array<std::vector<double>, 2>& y,
                                    std::array<double, 2> sums) const {
  double n[2][2] = {};
  const std::uint64_t groups = points_.groups();
  for (std::uint64_t g = 0; g < groups; ++g) {
    for (std::size_t i = 0; i < size(); ++i) n[points_.group(rows_[i])][g] += y[g][i];
  }
  std::array<double, 2> factor = {sums[0] / n[0][0], 0};
  if (groups == 2) {
    const double determinant = n[0][0] * n[1][1] - n[0][1] * n[1][0];
    factor = {(sums[0] * n[1][1] - sums[1] * n[0][1]) / determinant,
              (sums[1] * n[0][0] - sums[0] * n[1][0]) / determinant};
  }
  std::vector<double> result(size());
  for (std::uint64_t g = 0; g < groups; ++g) {
    for (std::size_t i = 0; i < size(); ++i) result[i] += factor[g] * y[g][i];
  }
  return result;
}

}  // namespace perceptron::core
