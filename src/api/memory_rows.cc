#include "api/memory_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace perceptron::api {
namespace {

// The name of the label column, for files that are read as these rows were.
constexpr const char* kLabelName = "label";

void require_feature_count(std::uint64_t features) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (features == 0)
    throw core::Error(ErrorKind::usage, "expected at least one feature per row, found 0");
  if (features > kMost)
    throw core::Error(ErrorKind::usage, fmt::format("expected at most {} features, found {}",
                                                    core::with_commas(kMost), features));
}

void require_finite_value(std::uint64_t row, std::uint64_t feature, double value) {
  if (!std::isfinite(value))
    throw core::Error(ErrorKind::input,
                      fmt::format("row {}, feature {} (both counted from 0): {} is not a finite "
                                  "number; replace it or leave the row out",
                                  row, feature, value));
}

core::Dataset begin(core::Matrix::Layout layout, std::uint64_t features) {
  core::Dataset data;
  data.name = "memory";
  data.matrix = core::Matrix(layout, features);
  return data;
}

void require_starts(const SparseRows& rows) {
  const auto& starts = rows.starts;
  if (rows.indices.size() != rows.values.size())
    throw core::Error(ErrorKind::usage,
                      fmt::format("expected an index for each of {}, found {}",
                                  core::plural(rows.values.size(), "value"), rows.indices.size()));
  if (starts.empty() || starts.front() != 0 || starts.back() != rows.values.size())
    throw core::Error(
        ErrorKind::usage,
        fmt::format("expected starts from 0 to the number of values, {}: one for each row, and one "
                    "for the end of the last",
                    rows.values.size()));
  const auto fall = std::adjacent_find(starts.begin(), starts.end(), std::greater<>());
  if (fall != starts.end())
    throw core::Error(ErrorKind::usage,
                      fmt::format("row {} (counted from 0) starts at {} and ends before, at {}",
                                  fall - starts.begin(), *fall, *(fall + 1)));
}

void require_index(const SparseRows& rows, std::uint64_t row, std::uint64_t k) {
  const std::uint32_t index = rows.indices[k];
  if (index >= rows.features)
    throw core::Error(ErrorKind::input,
                      fmt::format("row {} (counted from 0): there is no feature {}, the last of {} "
                                  "is {}",
                                  row, index, rows.features, rows.features - 1));
  if (k > rows.starts[row] && rows.indices[k - 1] >= index)
    throw core::Error(ErrorKind::input,
                      fmt::format("row {} (counted from 0): expected ascending features, each "
                                  "once, found {} after {}",
                                  row, index, rows.indices[k - 1]));
}

void add_labels(core::Dataset& data, const std::vector<std::string>& labels) {
  if (labels.size() != data.rows())
    throw core::Error(ErrorKind::usage,
                      fmt::format("expected a label for each of {}, found {}",
                                  core::plural(data.rows(), "row"), labels.size()));
  for (const std::string& name : labels) {
    if (!core::is_plain_name(name))
      throw core::Error(ErrorKind::input,
                        fmt::format("row {} (counted from 0): expected the name of a class, text "
                                    "on one line, found {}",
                                    data.labels.size(), core::in_quotes(name)));
    data.labels.push_back(data.classes.intern(name));
  }
  data.sort_classes();
}

void add_weights(core::Dataset& data, std::span<const double> weights) {
  if (weights.empty()) return;
  if (weights.size() != data.rows())
    throw core::Error(ErrorKind::usage,
                      fmt::format("expected a weight for each of {}, found {}",
                                  core::plural(data.rows(), "row"), weights.size()));
  double total = 0;
  for (const double weight : weights) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throw core::Error(ErrorKind::input,
                        fmt::format("row {} (counted from 0): expected a weight of 0 or more, "
                                    "found {}",
                                    data.weights.size(), weight));
    data.weights.push_back(std::abs(weight));  // −0 and 0 have the same fingerprint
    total += weight;
  }
  if (!(total > 0) || !std::isfinite(total))
    throw core::Error(
        ErrorKind::input,
        fmt::format("expected weights whose sum is finite and above 0, found {}", total));
}

void name_features(core::Schema& schema, const std::vector<std::string>& names) {
  if (names.size() != schema.columns.size())
    throw core::Error(ErrorKind::usage,
                      fmt::format("expected a name for each of {}, found {}",
                                  core::plural(schema.columns.size(), "feature"), names.size()));
  std::set<std::string_view> known = {kLabelName};
  for (std::size_t j = 0; j < names.size(); ++j) {
    const std::string& name = names[j];
    if (!core::is_plain_name(name) || !known.insert(name).second)
      throw core::Error(ErrorKind::usage,
                        fmt::format("feature {} (counted from 0): expected a name of its own, text "
                                    "on one line and not {}, found {}",
                                    j, core::in_quotes(kLabelName), core::in_quotes(name)));
    schema.columns[j].name = name;
  }
  schema.named = true;
  schema.label_name = kLabelName;
}

}  // namespace

core::Dataset rows_from(const DenseRows& rows) {
  require_feature_count(rows.features);
  if (rows.values.size() % rows.features != 0)
    throw core::Error(ErrorKind::usage, fmt::format("{} are not whole rows of {}",
                                                    core::plural(rows.values.size(), "value"),
                                                    core::plural(rows.features, "feature")));
  const std::uint64_t count = rows.values.size() / rows.features;
  core::Dataset data = begin(core::Matrix::Layout::dense, rows.features);
  data.matrix.reserve(count, rows.values.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    for (std::uint64_t j = 0; j < rows.features; ++j) {
      const double value = rows.values[i * rows.features + j];
      require_finite_value(i, j, value);
      data.matrix.push(j, value);
    }
    data.matrix.end_row();
  }
  data.schema = core::Schema::numbered_table(rows.features);
  return data;
}

core::Dataset rows_from(const SparseRows& rows) {
  require_feature_count(rows.features);
  require_starts(rows);
  core::Dataset data = begin(core::Matrix::Layout::sparse, rows.features);
  data.matrix.reserve(rows.starts.size() - 1, rows.values.size());
  for (std::uint64_t i = 0; i + 1 < rows.starts.size(); ++i) {
    for (std::uint64_t k = rows.starts[i]; k < rows.starts[i + 1]; ++k) {
      require_index(rows, i, k);
      require_finite_value(i, rows.indices[k], rows.values[k]);
      if (rows.values[k] != 0) data.matrix.push(rows.indices[k], rows.values[k]);
    }
    data.matrix.end_row();
  }
  data.schema.features = rows.features;
  return data;
}

core::Dataset label(core::Dataset rows, const std::vector<std::string>& labels,
                    const RowDetails& details) {
  add_labels(rows, labels);
  add_weights(rows, details.weights);
  if (!details.feature_names.empty()) {
    rows.schema = core::Schema::numbered_table(rows.features());
    name_features(rows.schema, details.feature_names);
  }
  return rows;
}

}  // namespace perceptron::api
