// Exact solutions of systems of linear equations over the integers.
#pragma once

#include <optional>
#include <vector>

#include "certify/exact.h"

namespace perceptron {

// Columns of numbers over one denominator.
struct Fractions {
  std::vector<std::vector<Integer>> numerators;  // one vector a right-hand side
  Integer denominator;                           // positive
};

// Solves A X = B for a square A of k rows; `right` has one column of B each.
// Nothing if A is singular (or, if it is large, as good as certainly so).
// Dixon's method (1982): one inverse modulo a prime,
// then the digits of the solution in base p, then fractions from the digits,
// which are checked; the cost grows as k³ times the length of the numbers.
std::optional<Fractions> solve_exactly(const std::vector<std::vector<Integer>>& a,
                                       const std::vector<std::vector<Integer>>& right);

// x⁻¹ modulo a prime below 2³²; x ≠ 0.
std::uint64_t inverse_modulo(std::uint64_t x, std::uint64_t prime);

}  // namespace perceptron
