#include "evaluate/average_row.h"

#include <algorithm>

namespace perceptron::core {

Matrix scaled_rows(const Model& model, const Matrix& rows) {
  const bool fill = !model.scaling.shift.empty() && rows.layout() == Matrix::Layout::sparse;
  Matrix scaled = fill ? rows.as(Matrix::Layout::dense) : rows;
  model.scaling.apply(scaled);
  return scaled;
}

std::optional<AverageRow> average_of_training(const Model& model) {
  const Scaling& scaling = model.scaling;
  const auto own = [](const Column& column) { return column.scaling.has_value(); };
  if (scaling.kind != ScalingKind::standard || scaling.shift.empty() || !is_none(scaling.terms) ||
      std::any_of(model.schema.columns.begin(), model.schema.columns.end(), own))
    return std::nullopt;
  return AverageRow{scaling.shift, std::vector<double>(scaling.shift.size())};
}

AverageOfRows::AverageOfRows(const Model& model) : model_(model) {
  sums_.values.resize(model.features());
  sums_.scaled.resize(model.features());
}

void AverageOfRows::add(const Matrix& rows) {
  rows_ += rows.rows();
  each_value(rows, [&](std::uint64_t feature, double value) { sums_.values[feature] += value; });
  each_value(scaled_rows(model_, rows),
             [&](std::uint64_t feature, double value) { sums_.scaled[feature] += value; });
}

AverageRow AverageOfRows::average() const {
  AverageRow average = sums_;
  const auto rows = static_cast<double>(rows_);
  for (double& each : average.values) each /= rows;
  for (double& each : average.scaled) each /= rows;
  return average;
}

}  // namespace perceptron::core
