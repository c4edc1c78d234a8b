#include "data/read/missing_values.h"

#include <algorithm>
#include <cmath>

namespace perceptron::core {
namespace {

// The features of columns that are numbers, not categories or indicators.
std::vector<std::uint64_t> number_features(const Schema& schema) {
  std::vector<std::uint64_t> features;
  std::uint64_t next = 0;
  for (const Column& column : schema.columns) {
    for (std::uint64_t k = 0; k < column.numbers(); ++k) features.push_back(next + k);
    next += column.features();
  }
  return features;
}

}  // namespace

bool has_missing_values(const Dataset& data) {
  return std::visit(
      [](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (std::isnan(row.value(k))) return true;
          }
        }
        return false;
      },
      data.matrix.view());
}

std::vector<double> column_means(const Dataset& data) {
  std::vector<double> sums(data.features());
  std::vector<double> seen(data.features(), static_cast<double>(data.rows()));
  each_value(data.matrix, [&](std::uint64_t j, double x) {
    const bool missing = std::isnan(x);
    sums[j] += missing ? 0 : x;
    seen[j] -= missing ? 1 : 0;
  });
  std::vector<double> means(data.features());
  bool huge = false;
  for (const std::uint64_t j : number_features(data.schema)) {
    means[j] = seen[j] > 0 ? sums[j] / seen[j] : 0;
    huge = huge || !std::isfinite(means[j]);
  }
  if (!huge) return means;
  for (const std::uint64_t j : number_features(data.schema)) means[j] = 0;
  // Their sum may overflow although their mean does not.
  each_value(data.matrix,
             [&](std::uint64_t j, double x) { means[j] += std::isnan(x) ? 0 : x / seen[j]; });
  return means;
}

std::vector<double> fill_values(const Schema& schema) {
  std::vector<double> means(schema.base_features());
  const auto numbers = number_features(schema);
  for (std::size_t next = 0; const Column& column : schema.columns) {
    for (std::uint64_t k = 0; k < column.numbers(); ++k) means[numbers[next++]] = column.fill[k];
  }
  return means;
}

void store_fill_values(Schema& schema, const std::vector<double>& means) {
  const auto numbers = number_features(schema);
  for (std::size_t next = 0; Column & column : schema.columns) {
    column.fill.assign(column.numbers(), 0);
    for (double& fill : column.fill) fill = means[numbers[next++]];
  }
}

Matrix with_indicators(const Matrix& matrix, const std::vector<bool>& after) {
  std::vector<std::uint64_t> number;
  std::uint64_t features = 0;
  for (const bool indicator : after) {
    number.push_back(features);
    features += indicator ? 2 : 1;
  }
  const bool dense = matrix.layout() == Matrix::Layout::dense;
  Matrix wider(matrix.layout(), features);
  wider.reserve(matrix.rows(),
                matrix.stored() + matrix.rows() * (dense ? features - after.size() : 0));
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            const std::uint64_t j = row.feature(k);
            wider.push(number[j], row.value(k));
            const bool missing = std::isnan(row.value(k));
            if (after[j] && (dense || missing)) wider.push(number[j] + 1, missing ? 1 : 0);
          }
          wider.end_row();
        }
      },
      matrix.view());
  return wider;
}

void fill_missing_values(Dataset& data, const std::vector<double>& means) {
  data.matrix.transform([&](std::uint64_t /*row*/, std::uint64_t j, double x) {
    return std::isnan(x) ? means[j] : x;
  });
  store_fill_values(data.schema, means);
}

}  // namespace perceptron::core
