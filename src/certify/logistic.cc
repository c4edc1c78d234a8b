#include "certify/logistic.h"

namespace perceptron::core {
namespace {

// No claim needs numbers as close to zero as 2^kLeast, and an exact fraction of such a power of
// two might need more memory than there is.
constexpr long kLeast = -100'000;

void divide(Float& result, const Integer& part, const Integer& whole, mpfr_rnd_t round) {
  Rational fraction;
  fraction.get_num() = part;
  fraction.get_den() = whole;
  mpfr_set_q(result, fraction.get_mpq_t(), round);
}

Rational fraction_of(const Float& number) {
  Rational fraction;
  mpfr_get_q(fraction.get_mpq_t(), number);
  return fraction;
}

bool is_tiny(mpfr_srcptr number) {
  return mpfr_zero_p(number) == 0 && mpfr_get_exp(number) < kLeast;
}

}  // namespace

// log(1 + e^−m) decreases with m, so m is rounded down. For m < 0 it is −m + log(1 + e^m), whose
// exponential cannot overflow and which increases with −m, so that −m is rounded up.
void LogisticLosses::add(const Integer& weight, const Integer& score, const Integer& scale) {
  const bool wrong = score < 0;
  divide(margin_, abs(score), scale, wrong ? MPFR_RNDU : MPFR_RNDD);
  mpfr_neg(term_, margin_, MPFR_RNDU);
  mpfr_exp(term_, term_, MPFR_RNDU);
  mpfr_log1p(term_, term_, MPFR_RNDU);
  if (wrong) mpfr_add(term_, term_, margin_, MPFR_RNDU);
  mpfr_mul_z(term_, term_, weight.get_mpz_t(), MPFR_RNDU);
  mpfr_add(sum_, sum_, term_, MPFR_RNDU);
}

Rational LogisticLosses::upper() const {
  if (!is_tiny(sum_)) return fraction_of(sum_);
  return {1, Integer(1) << static_cast<unsigned>(-kLeast)};
}

// The term decreases with m. An exponential that overflows upwards is infinite, its term 0.
void LogisticFalls::add_lower(const Integer& weight, const Rational& margin) {
  mpfr_set_q(term_, margin.get_mpq_t(), MPFR_RNDU);
  mpfr_exp(term_, term_, MPFR_RNDU);
  mpfr_add_ui(term_, term_, 1, MPFR_RNDU);
  mpfr_ui_div(term_, 1, term_, MPFR_RNDD);
  mpfr_mul_z(term_, term_, weight.get_mpz_t(), MPFR_RNDD);
  mpfr_add(sum_, sum_, term_, MPFR_RNDD);
}

void LogisticFalls::add_upper(const Integer& weight, const Rational& margin) {
  mpfr_set_q(term_, margin.get_mpq_t(), MPFR_RNDD);
  mpfr_exp(term_, term_, MPFR_RNDD);
  mpfr_add_ui(term_, term_, 1, MPFR_RNDD);
  mpfr_ui_div(term_, 1, term_, MPFR_RNDU);
  mpfr_mul_z(term_, term_, weight.get_mpz_t(), MPFR_RNDU);
  mpfr_add(sum_, sum_, term_, MPFR_RNDU);
}

Rational LogisticFalls::lower() const { return is_tiny(sum_) ? Rational() : fraction_of(sum_); }

Rational LogisticFalls::upper() const {
  if (!is_tiny(sum_)) return fraction_of(sum_);
  return {1, Integer(1) << static_cast<unsigned>(-kLeast)};
}

// The largest d is taken out of the sum, so that no exponential overflows: largest +
// log(e^−largest + Σ e^(d − largest)), which increases with every d.
void SoftmaxLosses::add(const Integer& weight, const std::vector<Integer>& ahead,
                        const Integer& scale) {
  Integer largest = 0;  // that of the true class
  for (const Integer& each : ahead) largest = std::max(largest, each);
  mpfr_set_zero(row_, 1);
  bool skipped = largest == 0;  // one exponential of 0, which is added as 1 by log1p
  const auto add_class = [&](const Integer& score) {
    if (!skipped && score == largest) {
      skipped = true;
      return;
    }
    divide(term_, score - largest, scale, MPFR_RNDU);
    mpfr_exp(term_, term_, MPFR_RNDU);
    mpfr_add(row_, row_, term_, MPFR_RNDU);
  };
  for (const Integer& each : ahead) add_class(each);
  if (largest > 0) add_class(0);
  mpfr_log1p(row_, row_, MPFR_RNDU);
  divide(largest_, largest, scale, MPFR_RNDU);
  mpfr_add(row_, row_, largest_, MPFR_RNDU);
  mpfr_mul_z(row_, row_, weight.get_mpz_t(), MPFR_RNDU);
  mpfr_add(sum_, sum_, row_, MPFR_RNDU);
}

Rational SoftmaxLosses::upper() const {
  if (!is_tiny(sum_)) return fraction_of(sum_);
  return {1, Integer(1) << static_cast<unsigned>(-kLeast)};
}

void Entropies::add(const Integer& weight, const Integer& part, const Integer& whole) {
  add_part(weight, part, whole);
  add_part(weight, whole - part, whole);
}

// −a·log a is bounded from below by rounding a up in the logarithm and down in the factor. For a
// near 1 the logarithm is computed from 1 − a, which is more accurate.
void Entropies::add_part(const Integer& weight, const Integer& part, const Integer& whole) {
  if (part == 0) return;
  if (2 * part > whole) {
    divide(share_, whole - part, whole, MPFR_RNDD);
    mpfr_neg(share_, share_, MPFR_RNDU);
    mpfr_log1p(logarithm_, share_, MPFR_RNDU);
  } else {
    divide(share_, part, whole, MPFR_RNDU);
    mpfr_log(logarithm_, share_, MPFR_RNDU);
  }
  mpfr_neg(logarithm_, logarithm_, MPFR_RNDD);
  divide(share_, part, whole, MPFR_RNDD);
  mpfr_mul(logarithm_, logarithm_, share_, MPFR_RNDD);
  mpfr_mul_z(logarithm_, logarithm_, weight.get_mpz_t(), MPFR_RNDD);
  mpfr_add(sum_, sum_, logarithm_, MPFR_RNDD);
}

Rational Entropies::lower() const { return is_tiny(sum_) ? Rational() : fraction_of(sum_); }

}  // namespace perceptron::core
