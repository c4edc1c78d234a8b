#include "data/dataset.h"

#include <fmt/format.h>

#include <bit>
#include <numeric>
#include <span>

#include "base/error.h"
#include "base/text.h"

namespace perceptron::core {

void Dataset::sort_classes() {
  const auto number = classes.sort();
  for (std::uint32_t& label : labels) label = number[label];
}

Dataset Dataset::select(std::span<const std::uint64_t> which) const {
  Dataset some;
  some.name = name;
  some.classes = classes;
  some.schema = schema;
  some.radius = radius;
  some.matrix = Matrix(matrix.layout(), features());
  some.matrix.append(matrix, which);
  const auto pick = [&](const auto& from, auto& to) {
    if (from.empty()) return;
    to.reserve(which.size());
    for (const std::uint64_t i : which) to.push_back(from[i]);
  };
  pick(labels, some.labels);
  pick(weights, some.weights);
  pick(groups, some.groups);
  return some;
}

void Dataset::clear_rows() {
  matrix.clear();
  labels.clear();
  weights.clear();
  groups.clear();
  texts.clear();
}

void Dataset::append(const Dataset& more) {
  // Weights of 1 are not stored unless other rows have weights.
  if (weights.empty() != more.weights.empty()) weights.resize(rows(), 1);
  std::vector<std::uint64_t> all(more.rows());
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  matrix.append(
      more.matrix.layout() == matrix.layout() ? more.matrix : more.matrix.as(matrix.layout()), all);
  labels.insert(labels.end(), more.labels.begin(), more.labels.end());
  weights.insert(weights.end(), more.weights.begin(), more.weights.end());
  if (!weights.empty()) weights.resize(rows(), 1);
  groups.insert(groups.end(), more.groups.begin(), more.groups.end());
}

std::string Dataset::fingerprint() const {
  Fingerprint fingerprint;
  fingerprint.add(*this);
  std::string found = fingerprint.hex(features());
  if (!stated_fingerprint.empty()) require_stated(name, stated_fingerprint, found);
  return found;
}

void require_stated(const std::string& name, const std::string& stated, const std::string& found) {
  if (stated == found) return;
  throw Error(Place{name}, fmt::format("its footer states the data hash {}, its rows have {}; the "
                                       "cache is damaged, make it again with convert",
                                       in_quotes(stated), found));
}

void Fingerprint::add(const Dataset& rows) {
  add(rows.matrix, rows.labels, rows.classes.plain_names());
  std::vector<std::uint64_t> words;
  for (const double weight : rows.weights) words.push_back(std::bit_cast<std::uint64_t>(weight));
  weights_.add(std::as_bytes(std::span<const std::uint64_t>(words)));
  has_weights_ = has_weights_ || !rows.weights.empty();
}

void Fingerprint::add(const Matrix& rows, std::span<const std::uint32_t> labels,
                      std::span<const std::string> names) {
  const auto add_words = [&](std::span<const std::uint64_t> words) {
    hash_.add(std::as_bytes(words));
  };
  std::visit(
      [&](const auto& view) {
        std::vector<std::uint64_t> words;  // of a row: many small updates of a hash are slow
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          if (!labels.empty()) {
            const std::string& label = names[labels[i]];
            const std::uint64_t size = label.size();
            add_words({&size, 1});
            hash_.add(label);
          }
          const auto row = view[i];
          if (words.size() < 2 * row.size + 1) words.resize(2 * row.size + 1);
          std::size_t end = 0;
          for (std::uint64_t k = 0; k < row.size; ++k) {
            const double value = row.value(k);
            words[end] = row.feature(k);
            words[end + 1] = std::bit_cast<std::uint64_t>(value);
            end += value != 0 ? 2 : 0;  // the next nonzero takes the place of a zero
          }
          words[end] = end;
          add_words({words.data(), end + 1});
        }
      },
      rows.view());
  rows_ += rows.rows();
}

std::string Fingerprint::hex(std::uint64_t features) {
  hash_.add(rows_);
  hash_.add(features);
  if (has_weights_) hash_.add(weights_.hex());
  return hash_.hex();
}

}  // namespace perceptron::core
