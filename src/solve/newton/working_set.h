// The features whose weights Newton's method with L1 changes for now: those with a nonzero weight,
// and those that violate the optimality condition most. Their values are stored by columns.
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
  WorkingSet(const Problem& problem, const Rows& rows)
      : problem_(problem), rows_(rows), slot_(problem.features(), kNone) {}

  std::size_t size() const { return features_.size(); }
  std::uint32_t operator[](std::size_t k) const { return features_[k]; }

  // Chooses it for these weights and u = (1/n) Σβyx: as many features of weight 0 as of nonzero
  // weight, by |u − L2·w| − L1. True if it changed, which costs two passes.
  bool choose(std::span<const double> w, std::span<const double> u) {
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
    const std::size_t most = std::max<std::size_t>(chosen.size(), 128);
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

  // Calls work(row, value) for the column of the k-th feature.
  template <class Work>
  void for_column(std::size_t k, const Work& work) const {
    for (std::uint64_t at = starts_[k]; at < starts_[k + 1]; ++at)
      work(column_rows_[at], column_values_[at]);
  }

  // The lower half of matrix += Σ factor·x·xᵀ over the rows, restricted to the set, with the
  // offset's 1 as the last entry of x if there is one.
  void add_squares(const std::vector<double>& factors, bool offset, std::vector<double>& matrix,
                   std::size_t size) const {
    std::vector<std::uint32_t> slots;  // features of the row that are in the set
    std::vector<double> values;
    for (std::uint64_t i = 0; i < problem_.size(); ++i) {
      if (factors[i] == 0) continue;
      slots.clear();
      values.clear();
      const auto keep = [&](std::size_t slot, double value) {
        slots.push_back(static_cast<std::uint32_t>(slot));
        values.push_back(value);
      };
      const auto x = rows_[i];
      for (std::uint64_t k = 0; k < x.size; ++k) {
        const std::uint32_t slot = slot_[x.feature(k)];
        if (slot != kNone && x.value(k) != 0) keep(slot, x.value(k));
      }
      if (offset) keep(size - 1, 1);
      add_square(SparseRow<double>{slots.data(), values.data(), slots.size()}, factors[i],
                 matrix.data(), size);
    }
  }

 private:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  void gather_columns() {
    std::fill(slot_.begin(), slot_.end(), kNone);
    for (std::uint32_t k = 0; k < features_.size(); ++k) slot_[features_[k]] = k;
    std::vector<std::uint64_t> ends(features_.size() + 1);
    const auto each = [&](const auto& work) {
      for (std::uint64_t i = 0; i < problem_.size(); ++i) {
        if (problem_.signed_weight[i] == 0) continue;
        const auto row = rows_[i];
        for (std::uint64_t k = 0; k < row.size; ++k) {
          const std::uint32_t slot = slot_[row.feature(k)];
          if (slot != kNone && row.value(k) != 0) work(slot, i, row.value(k));
        }
      }
    };
    each([&](std::uint32_t slot, std::uint64_t, double) { ++ends[slot + 1]; });
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    starts_ = ends;
    column_rows_.resize(ends.back());
    column_values_.resize(ends.back());
    each([&](std::uint32_t slot, std::uint64_t i, double value) {
      column_rows_[ends[slot]] = static_cast<std::uint32_t>(i);
      column_values_[ends[slot]++] = value;
    });
  }

  const Problem& problem_;
  const Rows& rows_;
  std::vector<std::uint32_t> features_;
  std::vector<std::uint32_t> slot_;  // a feature's index in the set
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint32_t> column_rows_;
  std::vector<double> column_values_;
};

}  // namespace perceptron::core
