// Rows times a bank of models, SIMD over models: the products of a row with the
// weights of many models, and a step along a row for many. Every model gets the
// roundings that it would get alone.
//
// There are two orders of summation. The loop sums in the order of the features, as
// the textbook does. The solvers of losses take dot() of arithmetic.h: four sums by
// turns, which one model alone computes faster.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.h"
#include "kernel/bank.h"

namespace perceptron::core {

// The models that take part, by the first of each vector of them. What the functions
// below compute for others of the bank is left as it is.
using Places = std::span<const std::uint64_t>;

// Some rows, by their numbers: a list of them, or a range.
class RowList {
 public:
  RowList(std::span<const std::uint32_t> list) : narrow_(list.data()), size_(list.size()) {}
  RowList(std::span<const std::uint64_t> list) : wide_(list.data()), size_(list.size()) {}
  static RowList range(std::uint64_t begin, std::uint64_t end) { return {begin, end - begin}; }
  static RowList one(std::uint64_t row) { return {row, 1}; }

  std::uint64_t size() const { return size_; }
  std::uint64_t operator[](std::uint64_t i) const {
    return wide_ != nullptr ? wide_[i] : narrow_ != nullptr ? narrow_[i] : first_ + i;
  }

 private:
  RowList(std::uint64_t first, std::uint64_t size) : first_(first), size_(size) {}

  const std::uint32_t* narrow_ = nullptr;
  const std::uint64_t* wide_ = nullptr;
  std::uint64_t first_ = 0;
  std::uint64_t size_ = 0;
};

// The functions for one layout of rows and one instruction set. `view` is a view of
// that layout; weights are those of a bank, or lie as in one: those of a feature side
// by side, `stride` numbers from one feature to the next.
struct BankKernel {
  std::uint64_t lanes;  // models of a vector

  // s ← Wᵀx + b for each row, `stride` scores a row; in the order of the features.
  void (*score)(const RowsView& view, const RowList& rows, const Bank& bank, Places at, double* s);

  // s ← Wᵀx for each row, in four sums by turns.
  void (*dot)(const RowsView& view, const RowList& rows, const double* weights,
              std::uint64_t stride, Places at, double* s);

  // W += x tᵀ for each row, with `stride` steps a row.
  void (*add)(const RowsView& view, const RowList& rows, const double* steps, std::uint64_t stride,
              Places at, double* weights);
  // The same with x², feature by feature.
  void (*add_squares)(const RowsView& view, const RowList& rows, const double* steps,
                      std::uint64_t stride, Places at, double* weights);

  // w += t·x for the weights of one model, one behind the other.
  void (*add_one)(const RowsView& view, std::uint64_t row, double t, double* w);

  // Asks for a row that is needed soon, and for the place of one that is later.
  void (*fetch)(const RowsView& view, std::uint64_t row, std::uint64_t later);
};

// Those for these rows and the best instruction set that the machine has.
const BankKernel& bank_kernel(const RowsView& view);

// The places of so many models, all of them.
std::vector<std::uint64_t> all_places(const BankKernel& kernel, std::uint64_t models);

}  // namespace perceptron::core
