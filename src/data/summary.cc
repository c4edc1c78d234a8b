#include "data/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/memory.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

std::vector<FeatureRange> feature_ranges(const Dataset& data, std::uint64_t most) {
  require_memory(most, sizeof(FeatureRange) + sizeof(std::uint64_t),
                 fmt::format("to show {}", plural(most, "feature")));
  std::vector<FeatureRange> ranges(most);
  std::vector<std::uint64_t> stored(most);
  const auto rows = static_cast<double>(data.rows());
  each_value(data.matrix, [&](std::uint64_t j, double x) {
    if (j >= most) return;
    FeatureRange& range = ranges[j];
    const bool first = stored[j]++ == 0;
    range.minimum = first ? x : std::min(range.minimum, x);
    range.maximum = first ? x : std::max(range.maximum, x);
    range.mean += x / rows;
    range.nonzeros += x != 0 ? 1 : 0;
  });
  const auto names = data.schema.feature_names(most);
  for (std::uint64_t j = 0; j < most; ++j) {
    ranges[j].name = names[j];
    if (stored[j] == data.rows()) continue;  // zeros that are not stored count too
    ranges[j].minimum = std::min(ranges[j].minimum, 0.0);
    ranges[j].maximum = std::max(ranges[j].maximum, 0.0);
  }
  return ranges;
}

}  // namespace

DataSummary summarise(const Dataset& data, std::uint64_t most) {
  DataSummary summary;
  summary.rows = data.rows();
  summary.features = data.features();
  summary.nonzeros = data.matrix.nonzeros();
  summary.sparse = data.matrix.layout() == Matrix::Layout::sparse;
  summary.value_type = data.matrix.value_type();
  summary.rows_of_classes.resize(data.classes.size());
  for (const std::uint32_t label : data.labels) ++summary.rows_of_classes[label];
  summary.total_weight = std::accumulate(data.weights.begin(), data.weights.end(), 0.0);
  summary.ranges = feature_ranges(data, std::min(most, data.features()));
  summary.hash = data.fingerprint();
  return summary;
}

}  // namespace perceptron::core
