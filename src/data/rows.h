// Views of rows, the only access that learners have. A row is a list of (feature, value), features
// ascending; a dense row has every feature, a sparse row some.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

namespace perceptron::core {

// The type of values that are all 1 and therefore not stored.
struct One {};

template <class Value>
struct DenseRow {
  const Value* values;
  std::uint64_t size;

  std::uint64_t feature(std::uint64_t k) const { return k; }
  double value(std::uint64_t k) const { return static_cast<double>(values[k]); }
};

template <class Value, class Id = std::uint32_t>
struct SparseRow {
  const Id* features;
  const Value* values;
  std::uint64_t size;

  std::uint64_t feature(std::uint64_t k) const { return features[k]; }
  double value(std::uint64_t k) const {
    if constexpr (std::is_same_v<Value, One>) {
      return 1;
    } else {
      return static_cast<double>(values[k]);
    }
  }
};

template <class Value>
struct DenseRows {
  const Value* values;
  std::uint64_t rows;
  std::uint64_t features;

  DenseRow<Value> operator[](std::uint64_t i) const { return {values + i * features, features}; }
  std::uint64_t stored() const { return rows * features; }
};

template <class Value, class Id = std::uint32_t>
struct SparseRows {
  const std::uint64_t* starts;  // rows + 1 of them
  const Id* ids;
  const Value* values;
  std::uint64_t rows;
  std::uint64_t features;

  SparseRow<Value, Id> operator[](std::uint64_t i) const {
    const Value* first = values;
    if constexpr (!std::is_same_v<Value, One>) first += starts[i];
    return {ids + starts[i], first, starts[i + 1] - starts[i]};
  }
  std::uint64_t stored() const { return starts[rows]; }
};

// Rows in memory have 32-bit ids and stored values; those of a cache may have shorter ids, and
// those borrowed from another program longer ones.
using RowsView = std::variant<DenseRows<float>, DenseRows<double>, SparseRows<float>,
                              SparseRows<double>, SparseRows<One>, SparseRows<float, std::uint16_t>,
                              SparseRows<double, std::uint16_t>, SparseRows<One, std::uint16_t>,
                              SparseRows<float, std::uint64_t>, SparseRows<double, std::uint64_t>>;

// A contiguous range of them.
inline RowsView slice(const RowsView& view, std::uint64_t begin, std::uint64_t end) {
  return std::visit(
      [&](auto rows) -> RowsView {
        if constexpr (requires { rows.ids; }) {
          rows.starts += begin;
        } else {
          rows.values += begin * rows.features;
        }
        rows.rows = end - begin;
        return rows;
      },
      view);
}

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

}  // namespace perceptron::core
