#include "certify/exact_linear_system.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/interrupt.h"

namespace perceptron::core {
namespace {

__extension__ using Wide = __int128;
using Matrix64 = std::vector<std::vector<std::uint64_t>>;

// Primes lie below 2^29, so that this many products fit a 64-bit sum.
constexpr std::uint64_t kProductsBetweenReductions = 32;

// The largest prime below n.
std::uint64_t prime_below(std::uint64_t n) {
  Integer candidate = n - 1;
  while (mpz_probab_prime_p(candidate.get_mpz_t(), 25) == 0) --candidate;
  return candidate.get_ui();
}

// x^(p−2), by Fermat: x⁻¹ modulo a prime; x ≠ 0.
std::uint64_t inverse_modulo(std::uint64_t x, std::uint64_t prime) {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = prime - 2; exponent > 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result = result * x % prime;
    x = x * x % prime;
  }
  return result;
}

// The inverse of A modulo p by Gauss-Jordan elimination; nothing if A is singular.
std::optional<Matrix64> inverse(const std::vector<std::vector<Integer>>& a, std::uint64_t p) {
  const std::size_t k = a.size();
  Matrix64 work(k, std::vector<std::uint64_t>(2 * k));
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < k; ++j) work[i][j] = residue(a[i][j], p);
    work[i][k + i] = 1;
  }
  for (std::size_t column = 0; column < k; ++column) {
    if (column % 64 == 0) check_interrupt();
    std::size_t pivot = column;
    while (pivot < k && work[pivot][column] == 0) ++pivot;
    if (pivot == k) return std::nullopt;
    std::swap(work[pivot], work[column]);
    const std::uint64_t scale = inverse_modulo(work[column][column], p);
    for (std::size_t j = column; j < 2 * k; ++j) work[column][j] = work[column][j] * scale % p;
    for (std::size_t i = 0; i < k; ++i) {
      const std::uint64_t factor = i == column ? 0 : work[i][column];
      if (factor == 0) continue;
      const std::uint64_t minus = p - factor;
      for (std::size_t j = column; j < 2 * k; ++j)
        work[i][j] = (work[i][j] + minus * work[column][j]) % p;
    }
  }
  for (auto& row : work) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(k));
  return work;
}

// The digits of A⁻¹b in base p, lowest first, extended on demand.
class Digits {
 public:
  Digits(const std::vector<std::vector<Integer>>& a, const Matrix64& inverse,
         std::vector<Integer> b, std::uint64_t p)
      : a_(a), inverse_(inverse), rest_(std::move(b)), p_(p), value_(a.size()), modulus_(1) {
    for (const auto& row : a) {
      for (const Integer& x : row) small_ = small_ && mpz_sizeinbase(x.get_mpz_t(), 2) <= 62;
    }
    if (!small_) return;
    for (const auto& row : a) {
      for (const Integer& x : row) small_a_.push_back(x.get_si());
    }
  }

  void extend(std::size_t digits) {
    const std::size_t k = a_.size();
    std::vector<std::vector<std::uint64_t>> found;
    for (std::size_t d = 0; d < digits; ++d) {
      check_interrupt();
      std::vector<std::uint64_t> rest(k);
      for (std::size_t i = 0; i < k; ++i) rest[i] = residue(rest_[i], p_);
      std::vector<std::uint64_t> digit(k);
      for (std::size_t i = 0; i < k; ++i) {
        std::uint64_t sum = 0;
        for (std::size_t j = 0; j < k;) {
          const std::size_t end = std::min<std::size_t>(k, j + kProductsBetweenReductions);
          for (; j < end; ++j) sum += inverse_[i][j] * rest[j];
          sum %= p_;
        }
        digit[i] = sum;
      }
      subtract(digit);
      found.push_back(std::move(digit));
    }
    // Horner's rule, highest digit first, then added to the digits known before.
    std::vector<Integer> high(k);
    for (std::size_t digit = found.size(); digit-- > 0;) {
      for (std::size_t i = 0; i < k; ++i) high[i] = high[i] * p_ + found[digit][i];
    }
    for (std::size_t i = 0; i < k; ++i) value_[i] += modulus_ * high[i];
    Integer factor;
    mpz_ui_pow_ui(factor.get_mpz_t(), p_, digits);
    modulus_ *= factor;
  }

  const std::vector<Integer>& value() const { return value_; }
  const Integer& modulus() const { return modulus_; }

 private:
  // rest = (rest − A·digit) / p
  void subtract(const std::vector<std::uint64_t>& digit) {
    const std::size_t k = a_.size();
    for (std::size_t i = 0; i < k; ++i) {
      Integer& rest = rest_[i];
      if (small_) {
        Wide sum = 0;
        const std::int64_t* row = small_a_.data() + i * k;
        for (std::size_t j = 0; j < k; ++j)
          sum += static_cast<Wide>(row[j]) * static_cast<std::int64_t>(digit[j]);
        constexpr Wide kHalf = Wide{1} << 62U;
        Integer product = static_cast<long>(sum / kHalf);
        product <<= 62U;
        product += static_cast<long>(sum % kHalf);
        rest -= product;
      } else {
        for (std::size_t j = 0; j < k; ++j)
          mpz_submul_ui(rest.get_mpz_t(), a_[i][j].get_mpz_t(), digit[j]);
      }
      mpz_divexact_ui(rest.get_mpz_t(), rest.get_mpz_t(), p_);
    }
  }

  const std::vector<std::vector<Integer>>& a_;
  const Matrix64& inverse_;
  std::vector<Integer> rest_;
  std::uint64_t p_;
  std::vector<Integer> value_;
  Integer modulus_;
  bool small_ = true;
  std::vector<std::int64_t> small_a_;
};

// n/d ≡ x modulo m with |n|, d ≤ √(m/2), by Euclid's algorithm; d = 0 if none.
Integer denominator_of(const Integer& x, const Integer& m) {
  const Integer bound = sqrt(Integer(m / 2));
  Integer r0 = m;
  Integer r1 = x;
  Integer d0 = 0;
  Integer d1 = 1;
  Integer quotient;
  while (r1 > bound) {
    mpz_fdiv_qr(quotient.get_mpz_t(), r0.get_mpz_t(), r0.get_mpz_t(), r1.get_mpz_t());
    std::swap(r0, r1);
    d0 -= quotient * d1;
    std::swap(d0, d1);
  }
  return abs(d1) > bound ? Integer(0) : Integer(abs(d1));
}

// The residue of x nearest to zero.
Integer centred(const Integer& x, const Integer& m) {
  Integer rest;
  mpz_fdiv_r(rest.get_mpz_t(), x.get_mpz_t(), m.get_mpz_t());
  return 2 * rest > m ? Integer(rest - m) : rest;
}

// Fractions for the digits known so far; nothing if they are too few.
std::optional<ExactSolution> reconstruct(const std::vector<Digits>& columns) {
  ExactSolution solution;
  solution.denominator = 1;
  for (const Digits& digits : columns) {
    const Integer bound = sqrt(Integer(digits.modulus() / 2));
    for (const Integer& x : digits.value()) {
      if (abs(centred(x * solution.denominator, digits.modulus())) <= bound / solution.denominator)
        continue;
      Integer rest;
      const Integer scaled = x * solution.denominator;
      mpz_fdiv_r(rest.get_mpz_t(), scaled.get_mpz_t(), digits.modulus().get_mpz_t());
      const Integer more = denominator_of(rest, digits.modulus());
      if (more == 0) return std::nullopt;
      solution.denominator *= more;
      if (solution.denominator > bound) return std::nullopt;
    }
  }
  for (const Digits& digits : columns) {
    auto& numerators = solution.numerators.emplace_back();
    for (const Integer& x : digits.value())
      numerators.push_back(centred(x * solution.denominator, digits.modulus()));
  }
  return solution;
}

bool solves(const std::vector<std::vector<Integer>>& a,
            const std::vector<std::vector<Integer>>& right, const ExactSolution& solution) {
  for (std::size_t c = 0; c < right.size(); ++c) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      Integer sum = -right[c][i] * solution.denominator;
      for (std::size_t j = 0; j < a.size(); ++j) sum += a[i][j] * solution.numerators[c][j];
      if (sum != 0) return false;
    }
  }
  return true;
}

// More digits than any solution has: Cramer's rule with Hadamard's bound.
std::size_t most_digits(const std::vector<std::vector<Integer>>& a,
                        const std::vector<std::vector<Integer>>& right) {
  std::size_t bits = 64;
  for (const auto& row : a) {
    std::size_t longest = 1;
    for (const Integer& x : row) longest = std::max(longest, mpz_sizeinbase(x.get_mpz_t(), 2));
    bits += longest + 16;
  }
  std::size_t longest = 1;
  for (const auto& column : right) {
    for (const Integer& x : column) longest = std::max(longest, mpz_sizeinbase(x.get_mpz_t(), 2));
  }
  return 2 * (bits + longest) / 28 + 4;
}

}  // namespace

std::vector<std::size_t> independent_columns(std::vector<std::vector<std::uint64_t>> rows) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    check_interrupt();
    const auto first = std::find_if(rows[i].begin(), rows[i].end(), [](auto x) { return x != 0; });
    if (first == rows[i].end()) continue;
    const auto column = static_cast<std::size_t>(first - rows[i].begin());
    columns.push_back(column);
    const std::uint64_t inverse = inverse_modulo(*first, kPrime);
    for (std::size_t below = i + 1; below < rows.size(); ++below) {
      if (rows[below][column] == 0) continue;
      const std::uint64_t factor = kPrime - rows[below][column] * inverse % kPrime;
      for (std::size_t j = column; j < rows[below].size(); ++j)
        rows[below][j] = (rows[below][j] + factor * rows[i][j]) % kPrime;
    }
  }
  return columns;
}

std::optional<ExactSolution> solve_exactly(const std::vector<std::vector<Integer>>& a,
                                           const std::vector<std::vector<Integer>>& right) {
  const std::size_t most = most_digits(a, right);
  // A nonzero determinant has fewer prime factors of this size than the solution may have digits;
  // for a large system only some of them are tried.
  const auto k = static_cast<double>(a.size());
  const auto tries = static_cast<std::size_t>(
      std::ceil(std::min(static_cast<double>(most), std::max(3.0, 1e9 / (k * k * k)))));
  std::uint64_t p = std::uint64_t{1} << 29U;
  for (std::size_t tried = 0; tried < tries; ++tried) {
    p = prime_below(p);
    const auto inverted = inverse(a, p);
    if (!inverted) continue;
    std::vector<Digits> columns;
    columns.reserve(right.size());
    for (const auto& b : right) columns.emplace_back(a, *inverted, b, p);
    // Many solutions are much shorter than the bound: try early.
    for (std::size_t known = 0, step = 8; known < 2 * most; known += step, step = known / 2) {
      for (Digits& digits : columns) digits.extend(step);
      auto solution = reconstruct(columns);
      if (solution && solves(a, right, *solution)) return solution;
    }
  }
  return std::nullopt;
}

}  // namespace perceptron::core
