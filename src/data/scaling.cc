#include "data/scaling.h"

#include "base/elementary.h"
namespace perceptron::core {
namespace {

std::vector<double> row_lengths(const Matrix& matrix) {
  std::vector<double> lengths(matrix.rows());
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            lengths[i] = portable_hypot(lengths[i], row.value(k));  // no overflow for huge values
          }
        }
      },
      matrix.view());
  return lengths;
}

}  // namespace

ScalingFit::ScalingFit(ScalingKind kind, std::uint64_t features, std::uint64_t rows)
    : kind_(kind), rows_(static_cast<double>(rows)) {
  if (kind == ScalingKind::standard) spreads_.resize(features);
  if (kind == ScalingKind::maxabs) largest_.resize(features);
}

int ScalingFit::passes() const {
  switch (kind_) {
    case ScalingKind::standard:
      return 2;
    case ScalingKind::maxabs:
      return 1;
    case ScalingKind::none:
    case ScalingKind::unit:
      return 0;
  }
  return 0;
}

// Mean and population standard deviation of every feature, in two passes. Values are squared in
// units of a power of two, so that they do not overflow and no rounding is added.
void ScalingFit::see(std::uint64_t feature, double value) {
  if (spreads_.empty()) {
    largest_[feature] = std::max(largest_[feature], std::abs(value));
    return;
  }
  Spread& spread = spreads_[feature];
  if (pass_ == 1) {
    spread.see(value);
    spread.mean += value / rows_;
    spread.stored += 1;
  } else {
    spread.square += spread.offset(value) * (spread.offset(value) / rows_);
  }
}

void ScalingFit::end_pass() {
  if (pass_++ > 1) return;
  for (Spread& spread : spreads_) {
    if (spread.stored < rows_) spread.see(0);
    std::frexp(std::max(std::abs(spread.minimum), std::abs(spread.maximum)), &spread.exponent);
    const double absent = (rows_ - spread.stored) / rows_;
    spread.square = absent * spread.offset(0) * spread.offset(0);
  }
}

Scaling ScalingFit::result(Matrix::Layout layout) const {
  Scaling scaling;
  scaling.kind = kind_;
  for (const double largest : largest_) scaling.scale.push_back(largest > 0 ? largest : 1);
  for (const Spread& spread : spreads_) {
    const bool constant = spread.minimum == spread.maximum;
    if (layout == Matrix::Layout::dense)
      scaling.shift.push_back(constant ? spread.minimum : spread.mean);
    const double deviation = std::ldexp(std::sqrt(spread.square), spread.exponent);
    scaling.scale.push_back(constant || !(deviation > 0) ? 1 : deviation);
  }
  return scaling;
}

Scaling Scaling::fit(ScalingKind kind, const Matrix& matrix) {
  ScalingFit fit(kind, matrix.features(), matrix.rows());
  for (int pass = 0; pass < fit.passes(); ++pass) {
    each_value(matrix, [&](std::uint64_t j, double x) { fit.see(j, x); });
    fit.end_pass();
  }
  return fit.result(matrix.layout());
}

void Scaling::apply(Matrix& matrix) const {
  if (kind == ScalingKind::none) return;
  if (kind == ScalingKind::unit) {
    const auto lengths = row_lengths(matrix);
    matrix.transform([&](std::uint64_t i, std::uint64_t /*j*/, double x) {
      return lengths[i] > 0 ? x / lengths[i] : x;
    });
    return;
  }
  matrix.transform([&](std::uint64_t /*i*/, std::uint64_t j, double x) {
    if (shift.empty()) return x / scale[j];
    const double distance = x - shift[j];
    // The difference of huge values may overflow although its scaled value does not.
    return std::isfinite(distance) ? distance / scale[j] : x / scale[j] - shift[j] / scale[j];
  });
}

}  // namespace perceptron::core
