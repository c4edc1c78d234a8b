#include "data/cache/row_spools.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace perceptron::core {
namespace {

// Small enough to be read at once and kept by the dozen, large enough to be worth a checksum.
constexpr std::uint64_t kBlockValues = std::uint64_t{1} << 16U;

}  // namespace

RowSpools::RowSpools(const std::string& folder)
    : folder_(folder),
      ends_(folder),
      ids_(folder),
      values_(folder),
      labels_(folder),
      weights_(folder),
      groups_(folder) {}

void RowSpools::add(const Dataset& rows) {
  add_matrix(rows.matrix);
  fingerprint_.add(rows);
  labels_.add(bytes_of(std::span<const std::uint32_t>(rows.labels)));
  weights_.add(bytes_of(std::span<const double>(rows.weights)));
  groups_.add(bytes_of(std::span<const std::uint32_t>(rows.groups)));
  summary_.class_rows.resize(rows.classes.size());
  for (std::uint64_t i = 0; i < rows.rows(); ++i) {
    if (rows.weights.empty() || rows.weights[i] != 0) ++summary_.class_rows[rows.labels[i]];
  }
  summary_.weighted = summary_.weighted || !rows.weights.empty();
  summary_.grouped = summary_.grouped || !rows.groups.empty();
}

void RowSpools::add_matrix(const Matrix& matrix) {
  summary_.sparse = matrix.layout() == Matrix::Layout::sparse;
  std::vector<std::uint64_t> ends;
  std::vector<std::uint32_t> ids;
  std::vector<double> values;
  const std::uint64_t before = summary_.stored;
  bool fits = true;  // into float32
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            const double value = row.value(k);
            if (summary_.sparse) ids.push_back(static_cast<std::uint32_t>(row.feature(k)));
            values.push_back(value);
            fits = fits && static_cast<double>(static_cast<float>(value)) == value;
            summary_.ones &= value == 1;
            summary_.missing_values |= std::isnan(value);
            summary_.nonzeros += value != 0 ? 1 : 0;
          }
          end_row(row.size);
          ends.push_back(summary_.stored);
        }
      },
      matrix.view());
  ends_.add(bytes_of(std::span<const std::uint64_t>(ends)));
  ids_.add(bytes_of(std::span<const std::uint32_t>(ids)));
  if (summary_.narrow && !fits) widen(before);
  add_values(values);
}

void RowSpools::end_row(std::uint64_t values) {
  CacheBlocks& blocks = summary_.blocks;
  summary_.stored += values;
  ++summary_.rows;
  if (summary_.stored - blocks.values.back() >= kBlockValues ||
      summary_.rows - blocks.rows.back() >= kBlockValues) {
    blocks.rows.push_back(summary_.rows);
    blocks.values.push_back(summary_.stored);
  }
}

void RowSpools::add_values(const std::vector<double>& values) {
  if (summary_.narrow) {
    const std::vector<float> floats(values.begin(), values.end());
    values_.add(bytes_of(std::span<const float>(floats)));
  } else {
    wide_values_->add(bytes_of(std::span<const double>(values)));
  }
}

// Copies the first `count` values to a spool of float64: from the first value that float32 cannot
// hold exactly, all are float64.
void RowSpools::widen(std::uint64_t count) {
  summary_.narrow = false;
  wide_values_ = std::make_unique<Spool>(folder_);
  values_.flush();
  constexpr std::uint64_t kPart = std::uint64_t{1} << 16U;
  for (std::uint64_t first = 0; first < count; first += kPart) {
    const auto floats = values_.read<float>(first, std::min(count, first + kPart));
    add_values({floats.begin(), floats.end()});
  }
}

void RowSpools::flush() {
  for (Spool* spool : {&ends_, &ids_, &values_, &labels_, &weights_, &groups_}) spool->flush();
  if (wide_values_) wide_values_->flush();
  CacheBlocks& blocks = summary_.blocks;
  if (blocks.rows.back() < summary_.rows) {
    blocks.rows.push_back(summary_.rows);
    blocks.values.push_back(summary_.stored);
  }
}

std::vector<std::uint64_t> RowSpools::ends(std::uint64_t block) const {
  const auto& rows = summary_.blocks.rows;
  return ends_.read<std::uint64_t>(rows[block], rows[block + 1]);
}

std::vector<std::uint32_t> RowSpools::ids(std::uint64_t block) const {
  const auto& values = summary_.blocks.values;
  return ids_.read<std::uint32_t>(values[block], values[block + 1]);
}

std::vector<float> RowSpools::narrow_values(std::uint64_t block) const {
  const auto& values = summary_.blocks.values;
  return values_.read<float>(values[block], values[block + 1]);
}

std::vector<double> RowSpools::wide_values(std::uint64_t block) const {
  const auto& values = summary_.blocks.values;
  return wide_values_->read<double>(values[block], values[block + 1]);
}

std::vector<std::uint32_t> RowSpools::labels(std::uint64_t block) const {
  const auto& rows = summary_.blocks.rows;
  return labels_.read<std::uint32_t>(rows[block], rows[block + 1]);
}

std::vector<double> RowSpools::weights(std::uint64_t block) const {
  const auto& rows = summary_.blocks.rows;
  return weights_.read<double>(rows[block], rows[block + 1]);
}

std::vector<std::uint32_t> RowSpools::groups(std::uint64_t block) const {
  const auto& rows = summary_.blocks.rows;
  return groups_.read<std::uint32_t>(rows[block], rows[block + 1]);
}

Dataset RowSpools::rows(std::uint64_t block, const Dataset& shape, std::uint32_t shift) const {
  Dataset data;
  data.classes = shape.classes;
  data.matrix = Matrix(shape.matrix.layout(), shape.schema.feature_count());
  auto row_ends = ends(block);
  for (std::uint64_t& end : row_ends) end -= summary_.blocks.values[block];
  std::vector<double> values;
  if (summary_.narrow) {
    const auto floats = narrow_values(block);
    values.assign(floats.begin(), floats.end());
  } else {
    values = wide_values(block);
  }
  data.matrix.append(row_ends, summary_.sparse ? ids(block) : std::vector<std::uint32_t>(), shift,
                     values, summary_.narrow);
  data.labels = labels(block);
  if (summary_.weighted) data.weights = weights(block);
  if (summary_.grouped) data.groups = groups(block);
  return data;
}

}  // namespace perceptron::core
