// Rows times a bank of models, SIMD over models: the dot products of a row with the weights of
// many models, and adding multiples of a row to them. Every model is rounded as if it were
// computed alone.
//
// There are two orders of summation. The training loop sums in the order of the features, as in
// textbooks. The solvers of losses use dot() of arithmetic.h: four alternating sums, which are
// faster for a single model.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.h"
#include "kernel/bank.h"

namespace perceptron::core {

// The models to compute, given by the first of each vector of them. Results for other models of
// the bank are left unchanged.
using Places = std::span<const std::uint64_t>;

// Some rows, by index: a list or a range.
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

// The functions for one layout of rows and one instruction set. `view` is a view of that layout;
// weights are laid out as in a bank: those of one feature contiguous, `stride` doubles from one
// feature to the next.
struct BankKernel {
  std::uint64_t lanes;  // models per vector

  // s ← Wᵀx + b for each row, `stride` scores per row, summed in the order of the features.
  void (*score)(const RowsView& view, const RowList& rows, const Bank& bank, Places at, double* s);

  // s ← Wᵀx for each row, in four alternating sums.
  void (*dot)(const RowsView& view, const RowList& rows, const double* weights,
              std::uint64_t stride, Places at, double* s);

  // W += x tᵀ for each row, with `stride` steps per row.
  void (*add)(const RowsView& view, const RowList& rows, const double* steps, std::uint64_t stride,
              Places at, double* weights);
  // The same with the squares of the values.
  void (*add_squares)(const RowsView& view, const RowList& rows, const double* steps,
                      std::uint64_t stride, Places at, double* weights);

  // w += t·x for the weights of one model, contiguous.
  void (*add_one)(const RowsView& view, std::uint64_t row, double t, double* w);

  // Prefetches a row that is needed soon, and the position of one that is needed later.
  void (*fetch)(const RowsView& view, std::uint64_t row, std::uint64_t later);
};

// The functions for these rows and the best instruction set that the machine supports.
const BankKernel& bank_kernel(const RowsView& view);

// The places of all of `models` models.
std::vector<std::uint64_t> all_places(const BankKernel& kernel, std::uint64_t models);

}  // namespace perceptron::core
