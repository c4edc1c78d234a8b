// Reads the rows once for many models, each with rows of its own: rows needed by several models
// are read once, and every model is rounded as if computed alone.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/memory.h"
#include "data/rows.h"

namespace perceptron::core {

// What one model requests. `from` and `to` have one value per feature and, except in
// multiply_rows(), one more for the offset, a feature that is 1 in every row and not stored.
struct RowsRequest {
  std::span<const std::uint32_t> rows;  // ascending
  const double* factor = nullptr;       // of each of them
  const double* from = nullptr;
  double* to = nullptr;
};
using RowsRequests = std::span<const RowsRequest>;

// to[k] ← x·from for the row x = rows[k], without an offset.
void multiply_rows(const RowsView& view, RowsRequests requests);

// to += Σ factor·x, and Σ factor·x² element-wise.
void add_rows(const RowsView& view, RowsRequests requests);
void add_squared_rows(const RowsView& view, RowsRequests requests);

// Eight models that share a cache line, and the rows that any of them needs.
struct LineOfModels {
  LineOfModels(const RowsView& view, RowsRequests requests);

  // Interleaves `from` or `to` of its models, and writes `to` back.
  enum class Offsets { with, without };
  void load_from(Offsets offsets);
  void load_to();
  void store_to() const;

  RowsRequests models;
  std::vector<std::uint32_t> rows;
  AlignedVector<double> factors;  // one line per row; 0 if a model does not need it
  AlignedVector<double> from;     // one line per feature
  AlignedVector<double> to;
};

// A contiguous copy of some rows.
class RowsCopy {
 public:
  RowsCopy(const RowsView& rows, const std::vector<std::uint32_t>& list);
  const RowsView& view() const { return view_; }

 private:
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint32_t> ids_;
  std::vector<float> singles_;
  std::vector<double> doubles_;
  RowsView view_;
};

// Products with Σ factor·x·xᵀ, many of them with the same rows and factors.
class SharedSquares {
 public:
  SharedSquares(const RowsView& rows, std::vector<RowsRequest> requests);
  SharedSquares(const SharedSquares&) = delete;
  SharedSquares& operator=(const SharedSquares&) = delete;

  // to += Σ factor·(x·from)·x.
  void multiply();

 private:
  void multiply_alone();
  void gather();

  const RowsView* rows_;
  std::vector<RowsRequest> requests_;
  std::vector<std::vector<std::uint32_t>> places_;  // of their rows in the copy
  std::unique_ptr<RowsCopy> copy_;
  std::vector<LineOfModels> lines_;
};

}  // namespace perceptron::core
