// dot and add of arithmetic.h for a line of eight models at once, SIMD over models. A
// line has for each feature a cache line of eight weights, one behind the other.
// Every model gets the roundings that it would get alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "data/rows.h"

namespace perceptron {

constexpr std::size_t kLine = 8;

// s ← w·x for row after row of `list`, eight products each.
void dot_line(const RowsView& rows, std::span<const std::uint32_t> list, const double* w,
              double* s);

// w ← w + t·x for row after row, with eight t each.
void add_line(const RowsView& rows, std::span<const std::uint32_t> list, const double* t,
              double* w);

// w ← w + t·x², feature by feature.
void add_squares_line(const RowsView& rows, std::span<const std::uint32_t> list, const double* t,
                      double* w);

}  // namespace perceptron
