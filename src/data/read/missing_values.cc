#include "data/read/missing_values.h"

#include <algorithm>
#include <cmath>

namespace perceptron::core {
namespace {

// The feature of each column of numbers.
std::vector<std::uint64_t> number_features(const Schema& schema) {
  std::vector<std::uint64_t> features;
  std::uint64_t next = 0;
  for (const Column& column : schema.columns) {
    if (!column.text) features.push_back(next);
    next += column.text ? column.categories.size() : 1;
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
  std::vector<double> means(schema.feature_count());
  const auto numbers = number_features(schema);
  for (std::size_t k = 0; const Column& column : schema.columns) {
    if (!column.text) means[numbers[k++]] = column.fill;
  }
  return means;
}

void store_fill_values(Schema& schema, const std::vector<double>& means) {
  const auto numbers = number_features(schema);
  for (std::size_t k = 0; Column & column : schema.columns) {
    if (!column.text) column.fill = means[numbers[k++]];
  }
}

void fill_missing_values(Dataset& data, const std::vector<double>& means) {
  data.matrix.transform([&](std::uint64_t /*row*/, std::uint64_t j, double x) {
    return std::isnan(x) ? means[j] : x;
  });
  store_fill_values(data.schema, means);
}

}  // namespace perceptron::core
