// Linear systems solved over the integers, against Gauss in rational numbers.

#include "certify/exact_linear_system.h"

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <utility>
#include <vector>

#include "base/random.h"

namespace perceptron::core::test {
namespace {

using Table = std::vector<std::vector<mpz_class>>;

mpz_class random_integer(Random& random, std::uint64_t bits) {
  mpz_class value;
  for (std::uint64_t done = 0; done < bits; done += 32)
    value = (value << 32) + static_cast<unsigned long>(random.below(std::uint64_t{1} << 32U));
  value >>= static_cast<unsigned long>((32 - bits % 32) % 32);
  return random.below(2) == 0 ? value : mpz_class(-value);
}

// By Gauss in rational numbers.
bool is_singular(const Table& a) {
  std::vector<std::vector<mpq_class>> rows;
  for (const auto& row : a) rows.emplace_back(row.begin(), row.end());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    std::size_t pivot = c;
    while (pivot < rows.size() && rows[pivot][c] == 0) ++pivot;
    if (pivot == rows.size()) return true;
    std::swap(rows[pivot], rows[c]);
    for (std::size_t i = c + 1; i < rows.size(); ++i) {
      const mpq_class factor = rows[i][c] / rows[c][c];
      for (std::size_t j = c; j < rows.size(); ++j) rows[i][j] -= factor * rows[c][j];
    }
  }
  return false;
}

bool solves(const Table& a, const Table& right, const ExactSolution& solution) {
  if (solution.denominator <= 0 || solution.numerators.size() != right.size()) return false;
  for (std::size_t c = 0; c < right.size(); ++c) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      mpz_class sum;
      for (std::size_t j = 0; j < a.size(); ++j) sum += a[i][j] * solution.numerators[c].at(j);
      if (sum != right[c][i] * solution.denominator) return false;
    }
  }
  return true;
}

RC_GTEST_PROP(SolveExactly, SolvesWhatIsRegularAndNothingElse, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t k = 1 + random.below(7);
  // Mostly small numbers, of which many a matrix is singular.
  const std::uint64_t kind = random.below(8);
  const std::uint64_t bits = kind == 0 ? 200 : kind == 1 ? 62 + random.below(3) : 1 + kind / 4;
  Table a(k, std::vector<mpz_class>(k));
  Table right(1 + random.below(2), std::vector<mpz_class>(k));
  for (auto& row : a) {
    for (mpz_class& x : row) x = random_integer(random, bits);
  }
  for (auto& column : right) {
    for (mpz_class& x : column) x = random_integer(random, random.below(4) == 0 ? 200 : 2);
  }
  if (k > 1 && random.below(3) == 0) {  // the last row is a mixture of others
    a[k - 1].assign(k, 0);
    for (std::uint64_t i = 0; i + 1 < k; ++i) {
      const mpz_class factor = random_integer(random, bits);
      for (std::uint64_t j = 0; j < k; ++j) a[k - 1][j] += factor * a[i][j];
    }
  }
  const auto solution = solve_exactly(a, right);
  RC_ASSERT(solution.has_value() == !is_singular(a));
  RC_TAG(solution ? "regular" : "singular");
  if (solution) {
    RC_ASSERT(solves(a, right, *solution));
  }
}

// A determinant that is a multiple of a prime is not yet zero.
TEST(SolveExactly, DeterminantsThatManyPrimesDivide) {
  const mpz_class primes[] = {536870909, 536870879, 536870869};
  mpz_class product = 1;
  for (const mpz_class& p : primes) {
    product *= p;
    for (const mpz_class& number : {p, product}) {
      const Table a = {{number, 0}, {1, 1}};
      const Table right = {{1, 0}};
      const auto solution = solve_exactly(a, right);
      ASSERT_TRUE(solution.has_value()) << number.get_str();
      EXPECT_TRUE(solves(a, right, *solution));
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
