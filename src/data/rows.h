// Views of rows: what the loop sees. A row is a list of (feature, value),
// features ascending; dense rows name every feature, sparse rows some.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

namespace perceptron {

template <class Value>
struct DenseRow {
  const Value* values;
  std::uint64_t size;

  std::uint64_t feature(std::uint64_t k) const { return k; }
  double value(std::uint64_t k) const { return static_cast<double>(values[k]); }
};

template <class Value>
struct SparseRow {
  const std::uint32_t* features;
  const Value* values;
  std::uint64_t size;

  std::uint64_t feature(std::uint64_t k) const { return features[k]; }
  double value(std::uint64_t k) const { return static_cast<double>(values[k]); }
};

template <class Value>
struct DenseRows {
  const Value* values;
  std::uint64_t rows;
  std::uint64_t features;

  DenseRow<Value> operator[](std::uint64_t i) const { return {values + i * features, features}; }
};

template <class Value>
struct SparseRows {
  const std::uint64_t* starts;  // rows + 1 of them
  const std::uint32_t* ids;
  const Value* values;
  std::uint64_t rows;
  std::uint64_t features;

  SparseRow<Value> operator[](std::uint64_t i) const {
    return {ids + starts[i], values + starts[i], starts[i + 1] - starts[i]};
  }
};

using RowsView =
    std::variant<DenseRows<float>, DenseRows<double>, SparseRows<float>, SparseRows<double>>;

// ‖x‖² of every row.
inline std::vector<double> squared_lengths(const RowsView& view) {
  return std::visit(
      [](const auto& rows) {
        std::vector<double> lengths(rows.rows);
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) lengths[i] += row.value(k) * row.value(k);
        }
        return lengths;
      },
      view);
}

}  // namespace perceptron
