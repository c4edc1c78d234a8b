#include "certify/offset_search.h"

#include <algorithm>
#include <cmath>

#include "base/elementary.h"
#include "base/interrupt.h"
#include "certify/region.h"

namespace perceptron::core {

OffsetSearch::OffsetSearch(const Problem& problem, std::span<const double> w)
    : problem_(problem), weights_(problem.signed_weight, problem.n) {
  rows_.reserve(problem.size());
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < problem.size(); ++i) {
          if (i % 4096 == 0) check_interrupt();
          if (problem.signed_weight[i] == 0) {
            rows_.push_back({});
          } else {
            const RowBounds bounds = row_bounds(w, rows[i]);
            rows_.push_back({bounds.product, bounds.length});
          }
        }
      },
      problem.rows);
}

Interval OffsetSearch::around(double b, double radius, Removal removal) const {
  return {end(b, -1, radius, removal), end(b, 1, radius, removal)};
}

// Whether every such offset is below b (`side` 1) or above it (−1): the slope along b, times the
// side, is positive at b for all weights of the ball, and it does not decrease.
bool OffsetSearch::is_beyond(double b, double side, double radius, Removal removal) const {
  return with_loss(problem_.loss, [&](auto definition) {
    return slope<decltype(definition)>(b, side, radius, removal) > 0;
  });
}

// A lower bound on the slope along b, times the side; without the row that matters most, if one is
// removed.
template <LossDefinition L>
double OffsetSearch::slope(double b, double side, double radius, Removal removal) const {
  LongSum sum;
  double largest = 0;
  for (std::uint64_t i = 0; i < rows_.size(); ++i) {
    if (i % 4096 == 0) check_interrupt();
    const double y = problem_.signed_weight[i];
    if (y == 0) continue;
    const Interval v = weights_.v(i);
    const Interval p = products_within(radius, {rows_[i].product, rows_[i].length});
    if (y * side > 0) {
      const double least = y > 0 ? round_down(p.lower + b) : -round_up(p.upper + b);
      sum.add(-round_up(v.upper * L::fall_upper(least)));
    } else {
      const double most = y > 0 ? round_up(p.upper + b) : -round_down(p.lower + b);
      const double term = std::max(0.0, round_down(v.lower * L::fall_lower(most)));
      largest = std::max(largest, term);
      sum.add(term);
    }
  }
  if (sum.terms == 0) return 0;
  return removal == Removal::none ? sum.lower() : round_down(sum.lower() - largest);
}

// The end of the interval on one side of b.
double OffsetSearch::end(double b, double side, double radius, Removal removal) const {
  if (is_beyond(b, side, radius, removal)) return b;
  constexpr int kDoublings = 200;
  constexpr int kHalvings = 7;
  double inside = 0;
  double outside = std::max({radius, std::abs(b) * 0x1p-50, 0x1p-60});
  for (int k = 0; !is_beyond(b + side * outside, side, radius, removal); ++k) {
    if (k == kDoublings) return side * kInfinity;
    inside = outside;
    outside *= 2;
  }
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = inside + (outside - inside) / 2;
    (is_beyond(b + side * middle, side, radius, removal) ? outside : inside) = middle;
  }
  return b + side * outside;
}

}  // namespace perceptron::core
