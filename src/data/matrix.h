// Owns rows, dense or sparse (compressed sparse rows), filled value by value.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/memory.h"
#include "data/rows.h"

namespace perceptron::core {

// Numbers stored as float32 as long as that is exact, as float64 once a number needs it.
class Values {
 public:
  void push(double value) {
    if (!wide_ && !fits(value)) widen();
    if (wide_) {
      doubles_.push_back(value);
    } else {
      floats_.push_back(static_cast<float>(value));
    }
  }
  double operator[](std::uint64_t i) const {
    return wide_ ? doubles_[i] : static_cast<double>(floats_[i]);
  }
  std::uint64_t size() const { return wide_ ? doubles_.size() : floats_.size(); }
  bool wide() const { return wide_; }
  const float* floats() const { return floats_.data(); }
  const double* doubles() const { return doubles_.data(); }
  float* floats() { return floats_.data(); }
  double* doubles() { return doubles_.data(); }
  double* widen();  // stores all as float64 from now on
  // Appends many; `narrow`: float32 holds each of them exactly.
  void append(std::span<const double> values, bool narrow);
  void append(std::span<const float> values);
  void reserve(std::uint64_t count);
  void truncate(std::uint64_t count);  // keeps the first ones, as float32 if that is now exact
  void clear();

 private:
  static bool fits(double value) { return static_cast<double>(static_cast<float>(value)) == value; }

  LargeVector<float> floats_;
  LargeVector<double> doubles_;
  bool wide_ = false;
};

class Matrix {
 public:
  enum class Layout { dense, sparse };

  Matrix() : Matrix(Layout::dense, 0) {}
  Matrix(Layout layout, std::uint64_t features);
  // Borrows rows that are stored elsewhere, such as in a cache, which `keeper` keeps alive.
  // Functions that modify them make a copy first.
  Matrix(const RowsView& rows, std::shared_ptr<const void> keeper);

  // The next value of the row being filled. Dense rows take every feature in turn; sparse rows
  // take ascending features without zeros.
  void push(std::uint64_t feature, double value) {
    if (layout_ == Layout::sparse) ids_.push_back(static_cast<std::uint32_t>(feature));
    values_.push(value);
  }
  void end_row();

  Layout layout() const { return layout_; }
  bool borrowed() const { return borrowed_.has_value(); }  // the rows are stored elsewhere
  std::uint64_t rows() const;
  std::uint64_t features() const { return features_; }
  std::uint64_t stored() const;  // stored values, some of which may be 0
  std::uint64_t nonzeros() const;
  const char* value_type() const;                   // float32, float64 or ones
  const Values& values() const { return values_; }  // of rows that are not borrowed
  RowsView view() const;

  // Appends some rows of a matrix of the same layout and features.
  void append(const Matrix& from, std::span<const std::uint64_t> which);
  // Appends rows whose values end at `ends`. `base` is subtracted from the ids, which dense rows
  // do not have.
  void append(std::span<const std::uint64_t> ends, std::span<const std::uint32_t> ids,
              std::uint32_t base, std::span<const double> values, bool narrow);
  // Appends rows of the same layout and features.
  void append(const RowsView& more);
  void reserve(std::uint64_t rows, std::uint64_t values);
  void clear();  // removes the rows; the capacity is kept for the next ones
  void resize_features(std::uint64_t features);
  // Subtracts `base` from every feature id: files may count from 1.
  void shift_ids(std::uint32_t base);
  // Renumbers feature j to number[j] and sorts each row again. Features numbered kDropped are
  // removed.
  static constexpr std::uint32_t kDropped = 0xffffffff;
  void renumber(const std::vector<std::uint32_t>& number, std::uint64_t features);
  // The same rows in the other layout.
  Matrix as(Layout layout) const;
  // Replaces each stored value v of feature j by change(row, j, v).
  template <class Change>
  void transform(const Change& change) {
    own();
    double* values = values_.widen();
    for (std::uint64_t i = 0; i < rows(); ++i) {
      for (std::uint64_t k = starts_[i]; k < starts_[i + 1]; ++k) {
        values[k] = change(i, layout_ == Layout::sparse ? ids_[k] : k - starts_[i], values[k]);
      }
    }
  }

 private:
  void own();  // copies borrowed rows
  template <class Value>
  std::uint64_t renumber_in_place(const std::vector<std::uint32_t>& number, Value* values);

  Layout layout_;
  std::uint64_t features_;
  std::optional<RowsView> borrowed_;
  std::shared_ptr<const void> keeper_;  // of borrowed rows
  LargeVector<std::uint64_t> starts_ = {0};
  LargeVector<std::uint32_t> ids_;  // sparse only
  Values values_;
};

// Calls use(feature, value) for every stored value.
template <class Use>
void each_value(const Matrix& matrix, const Use& use) {
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          const auto row = view[i];
          for (std::uint64_t k = 0; k < row.size; ++k) use(row.feature(k), row.value(k));
        }
      },
      matrix.view());
}

// The layout for a table with this many nonzero values.
inline Matrix::Layout table_layout(std::uint64_t nonzeros, std::uint64_t rows,
                                   std::uint64_t features) {
  constexpr double kFull = 0.25;
  const double cells = static_cast<double>(rows) * static_cast<double>(features);
  return static_cast<double>(nonzeros) >= kFull * cells ? Matrix::Layout::dense
                                                        : Matrix::Layout::sparse;
}

}  // namespace perceptron::core
