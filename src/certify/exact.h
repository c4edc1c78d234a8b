// Exact arithmetic on doubles. Each double is an integer times a power of two, so all values of a
// dataset are integers on a grid that is fine enough.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/rows.h"

namespace perceptron::core {

using Integer = mpz_class;
using Rational = mpq_class;

// The largest u ≤ 0 such that every value of the rows is a multiple of 2^u.
int grid_of(const RowsView& rows);

// x / 2^unit; x must be a multiple of 2^unit.
Integer on_grid(double x, int unit);
// The exact value of a double.
Rational exact(double x);

// A vector's nonzeros, features ascending.
using SparseIntegers = std::vector<std::pair<std::uint64_t, Integer>>;
Integer dot(const SparseIntegers& a, const SparseIntegers& b);
Integer dot(const SparseIntegers& a, const std::vector<Integer>& b);

// Rows as integers, scaled by a common factor 2^-unit.
class IntegerRows {
 public:
  explicit IntegerRows(const RowsView& rows) : rows_(rows), unit_(grid_of(rows)) {}

  int unit() const { return unit_; }
  // 2^-unit: the number 1 on this grid.
  Integer one() const { return Integer(1) << static_cast<unsigned>(-unit_); }
  // Σ x_j w_j for row i.
  Integer dot(std::uint64_t i, const std::vector<Integer>& w) const;
  // sum += factor · x for row i.
  void add(std::uint64_t i, const Integer& factor, std::vector<Integer>& sum) const;
  Integer squared_length(std::uint64_t i) const;
  // The row itself, times a sign.
  SparseIntegers row(std::uint64_t i, double sign) const;

 private:
  RowsView rows_;
  int unit_;
};

// "3", "-3/7" or a hexadecimal float "0x1.8p+1"; throws std::invalid_argument.
Rational parse_exact(std::string_view text);

// The numbers as doubles times 2^-exponent, the largest of them near 1.
std::vector<double> as_doubles(const std::vector<Integer>& numbers, long& exponent);

// The numbers times the smallest positive factor that makes them integers.
std::vector<Integer> to_integers(const std::vector<Rational>& numbers);

// The largest double ≤ √x and the smallest ≥ √x, or one step further.
double root_lower(const Rational& x);
double root_upper(const Rational& x);

}  // namespace perceptron::core
