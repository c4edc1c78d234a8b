#include "data/scaling.h"

#include <fmt/format.h>

#include "base/elementary.h"
#include "base/error.h"
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

FeatureScaling::FeatureScaling(ScalingKind others, const Schema& schema) : others_(others) {
  const auto& columns = schema.columns;
  if (std::none_of(columns.begin(), columns.end(),
                   [](const Column& column) { return column.scaling.has_value(); }) ||
      !schema.keeps_features())
    return;
  for (const Column& column : columns)
    own_.insert(own_.end(), column.features(), column.scaling.value_or(others));
  own_.resize(schema.feature_count(), others);  // those of a map
}

bool FeatureScaling::has(ScalingKind kind) const {
  return own_.empty() ? others_ == kind : std::find(own_.begin(), own_.end(), kind) != own_.end();
}

bool FeatureScaling::is_none() const {
  return own_.empty() ? others_ == ScalingKind::none
                      : std::all_of(own_.begin(), own_.end(),
                                    [](ScalingKind kind) { return kind == ScalingKind::none; });
}

bool leaves_uncentred(const FeatureScaling& scaling, Matrix::Layout layout) {
  return layout == Matrix::Layout::sparse && scaling.has(ScalingKind::standard);
}

ScalingFit::ScalingFit(FeatureScaling kinds, const RowsToScale& rows)
    : kinds_(std::move(kinds)), shape_(rows), rows_(static_cast<double>(rows.rows)) {
  if (kinds_.others() == ScalingKind::unit && kinds_.by_column()) {
    throw Error(ErrorKind::usage,
                fmt::format("{} divides whole rows by their length, so no column can have a "
                            "scaling of its own (choose another scaling, or leave out those of "
                            "columns)",
                            setting("scale", ScalingKind::unit)));
  }
  const bool dense = rows.layout == Matrix::Layout::dense;
  const bool open = kinds_.has(ScalingKind::automatic);
  if (kinds_.has(ScalingKind::standard) || (open && dense)) {
    spreads_.resize(rows.features);
  } else if (kinds_.has(ScalingKind::maxabs) ||
             (open && (rows.categories || !rows.terms.empty()))) {
    largest_.resize(rows.features);
  }
}

// The largest |x|.
double ScalingFit::size_of(std::uint64_t feature) const {
  if (spreads_.empty()) return largest_[feature];
  const Spread& spread = spreads_[feature];
  return std::max(std::abs(spread.minimum), std::abs(spread.maximum));
}

int ScalingFit::passes() const {
  if (!spreads_.empty()) return 2;
  return largest_.empty() && shape_.terms.empty() ? 0 : 1;
}

// Mean and population standard deviation of every feature, in two passes. Values are squared in
// units of a power of two, so that they do not overflow and no rounding is added.
void ScalingFit::see(std::uint64_t feature, double value) {
  if (pass_ == 1 ? shape_.terms.see(feature, value) : shape_.terms.has(feature)) return;
  if (spreads_.empty()) {
    if (largest_.empty()) return;
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
  if (shape_.categories || !shape_.terms.empty()) return choose_for_sizes();
  return {ScalingKind::none, ColumnSizes::sparse, 1};
}

ScalingChoice ScalingFit::choose_for_spreads() const {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  double distance = 0;
  for (std::size_t j = 0; j < spreads_.size(); ++j) {
    const Spread& spread = spreads_[j];
    if (spread.constant() || !is_open(j)) continue;
    const double deviation = spread.deviation();
    smallest = std::min(smallest, deviation);
    largest = std::max(largest, deviation);
    distance = std::max(distance, std::abs(spread.mean) / deviation);
  }
  return choice_of(largest > 0 ? largest / smallest : 1, distance);
}

// Categories are 1, and weighted terms at most 1, so numbers that are much larger outweigh them;
// divided by their largest value they do not, and zeros stay zeros.
ScalingChoice ScalingFit::choose_for_sizes() const {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::uint64_t j = 0; j < shape_.features; ++j) {
    const double size = size_of(j);
    if (!(size > 0) || !is_open(j)) continue;
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
  }
  if (largest > 0 && !shape_.terms.empty()) {
    smallest = std::min(smallest, 1.0);
    largest = std::max(largest, 1.0);
  }
  const double ratio = largest > 0 ? largest / smallest : 1;
  if (ratio > kUnlikeSize)
    return {ScalingKind::maxabs, ColumnSizes::unlike, std::min(ratio, kLargestFactor)};
  return {ScalingKind::none, ColumnSizes::sparse, ratio};
}

// What a feature is divided by. A constant stays as it is.
double ScalingFit::divisor(std::uint64_t feature, ScalingKind kind) const {
  if (kind == ScalingKind::standard)
    return spreads_[feature].constant() ? 1 : spreads_[feature].deviation();
  return kind == ScalingKind::maxabs && size_of(feature) > 0 ? size_of(feature) : 1;
}

// What is subtracted from a feature of dense rows.
double ScalingFit::centre(std::uint64_t feature, ScalingKind kind) const {
  if (kind != ScalingKind::standard) return 0;
  const Spread& spread = spreads_[feature];
  return spread.minimum == spread.maximum ? spread.minimum : spread.mean;
}

Scaling ScalingFit::result() const {
  Scaling scaling;
  scaling.kind = kinds_.others();
  scaling.terms = shape_.terms.result();
  if (scaling.kind == ScalingKind::automatic) {
    scaling.choice = choose();
    scaling.kind = scaling.choice->kind;
  }
  const auto is = [&](ScalingKind kind) {
    return kinds_.has(kind) || (scaling.kind == kind && kinds_.has(ScalingKind::automatic));
  };
  const bool centred = shape_.layout == Matrix::Layout::dense && is(ScalingKind::standard);
  if (!is(ScalingKind::standard) && !is(ScalingKind::maxabs)) return scaling;
  for (std::uint64_t j = 0; j < shape_.features; ++j) {
    const ScalingKind kind = is_open(j) ? scaling.kind : kinds_.of(j);
    if (centred) scaling.shift.push_back(centre(j, kind));
    scaling.scale.push_back(divisor(j, kind));
  }
  return scaling;
}

namespace {

Scaling fit_to(ScalingKind kind, const Matrix& matrix, const Schema& schema) {
  ScalingFit fit(FeatureScaling(kind, schema),
                 {matrix.rows(), matrix.features(), matrix.layout(), has_categories(schema),
                  TermFit(schema, matrix.rows())});
  for (int pass = 0; pass < fit.passes(); ++pass) {
    each_value(matrix, [&](std::uint64_t j, double x) { fit.see(j, x); });
    fit.end_pass();
  }
  return fit.result();
}

}  // namespace

Scaling Scaling::fit(ScalingKind kind, const Dataset& data) {
  return fit_to(kind, data.matrix, data.schema);
}

Scaling Scaling::fit(ScalingKind kind, const Matrix& matrix) { return fit_to(kind, matrix, {}); }

ScalingChoice choose_scaling(const Dataset& data) {
  return *Scaling::fit(ScalingKind::automatic, data).choice;
}

void Scaling::apply(Matrix& matrix) const {
  core::apply(terms, matrix);
  if (kind != ScalingKind::unit && scale.empty()) return;
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

void Scaling::apply(Dataset& data) const {
  apply(data.matrix);
  for (Column& column : data.schema.columns) {
    if (column.scaling) column.scaling = ScalingKind::none;
  }
  mark_weighted(data.schema);
}

}  // namespace perceptron::core
