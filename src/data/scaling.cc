#include "data/scaling.h"

#include <algorithm>
#include <cmath>

namespace perceptron {
namespace {

// Mean and population deviation of every feature, zeros that are not stored
// included. Two passes: one for the mean, one around it.
void fit_standard(const Matrix& matrix, Scaling& scaling) {
  const auto n = static_cast<double>(matrix.rows());
  const std::uint64_t features = matrix.features();
  std::vector<double> mean(features);
  std::vector<double> square(features);
  std::vector<double> stored(features);
  const auto each = [&](const auto& use) {
    std::visit(
        [&](const auto& view) {
          for (std::uint64_t i = 0; i < view.rows; ++i) {
            const auto row = view[i];
            for (std::uint64_t k = 0; k < row.size; ++k) use(row.feature(k), row.value(k));
          }
        },
        matrix.view());
  };
  each([&](std::uint64_t j, double x) {
    mean[j] += x / n;
    stored[j] += 1;
  });
  each([&](std::uint64_t j, double x) { square[j] += (x - mean[j]) * ((x - mean[j]) / n); });
  for (std::uint64_t j = 0; j < features; ++j) {
    const double absent = (n - stored[j]) / n;
    const double deviation = std::sqrt(square[j] + absent * mean[j] * mean[j]);
    // What rounding leaves of a constant feature is not a deviation.
    const bool constant = !(deviation > 1e-14 * std::abs(mean[j]));
    scaling.scale.push_back(constant ? 1 : deviation);
  }
  if (matrix.layout() == Matrix::Layout::dense) scaling.shift = std::move(mean);
}

void fit_maxabs(const Matrix& matrix, Scaling& scaling) {
  scaling.scale.assign(matrix.features(), 0);
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            double& largest = scaling.scale[row.feature(k)];
            largest = std::max(largest, std::abs(row.value(k)));
          }
        }
      },
      matrix.view());
  for (double& scale : scaling.scale) scale = scale > 0 ? scale : 1;
}

std::vector<double> row_lengths(const Matrix& matrix) {
  std::vector<double> lengths(matrix.rows());
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            lengths[i] = std::hypot(lengths[i], row.value(k));  // no overflow for huge values
          }
        }
      },
      matrix.view());
  return lengths;
}

}  // namespace

Scaling Scaling::fit(const std::string& kind, const Matrix& matrix) {
  Scaling scaling;
  scaling.kind = kind;
  if (kind == "standard") fit_standard(matrix, scaling);
  if (kind == "maxabs") fit_maxabs(matrix, scaling);
  return scaling;
}

void Scaling::apply(Matrix& matrix) const {
  if (kind == "none") return;
  if (kind == "unit") {
    const auto lengths = row_lengths(matrix);
    matrix.transform([&](std::uint64_t i, std::uint64_t /*j*/, double x) {
      return lengths[i] > 0 ? x / lengths[i] : x;
    });
    return;
  }
  matrix.transform([&](std::uint64_t /*i*/, std::uint64_t j, double x) {
    return (x - (shift.empty() ? 0 : shift[j])) / scale[j];
  });
}

}  // namespace perceptron
