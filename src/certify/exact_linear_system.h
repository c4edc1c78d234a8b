// Exact solutions of systems of linear equations over the integers.
#pragma once

#include <optional>
#include <vector>

#include "certify/exact.h"

namespace perceptron::core {

// Columns of numbers with a common denominator.
struct ExactSolution {
  std::vector<std::vector<Integer>> numerators;  // one vector for each right-hand side
  Integer denominator;                           // positive
};

// Solves A X = B for a square A of k rows; `right` holds the columns of B. Returns nothing if A is
// singular (for large A: singular modulo several primes, so almost certainly singular). Dixon's
// method (1982): one inverse modulo a prime p, then the digits of the solution in base p, then
// fractions from the digits, which are checked. The cost grows as k³ times the length of the
// numbers.
std::optional<ExactSolution> solve_exactly(const std::vector<std::vector<Integer>>& a,
                                           const std::vector<std::vector<Integer>>& right);

// Numbers modulo the prime kPrime. Vectors that are independent modulo it are independent.
constexpr std::uint64_t kPrime = 536870909;
inline std::uint64_t residue(const Integer& x, std::uint64_t prime = kPrime) {
  return mpz_fdiv_ui(x.get_mpz_t(), prime);
}
// Columns in which the rows are independent modulo kPrime: one for each row that does not depend on
// the rows before it.
std::vector<std::size_t> independent_columns(std::vector<std::vector<std::uint64_t>> rows);

}  // namespace perceptron::core
