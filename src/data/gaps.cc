#include "data/gaps.h"

#include <algorithm>
#include <cmath>

namespace perceptron {
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

bool has_gaps(const Dataset& data) {
  const Values& values = data.matrix.values();
  const auto gap = [](auto value) { return std::isnan(value); };
  return values.wide() ? std::any_of(values.doubles(), values.doubles() + values.size(), gap)
                       : std::any_of(values.floats(), values.floats() + values.size(), gap);
}

std::vector<double> column_means(const Dataset& data) {
  std::vector<double> means(data.features());
  if (!data.schema.table) return means;
  const auto numbers = number_features(data.schema);
  std::vector<double> seen(data.features());
  std::vector<double> line(data.features());
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) line[row.feature(k)] = row.value(k);
          for (const std::uint64_t j : numbers) {
            if (std::isnan(line[j])) continue;
            // Not through a sum, which huge numbers would overflow.
            ++seen[j];
            means[j] = means[j] * ((seen[j] - 1) / seen[j]) + line[j] / seen[j];
          }
          for (std::uint64_t k = 0; k < row.size; ++k) line[row.feature(k)] = 0;
        }
      },
      data.matrix.view());
  return means;
}

void fill_gaps(Dataset& data, const std::vector<double>& means) {
  data.matrix.transform([&](std::uint64_t /*row*/, std::uint64_t j, double x) {
    return std::isnan(x) ? means[j] : x;
  });
  const auto numbers = number_features(data.schema);
  for (std::size_t k = 0; Column & column : data.schema.columns) {
    if (!column.text) column.fill = means[numbers[k++]];
  }
}

}  // namespace perceptron
