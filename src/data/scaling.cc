#include "data/scaling.h"

#include "base/elementary.h"
#include "data/dataset.h"

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

// ---- The rule of `auto` ----

constexpr double kLargestFactor = std::numeric_limits<double>::max();  // JSON has no infinity

// Dense rows: by standard deviations, and by how far the means are from 0.
ScalingChoice choice_of(double spread, double distance) {
  if (spread > kUnlikeSpread)
    return {ScalingKind::standard, ColumnSizes::unlike, std::min(spread, kLargestFactor)};
  if (distance > kOffCentre)
    return {ScalingKind::standard, ColumnSizes::off_centre, std::min(distance, kLargestFactor)};
  return {ScalingKind::none, ColumnSizes::alike, spread};
}

}  // namespace

bool has_categories(const Schema& schema) {
  const auto& columns = schema.columns;
  return schema.table && std::any_of(columns.begin(), columns.end(),
                                     [](const Column& column) { return column.is_category(); });
}

ScalingFit::ScalingFit(ScalingKind kind, const RowsToScale& rows)
    : kind_(kind), shape_(rows), rows_(static_cast<double>(rows.rows)) {
  const bool dense = rows.layout == Matrix::Layout::dense;
  const bool open = kind == ScalingKind::automatic;
  if (kind == ScalingKind::standard || (open && dense)) spreads_.resize(rows.features);
  if (kind == ScalingKind::maxabs || (open && !dense && rows.categories))
    largest_.resize(rows.features);
}

int ScalingFit::passes() const {
  if (!spreads_.empty()) return 2;
  return largest_.empty() ? 0 : 1;
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
    const double offset = spread.offset(value);
    spread.square += offset * (offset / rows_);
  }
}

void ScalingFit::end_pass() {
  if (pass_++ > 1) return;
  for (Spread& spread : spreads_) {
    if (spread.stored < rows_) spread.see(0);
    spread.choose_unit();
    const double absent = (rows_ - spread.stored) / rows_;
    spread.square = absent * spread.offset(0) * spread.offset(0);
  }
}

ScalingChoice ScalingFit::choose() const {
  if (shape_.layout == Matrix::Layout::dense) return choose_for_spreads();
  if (shape_.categories) return choose_for_sizes();
  return {ScalingKind::none, ColumnSizes::sparse, 1};
}

ScalingChoice ScalingFit::choose_for_spreads() const {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  double distance = 0;
  for (const Spread& spread : spreads_) {
    if (spread.constant()) continue;
    const double deviation = spread.deviation();
    smallest = std::min(smallest, deviation);
    largest = std::max(largest, deviation);
    distance = std::max(distance, std::abs(spread.mean) / deviation);
  }
  return choice_of(largest > 0 ? largest / smallest : 1, distance);
}

// Categories are 1, so numbers that are much larger outweigh them; divided by their largest value
// they do not, and zeros stay zeros.
ScalingChoice ScalingFit::choose_for_sizes() const {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const double size : largest_) {
    if (!(size > 0)) continue;
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
  }
  const double ratio = largest > 0 ? largest / smallest : 1;
  if (ratio > kUnlikeSize)
    return {ScalingKind::maxabs, ColumnSizes::unlike, std::min(ratio, kLargestFactor)};
  return {ScalingKind::none, ColumnSizes::sparse, ratio};
}

Scaling ScalingFit::result() const {
  Scaling scaling;
  scaling.kind = kind_;
  if (kind_ == ScalingKind::automatic) {
    scaling.choice = choose();
    scaling.kind = scaling.choice->kind;
  }
  if (scaling.kind == ScalingKind::none) return scaling;
  for (const double largest : largest_) scaling.scale.push_back(largest > 0 ? largest : 1);
  for (const Spread& spread : spreads_) {
    const bool single = spread.minimum == spread.maximum;
    if (shape_.layout == Matrix::Layout::dense)
      scaling.shift.push_back(single ? spread.minimum : spread.mean);
    scaling.scale.push_back(spread.constant() ? 1 : spread.deviation());
  }
  return scaling;
}

namespace {

Scaling fit_to(ScalingKind kind, const Matrix& matrix, bool categories) {
  ScalingFit fit(kind, {matrix.rows(), matrix.features(), matrix.layout(), categories});
  for (int pass = 0; pass < fit.passes(); ++pass) {
    each_value(matrix, [&](std::uint64_t j, double x) { fit.see(j, x); });
    fit.end_pass();
  }
  return fit.result();
}

}  // namespace

Scaling Scaling::fit(ScalingKind kind, const Dataset& data) {
  return fit_to(kind, data.matrix, has_categories(data.schema));
}

Scaling Scaling::fit(ScalingKind kind, const Matrix& matrix) { return fit_to(kind, matrix, false); }

ScalingChoice choose_scaling(const Dataset& data) {
  return *Scaling::fit(ScalingKind::automatic, data).choice;
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
