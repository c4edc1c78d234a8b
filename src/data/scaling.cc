#include "data/scaling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perceptron {
namespace {

// What is known of one feature; zeros that are not stored count too.
struct Spread {
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -std::numeric_limits<double>::infinity();
  double mean = 0;
  double square = 0;  // mean of ((x − mean) / unit)²
  int exponent = 0;   // unit = 2^exponent, a little above the largest |x|
  double stored = 0;

  void see(double x) {
    minimum = std::min(minimum, x);
    maximum = std::max(maximum, x);
  }
  // The distance from the mean in units.
  double offset(double x) const { return std::ldexp(x, -exponent) - std::ldexp(mean, -exponent); }
};

// Mean and population deviation of every feature, in two passes. Squares are
// taken in units of a power of two, so that they neither overflow nor round.
void fit_standard(const Matrix& matrix, Scaling& scaling) {
  const auto n = static_cast<double>(matrix.rows());
  std::vector<Spread> spreads(matrix.features());
  each_value(matrix, [&](std::uint64_t j, double x) {
    spreads[j].see(x);
    spreads[j].mean += x / n;
    spreads[j].stored += 1;
  });
  for (Spread& spread : spreads) {
    if (spread.stored < n) spread.see(0);
    std::frexp(std::max(std::abs(spread.minimum), std::abs(spread.maximum)), &spread.exponent);
    const double absent = (n - spread.stored) / n;
    spread.square = absent * spread.offset(0) * spread.offset(0);
  }
  each_value(matrix, [&](std::uint64_t j, double x) {
    spreads[j].square += spreads[j].offset(x) * (spreads[j].offset(x) / n);
  });
  const bool centred = matrix.layout() == Matrix::Layout::dense;
  for (const Spread& spread : spreads) {
    const bool constant = spread.minimum == spread.maximum;
    if (centred) scaling.shift.push_back(constant ? spread.minimum : spread.mean);
    const double deviation = std::ldexp(std::sqrt(spread.square), spread.exponent);
    scaling.scale.push_back(constant || !(deviation > 0) ? 1 : deviation);
  }
}

void fit_maxabs(const Matrix& matrix, Scaling& scaling) {
  scaling.scale.assign(matrix.features(), 0);
  each_value(matrix, [&](std::uint64_t j, double x) {
    scaling.scale[j] = std::max(scaling.scale[j], std::abs(x));
  });
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
    if (shift.empty()) return x / scale[j];
    const double distance = x - shift[j];
    // The difference of huge values may be out of range where its share is not.
    return std::isfinite(distance) ? distance / scale[j] : x / scale[j] - shift[j] / scale[j];
  });
}

}  // namespace perceptron
