// The linear system of a Newton step on the central path, with one unknown γ per row and one d per
// feature, the last of them for the offset:
//
//     E·γ + X·d = rows,   D·d − Xᵀ·γ = features        with diagonal E, D ≥ 0
//
// It is reduced to D + XᵀE⁻¹X for the features or to E + XD⁻¹Xᵀ for the rows, whichever costs less.
// The latter is bordered by the offset, whose D is 0 if it is free.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/interrupt.h"
#include "kernel/arithmetic.h"
#include "kernel/linear_system.h"
#include "solve/problem.h"

namespace perceptron::core {

// The right-hand side or the solution.
struct RowsAndFeatures {
  std::vector<double> rows;
  std::vector<double> features;
};

// What solving the system costs, and the size of the matrix to factor.
struct StepCost {
  bool by_rows = false;
  double size = 0;
  double additions = 0;
};

// Rows that are not examples do not count.
template <class Rows>
StepCost step_cost(const Rows& rows, std::span<const std::uint32_t> examples) {
  std::vector<std::uint32_t> column(rows.features);
  double by_features = 0;
  for (const std::uint32_t i : examples) {
    const auto row = rows[i];
    by_features += 0.5 * static_cast<double>(row.size) * static_cast<double>(row.size);
    for (std::uint64_t k = 0; k < row.size; ++k) ++column[row.feature(k)];
  }
  double by_rows = 0;
  for (const std::uint32_t entries : column)
    by_rows += 0.5 * static_cast<double>(entries) * static_cast<double>(entries);
  const auto features = static_cast<double>(rows.features + 1);
  const auto size = static_cast<double>(examples.size());
  by_features += System::cost(features);
  by_rows += System::cost(size);
  return by_rows < by_features ? StepCost{true, size, by_rows}
                               : StepCost{false, features, by_features};
}

template <class Rows>
class StepSystem {
 public:
  StepSystem(const Rows& rows, std::span<const std::uint32_t> examples, OffsetKind offset)
      : rows_(rows),
        examples_(examples),
        offset_(offset),
        by_rows_(step_cost(rows, examples).by_rows) {
    if (by_rows_) transpose();
    system_ =
        System(by_rows_ ? examples.size() : rows.features + (offset == OffsetKind::none ? 0 : 1));
  }

  // Factors the matrix for these diagonals.
  void factor(const std::vector<double>& e, const std::vector<double>& d) {
    e_ = e;
    d_ = d;
    system_.clear();
    by_rows_ ? factor_rows() : factor_features();
  }

  RowsAndFeatures solve(const RowsAndFeatures& right) const {
    return by_rows_ ? solve_for_rows(right) : solve_for_features(right);
  }
  // The same, refined once, because the diagonals differ by many orders of magnitude.
  RowsAndFeatures solve_precisely(const RowsAndFeatures& right) const {
    RowsAndFeatures x = solve(right);
    const RowsAndFeatures correction = solve(rest_of(right, x));
    const auto add_to = [](std::vector<double>& sum, const std::vector<double>& by) {
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += by[k];
    };
    add_to(x.rows, correction.rows);
    add_to(x.features, correction.features);
    return x;
  }

  // X·d with the offset, and Xᵀ·γ.
  std::vector<double> times(const std::vector<double>& d) const {
    std::vector<double> products(examples_.size());
    const double b = offset_ == OffsetKind::none ? 0 : d.back();
    for (std::size_t e = 0; e < products.size(); ++e)
      products[e] = dot(rows_[examples_[e]], d.data()) + b;
    return products;
  }
  std::vector<double> transposed_times(const std::vector<double>& gamma) const {
    std::vector<double> sums(rows_.features + 1);
    for (std::size_t e = 0; e < gamma.size(); ++e) {
      add(rows_[examples_[e]], gamma[e], sums.data());
      sums.back() += gamma[e];
    }
    if (offset_ == OffsetKind::none) sums.back() = 0;
    return sums;
  }

  // Σ x² of each feature.
  std::vector<double> squares() const {
    std::vector<double> sums(rows_.features + 1);
    for (const std::uint32_t i : examples_) {
      const auto row = rows_[i];
      for (std::uint64_t k = 0; k < row.size; ++k)
        sums[row.feature(k)] += row.value(k) * row.value(k);
    }
    return sums;
  }

 private:
  bool free_offset() const { return offset_ == OffsetKind::free; }

  void factor_features() {
    for (std::size_t e = 0; e < examples_.size(); ++e) {
      if (e % 4096 == 0) check_interrupt();
      system_.add(rows_[examples_[e]], 1 / e_[e], offset_ != OffsetKind::none);
    }
    check_interrupt();
    system_.factor(1, d_);
  }

  void factor_rows() {
    const SparseRows<double> columns{starts_.data(), ids_.data(), values_.data(), rows_.features,
                                     examples_.size()};
    for (std::uint64_t j = 0; j < columns.rows; ++j) {
      if (j % 4096 == 0) check_interrupt();
      if (columns[j].size > 0) system_.add(columns[j], 1 / d_[j], false);
    }
    if (offset_ == OffsetKind::penalised) {
      const std::vector<double> ones(examples_.size(), 1);
      system_.add(DenseRow<double>{ones.data(), ones.size()}, 1 / d_.back(), false);
    }
    check_interrupt();
    system_.factor(1, e_);
    if (!free_offset()) return;
    border_.assign(examples_.size(), 1);
    system_.solve(border_);
  }

  RowsAndFeatures solve_for_features(const RowsAndFeatures& right) const {
    RowsAndFeatures x;
    x.rows.resize(examples_.size());
    for (std::size_t e = 0; e < x.rows.size(); ++e) x.rows[e] = right.rows[e] / e_[e];
    x.features = transposed_times(x.rows);
    for (std::size_t j = 0; j < x.features.size(); ++j) x.features[j] += right.features[j];
    system_.solve({x.features.data(), system_.size()});
    if (offset_ == OffsetKind::none) x.features.back() = 0;
    const std::vector<double> products = times(x.features);
    for (std::size_t e = 0; e < x.rows.size(); ++e)
      x.rows[e] = (right.rows[e] - products[e]) / e_[e];
    return x;
  }

  RowsAndFeatures solve_for_rows(const RowsAndFeatures& right) const {
    RowsAndFeatures x;
    x.features = right.features;
    divide(x.features);
    if (free_offset()) x.features.back() = 0;
    x.rows = times(x.features);
    for (std::size_t e = 0; e < x.rows.size(); ++e) x.rows[e] = right.rows[e] - x.rows[e];
    system_.solve(x.rows);
    double step = 0;
    if (free_offset()) {
      step = (std::accumulate(x.rows.begin(), x.rows.end(), 0.0) + right.features.back()) /
             std::accumulate(border_.begin(), border_.end(), 0.0);
      for (std::size_t e = 0; e < x.rows.size(); ++e) x.rows[e] -= step * border_[e];
    }
    x.features = transposed_times(x.rows);
    for (std::size_t j = 0; j < x.features.size(); ++j) x.features[j] += right.features[j];
    divide(x.features);
    if (free_offset()) x.features.back() = step;
    return x;
  }
  // By D, which is 0 for an offset that is free or absent.
  void divide(std::vector<double>& features) const {
    for (std::size_t j = 0; j + 1 < features.size(); ++j) features[j] /= d_[j];
    if (offset_ == OffsetKind::penalised) features.back() /= d_.back();
    if (offset_ == OffsetKind::none) features.back() = 0;
  }

  RowsAndFeatures rest_of(const RowsAndFeatures& right, const RowsAndFeatures& x) const {
    RowsAndFeatures rest;
    rest.rows = times(x.features);
    for (std::size_t e = 0; e < rest.rows.size(); ++e)
      rest.rows[e] = right.rows[e] - (e_[e] * x.rows[e] + rest.rows[e]);
    rest.features = transposed_times(x.rows);
    for (std::size_t j = 0; j < rest.features.size(); ++j)
      rest.features[j] = right.features[j] - (d_[j] * x.features[j] - rest.features[j]);
    return rest;
  }

  // The columns of the examples.
  void transpose() {
    starts_.assign(rows_.features + 2, 0);
    const auto each = [&](const auto& work) {
      for (std::uint32_t e = 0; e < examples_.size(); ++e) {
        const auto row = rows_[examples_[e]];
        for (std::uint64_t k = 0; k < row.size; ++k) {
          if (row.value(k) != 0) work(row.feature(k), e, row.value(k));
        }
      }
    };
    each([&](std::uint64_t j, std::uint32_t, double) { ++starts_[j + 2]; });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    ids_.resize(starts_.back());
    values_.resize(starts_.back());
    each([&](std::uint64_t j, std::uint32_t e, double value) {
      ids_[starts_[j + 1]] = e;
      values_[starts_[j + 1]++] = value;
    });
  }

  const Rows& rows_;
  std::span<const std::uint32_t> examples_;
  OffsetKind offset_;
  bool by_rows_;
  std::vector<std::uint64_t> starts_;  // of the columns
  std::vector<std::uint32_t> ids_;
  std::vector<double> values_;
  std::vector<double> e_;
  std::vector<double> d_;
  System system_;
  std::vector<double> border_;  // the factored matrix's solution for a right-hand side of ones
};

}  // namespace perceptron::core
