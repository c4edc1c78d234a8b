// The features whose weights Newton's method with L1 changes for now: those with a nonzero weight,
// and those that violate the optimality condition most. Their values are stored by columns. Where
// there are few features for the number of rows, they are all of them, read by rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "kernel/arithmetic.h"
#include "solve/problem.h"

namespace perceptron::core {

template <class Rows>
class WorkingSet {
 public:
  // Of the rows only the examples count: they are numbered as in this list.
  WorkingSet(const Problem& problem, const Rows& rows, std::span<const std::uint64_t> examples)
      : problem_(problem), rows_(rows), examples_(examples), slot_(problem.features(), kNone) {
    constexpr std::uint64_t kMostOfAll = 1024;
    constexpr std::uint64_t kRows = 8;  // for each feature
    const std::uint64_t features = problem.features();
    has_all_ = features <= kMostOfAll && kRows * features <= examples.size();
    if (!has_all_) return;
    features_.resize(features);
    std::iota(features_.begin(), features_.end(), 0U);
    slot_ = features_;
    for (const std::uint64_t i : examples) entries_ += rows[i].size;
  }

  std::size_t size() const { return features_.size(); }
  bool has_all() const { return has_all_; }
  // Stored values of all rows, and of a row on average.
  double entries() const { return static_cast<double>(entries_); }
  double mean_length() const {
    return entries() / static_cast<double>(std::max<std::size_t>(examples_.size(), 1));
  }
  std::uint32_t operator[](std::size_t k) const { return features_[k]; }

  // Chooses it for these weights and u = (1/n) Σβyx: as many features of weight 0 as of nonzero
  // weight, by |u − L2·w| − L1. True if it changed, which costs two passes.
  bool choose(std::span<const double> w, std::span<const double> u) {
    if (has_all_) return false;
    std::vector<std::pair<double, std::uint32_t>> violating;
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t j = 0; j < w.size(); ++j) {
      const double excess = std::abs(u[j] - problem_.l2 * w[j]) - problem_.l1;
      if (w[j] != 0) {
        chosen.push_back(j);
      } else if (excess > 0) {
        violating.emplace_back(-excess, j);
      }
    }
    const std::size_t most = std::max<std::size_t>(chosen.size(), 192);
    if (violating.size() > most) {
      std::nth_element(violating.begin(), violating.begin() + static_cast<std::ptrdiff_t>(most),
                       violating.end());
      violating.resize(most);
    }
    for (const auto& each : violating) chosen.push_back(each.second);
    std::sort(chosen.begin(), chosen.end());
    if (chosen == features_ && !starts_.empty()) return false;
    features_ = std::move(chosen);
    gather_columns();
    return true;
  }

  // Calls work(example, value) for the column of the k-th feature, unless the set has all.
  template <class Work>
  void for_column(std::size_t k, const Work& work) const {
    for (std::uint64_t at = starts_[k]; at < starts_[k + 1]; ++at)
      work(column_rows_[at], column_values_[at]);
  }

  // The lower half of matrix += Σ factor·x·xᵀ over the rows, restricted to the set, with the
  // offset's 1 as the last entry of x if there is one.
  template <class Factors>
  void add_squares(const Factors& factors, bool offset, std::vector<double>& matrix,
                   std::size_t size) const {
    for_rows(factors, offset, [&](const SparseRow<double>& x, double factor) {
      add_square(x, factor, matrix.data(), size);
    });
  }
  // Only the diagonal.
  template <class Factors>
  void add_diagonal(const Factors& factors, bool offset, std::vector<double>& diagonal) const {
    for_rows(factors, offset, [&](const SparseRow<double>& x, double factor) {
      for (std::uint64_t k = 0; k < x.size; ++k)
        diagonal[x.feature(k)] += factor * x.value(k) * x.value(k);
    });
  }

 private:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  // Calls work(x, factor) for the rows with a factor, x being restricted to the set, with the
  // offset's 1 as its last entry if there is one.
  template <class Factors, class Work>
  void for_rows(const Factors& factors, bool offset, const Work& work) const {
    std::vector<std::uint32_t> slots;
    std::vector<double> values;
    for (std::size_t e = 0; e < examples_.size(); ++e) {
      if (factors[e] == 0) continue;
      slots.clear();
      values.clear();
      const auto keep = [&](std::size_t slot, double value) {
        slots.push_back(static_cast<std::uint32_t>(slot));
        values.push_back(value);
      };
      const auto x = rows_[examples_[e]];
      for (std::uint64_t k = 0; k < x.size; ++k) {
        const std::uint32_t slot = slot_[x.feature(k)];
        if (slot != kNone && x.value(k) != 0) keep(slot, x.value(k));
      }
      if (offset) keep(features_.size(), 1);
      work(SparseRow<double>{slots.data(), values.data(), slots.size()}, factors[e]);
    }
  }

  void gather_columns() {
    std::fill(slot_.begin(), slot_.end(), kNone);
    for (std::uint32_t k = 0; k < features_.size(); ++k) slot_[features_[k]] = k;
    std::vector<std::uint64_t> ends(features_.size() + 1);
    const auto each = [&](const auto& work) {
      for (std::size_t e = 0; e < examples_.size(); ++e) {
        const auto row = rows_[examples_[e]];
        for (std::uint64_t k = 0; k < row.size; ++k) {
          const std::uint32_t slot = slot_[row.feature(k)];
          if (slot != kNone && row.value(k) != 0) work(slot, e, row.value(k));
        }
      }
    };
    each([&](std::uint32_t slot, std::size_t, double) { ++ends[slot + 1]; });
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    starts_ = ends;
    entries_ = ends.back();
    column_rows_.resize(ends.back());
    column_values_.resize(ends.back());
    each([&](std::uint32_t slot, std::size_t e, double value) {
      column_rows_[ends[slot]] = static_cast<std::uint32_t>(e);
      column_values_[ends[slot]++] = value;
    });
  }

  const Problem& problem_;
  const Rows& rows_;
  std::span<const std::uint64_t> examples_;
  bool has_all_ = false;
  std::uint64_t entries_ = 0;
  std::vector<std::uint32_t> features_;
  std::vector<std::uint32_t> slot_;  // a feature's index in the set
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint32_t> column_rows_;
  std::vector<double> column_values_;
};

}  // namespace perceptron::core
