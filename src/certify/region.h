// A region of planes that contains every exact minimiser of a loss, and the scores of a row under
// them (minimisers.h finds it).
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include <perceptron/certificate.h>
#include "base/elementary.h"
#include "certify/rounding.h"

namespace perceptron::core {

// A ball around the weights and an interval of offsets, which contain every exact minimiser and
// (w, b) itself. A penalised offset is one more weight of the ball, and its interval only b.
struct Region {
  double radius = 0;
  Interval offset;
  bool penalised_offset = false;

  // Whether a plane may have this region.
  bool is_around(double b) const {
    return radius >= 0 && std::isfinite(radius) && std::isfinite(offset.lower) &&
           std::isfinite(offset.upper) && offset.lower <= b && b <= offset.upper;
  }
};

// Of a row: its exact product w·x, and an upper bound on its length.
struct RowBounds {
  Interval product;
  double length = 0;
};

template <class Row>
RowBounds row_bounds(std::span<const double> w, const Row& row, bool with_constant = false) {
  Sum product;
  Sum square;
  for (std::uint64_t k = 0; k < row.size; ++k) {
    const double x = row.value(k);
    product.add_product(x, w[row.feature(k)]);
    square.add_product(x, x);
  }
  if (with_constant) square.add(1);
  return {{product.lower(), product.upper()}, round_up(std::sqrt(square.upper()))};
}

// The products over a ball around w.
inline Interval products_within(double radius, const RowBounds& row) {
  // Slightly more than the rounding requires, so that a check that rounds differently agrees.
  const double reach = round_up(round_up(radius * row.length) * (1 + 0x1p-48));
  const Interval all = {round_down(row.product.lower - reach), round_up(row.product.upper + reach)};
  // NaN means overflow.
  if (std::isnan(all.lower) || std::isnan(all.upper)) return {-kInfinity, kInfinity};
  return all;
}

// The scores of a row under all planes of the region around (w, b).
template <class Row>
Interval scores_within(const Region& region, std::span<const double> w, const Row& row) {
  const Interval products =
      products_within(region.radius, row_bounds(w, row, region.penalised_offset));
  return {round_down(products.lower + region.offset.lower),
          round_up(products.upper + region.offset.upper)};
}

}  // namespace perceptron::core
