#include "certify/exact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/number.h"
#include "base/text.h"
#include "certify/rounding.h"

namespace perceptron::core {
namespace {

// x = mantissa · 2^exponent.
struct Parts {
  std::int64_t mantissa;
  int exponent;
};

Parts parts_of(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return {static_cast<std::int64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

int lowest_bit(double x) {
  const Parts parts = parts_of(x);
  return parts.exponent + __builtin_ctzll(static_cast<std::uint64_t>(parts.mantissa));
}

// into += factor · x / 2^unit; `product` is scratch space.
void add_product(Integer& into, const Integer& factor, double x, int unit, Integer& product) {
  const auto [mantissa, exponent] = parts_of(x);
  product = factor * mantissa;
  if (exponent >= unit) {
    product <<= static_cast<unsigned>(exponent - unit);
  } else {
    product >>= static_cast<unsigned>(unit - exponent);  // shifts out zeros only
  }
  into += product;
}

// Calls use(feature, value) for the nonzero values of row i.
template <class Use>
void each_nonzero(const RowsView& view, std::uint64_t i, const Use& use) {
  std::visit(
      [&](const auto& rows) {
        const auto row = rows[i];
        for (std::uint64_t k = 0; k < row.size; ++k) {
          if (row.value(k) != 0) use(row.feature(k), row.value(k));
        }
      },
      view);
}

}  // namespace

int grid_of(const RowsView& rows) {
  int lowest = 0;
  const std::uint64_t count = std::visit([](const auto& view) { return view.rows; }, rows);
  for (std::uint64_t i = 0; i < count; ++i) {
    each_nonzero(rows, i, [&](std::uint64_t /*feature*/, double x) {
      const double scaled = std::ldexp(x, -lowest);
      if (scaled != std::trunc(scaled)) lowest = std::min(lowest, lowest_bit(x));
    });
  }
  return lowest;
}

Integer on_grid(double x, int unit) {
  Integer sum;
  Integer product;
  if (x != 0) add_product(sum, 1, x, unit, product);
  return sum;
}

Rational exact(double x) { return {x}; }

Integer IntegerRows::dot(std::uint64_t i, const std::vector<Integer>& w) const {
  Integer sum;
  Integer product;
  each_nonzero(rows_, i, [&](std::uint64_t feature, double x) {
    add_product(sum, w[feature], x, unit_, product);
  });
  return sum;
}

void IntegerRows::add(std::uint64_t i, const Integer& factor, std::vector<Integer>& sum) const {
  Integer product;
  each_nonzero(rows_, i, [&](std::uint64_t feature, double x) {
    add_product(sum[feature], factor, x, unit_, product);
  });
}

SparseIntegers IntegerRows::row(std::uint64_t i, double sign) const {
  SparseIntegers integers;
  each_nonzero(rows_, i, [&](std::uint64_t feature, double x) {
    integers.emplace_back(feature, on_grid(sign * x, unit_));
  });
  return integers;
}

Integer IntegerRows::squared_length(std::uint64_t i) const {
  Integer sum;
  each_nonzero(rows_, i, [&](std::uint64_t /*feature*/, double value) {
    const Integer x = on_grid(value, unit_);
    sum += x * x;
  });
  return sum;
}

Integer dot(const SparseIntegers& a, const SparseIntegers& b) {
  Integer sum;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first == b[j].first) {
      mpz_addmul(sum.get_mpz_t(), a[i++].second.get_mpz_t(), b[j++].second.get_mpz_t());
    } else {
      a[i].first < b[j].first ? ++i : ++j;
    }
  }
  return sum;
}

Integer dot(const SparseIntegers& a, const std::vector<Integer>& b) {
  Integer sum;
  for (const auto& [feature, value] : a)
    mpz_addmul(sum.get_mpz_t(), value.get_mpz_t(), b[feature].get_mpz_t());
  return sum;
}

std::vector<double> as_doubles(const std::vector<Integer>& numbers, long& exponent) {
  std::vector<double> doubles(numbers.size());
  exponent = 0;
  for (const Integer& x : numbers)
    exponent = std::max(exponent, static_cast<long>(mpz_sizeinbase(x.get_mpz_t(), 2)));
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    long own = 0;
    const double fraction = mpz_get_d_2exp(&own, numbers[j].get_mpz_t());
    doubles[j] = std::ldexp(fraction, static_cast<int>(std::max(own - exponent, -1100L)));
  }
  return doubles;
}

Rational parse_exact(std::string_view text) {
  const std::string copy(text);
  const auto fail = [&] { throw std::invalid_argument(in_quotes(copy) + " is not a number"); };
  if (copy.find("0x") != std::string::npos) {
    // Only the format of hexadecimal(): strtod would accept much more.
    if (copy.find_first_not_of("-0123456789abcdefxp+.") != std::string::npos) fail();
    char* end = nullptr;
    const double value = std::strtod(copy.c_str(), &end);
    if (end != copy.c_str() + copy.size() || !std::isfinite(value) || hexadecimal(value) != copy)
      fail();
    return exact(value);
  }
  if (copy.empty() || copy.find_first_not_of("-0123456789/") != std::string::npos) fail();
  Rational value;
  if (value.set_str(copy, 10) != 0 || value.get_den() == 0) fail();
  value.canonicalize();
  return value;
}

std::vector<Integer> to_integers(const std::vector<Rational>& numbers) {
  Integer denominator = 1;
  for (const Rational& x : numbers) denominator = lcm(denominator, x.get_den());
  std::vector<Integer> integers;
  integers.reserve(numbers.size());
  Integer common;
  for (const Rational& x : numbers) {
    integers.emplace_back(x.get_num() * (denominator / x.get_den()));
    common = gcd(common, integers.back());
  }
  if (common > 1) {
    for (Integer& x : integers) x /= common;
  }
  return integers;
}

namespace {

// Approximates √x, even if x itself is out of the range of doubles.
double near_root(const Rational& x) {
  if (x <= 0) return 0;
  long shift = static_cast<long>(mpz_sizeinbase(x.get_num_mpz_t(), 2)) -
               static_cast<long>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
  shift -= shift % 2;
  Rational near_one = x;
  if (shift > 0) {
    mpq_div_2exp(near_one.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(shift));
  } else {
    mpq_mul_2exp(near_one.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(-shift));
  }
  return std::ldexp(std::sqrt(near_one.get_d()), static_cast<int>(shift / 2));
}

}  // namespace

double root_lower(const Rational& x) {
  double root = std::min(near_root(x), std::numeric_limits<double>::max());
  while (root > 0 && exact(root) * exact(root) > x) root = round_down(root);
  return root;
}

double root_upper(const Rational& x) {
  double root = near_root(x);
  while (std::isfinite(root) && exact(root) * exact(root) < x) root = round_up(root);
  return root;
}

}  // namespace perceptron::core
