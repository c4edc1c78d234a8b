// Exact solutions of systems of linear equations over the integers.
#pragma once

#include <optional>
#include <vector>

#include "certify/exact.h"

namespace perceptron::core {

// Columns of numbers over one denominator.
struct ExactSolution {
  std::vector<std::vector<Integer>> numerators;  // one vector a right-hand side
  Integer denominator;                           // positive
};

// Solves A X = B for a square A of k rows; `right` has one column of B each.
// Nothing if A is singular (or, if it is large, as good as certainly so).
// Dixon's method (1982): one inverse modulo a prime,
// then the digits of the solution in base p, then fractions from the digits,
// which are checked; the cost grows as k³ times the length of the numbers.
std::optional<ExactSolution> solve_exactly(const std::vector<std::vector<Integer>>& a,
                                           const std::vector<std::vector<Integer>>& right);

// Numbers modulo the prime kPrime: what is independent there is independent.
constexpr std::uint64_t kPrime = 536870909;
inline std::uint64_t residue(const Integer& x, std::uint64_t prime = kPrime) {
  return mpz_fdiv_ui(x.get_mpz_t(), prime);
}
// Columns in which the rows are independent modulo kPrime, one for each row
// that does not depend on those before it.
std::vector<std::size_t> independent_columns(std::vector<std::vector<std::uint64_t>> rows);

}  // namespace perceptron::core
