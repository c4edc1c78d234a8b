// Elementary functions built only from operations that every processor rounds in the same way: +,
// −, ×, ÷ and the square root. Those of the C library may differ in the last bit between
// processors, because it uses fused multiply-add where available. Models, certificates,
// predictions and calibrations are computed with these functions, so that they are bit-identical
// everywhere.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace perceptron::core {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Within one unit in the last place for all arguments: overflow gives ∞, underflow passes through
// the subnormal numbers to 0, and an undefined value gives NaN. Defined below, in the header: the
// solvers call them for each row, and several calls next to each other overlap.
inline double portable_exp(double x);
inline double portable_log(double x);

// e^x − 1 and log(1 + x), accurate near 0 too: within two units in the last place.
double portable_expm1(double x);
inline double portable_log1p(double x);

// Within 1e-15 for |x| up to a million; for larger ones the cosine of a number that differs from x
// by less than 1e-15·|x|. NaN for infinite x.
double portable_cos(double x);

// √(x² + y²) without intermediate overflow, within one unit in the last place.
double portable_hypot(double x, double y);

// Their pieces, for code that evaluates several values at once.
namespace elementary {

// e^r = 1 + r + r²/2 + r³·Σ kExpTerms[k]·r^k for |r| ≤ ln 2 / 2, with an error of 2^−59;
// log((1 + s)/(1 − s)) = 2s + s·Σ kLogTerms[k]·s^(2k + 2) for |s| ≤ 0.1716, with an error of
// 2^−57. Both interpolate at Chebyshev points.
inline constexpr std::array kExpTerms = {
    0x1.5555555555556p-3,  0x1.5555555555555p-5,  0x1.11111111109b3p-7,  0x1.6c16c16c167e1p-10,
    0x1.a01a01a7c41d5p-13, 0x1.a01a01a47b054p-16, 0x1.71de0dae63bb3p-19, 0x1.27e4e1f48534fp-22,
    0x1.af38a9b0ec855p-26, 0x1.1f66df7fca49fp-29};
inline constexpr std::array kLogTerms = {
    0x1.5555555555558p-1, 0x1.99999999952d7p-2, 0x1.2492492df281ap-2, 0x1.c71c62e3f11e6p-3,
    0x1.7462b51cb66b1p-3, 0x1.39fe51a7c18f9p-3, 0x1.2b5900de53b32p-3};
// ln 2 in two parts; the first has trailing zeros, so that its product with an
// exponent is exact.
inline constexpr double kLn2High = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
inline constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;
// Adding this to a number below 2^51 rounds the number to an integer, held in the lowest bits of
// the sum.
inline constexpr double kRounding = 0x1.8p52;

// ---- Exponentials ----

// x = k·ln 2 + r with |r| ≤ ln 2 / 2, for |x| up to some thousands.
struct Reduced {
  double r;
  std::int64_t k;
};
inline Reduced reduce(double x) {
  const double shifted = x * 0x1.71547652b82fep+0 + kRounding;
  const double k = shifted - kRounding;
  return {(x - k * kLn2High) - k * kLn2Low, static_cast<std::int64_t>(k)};
}

// e^r − 1. The terms are added in pairs, and the pairs in pairs, to shorten the dependency chain.
inline double exp_minus_1(double r) {
  const auto& c = kExpTerms;
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double low = (c[0] + c[1] * r) + (c[2] + c[3] * r) * r2;
  const double high = (c[4] + c[5] * r) + (c[6] + c[7] * r) * r2;
  const double terms = low + (high + (c[8] + c[9] * r) * r4) * r4;
  return r + (0.5 * r2 + r2 * r * terms);
}

// 2^k for −1022 ≤ k ≤ 1023.
inline double power_of_2(std::int64_t k) { return std::bit_cast<double>((k + 1023) << 52); }

// ---- Logarithms ----

// x = 2^k·m with √½ ≤ m < √2, for positive normal numbers.
struct Split {
  double m;
  std::int64_t k;
};
inline Split split(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  const std::int64_t k = (bits - std::bit_cast<std::int64_t>(kSqrtHalf)) >> 52;
  return {std::bit_cast<double>(bits - (k << 52)), k};
}

// k·ln 2 + log(1 + f) + c for √½ ≤ 1 + f < √2 and a small c. With s = f/(2 + f) the
// logarithm is that of (1 + s)/(1 − s), whose first term 2s is f − s·f.
inline double log_near_1(double f, double k, double c) {
  const auto& l = kLogTerms;
  const double s = f / (2 + f);
  const double z = s * s;
  const double z2 = z * z;
  const double low = (l[0] + l[1] * z) + (l[2] + l[3] * z) * z2;
  const double high = (l[4] + l[5] * z) + l[6] * z2;
  const double terms = z * (low + high * (z2 * z2));
  const double half_square = 0.5 * f * f;
  return k * kLn2High - ((half_square - (s * (half_square + terms) + (k * kLn2Low + c))) - f);
}

}  // namespace elementary

// Earlier versions: slower, and wrong by a few units in the last place. Generated data and grids
// of settings still use them, so that their bytes do not change.
double series_log(double x);            // x > 0, finite
double series_exp(double x);            // |x| < 700
double series_pow(double x, double y);  // x > 0

// ---- Definitions ----

inline double portable_exp(double x) {
  constexpr double kOverflow = 709.79;
  constexpr double kUnderflow = -745.14;
  if (std::isnan(x)) return x;
  if (x >= kOverflow) return kInfinity;
  if (x < kUnderflow) return 0;
  const auto [r, k] = elementary::reduce(x);
  const double power = 1 + elementary::exp_minus_1(r);
  if (k > -1022 && k < 1024) return power * elementary::power_of_2(k);
  // In two factors, so that the second product overflows or underflows as it should.
  return power * elementary::power_of_2(k / 2) * elementary::power_of_2(k - k / 2);
}

inline double portable_log(double x) {
  if (!(x > 0)) return x == 0 ? -kInfinity : std::numeric_limits<double>::quiet_NaN();
  if (x == kInfinity) return x;
  double tiny = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    tiny = 54;
  }
  const auto [m, k] = elementary::split(x);
  return elementary::log_near_1(m - 1, static_cast<double>(k) - tiny, 0);
}

inline double portable_log1p(double x) {
  if (!(x > -1)) return x == -1 ? -kInfinity : std::numeric_limits<double>::quiet_NaN();
  if (x == kInfinity) return x;
  const double sum = 1 + x;
  const auto [m, k] = elementary::split(sum);
  if (k == 0) return elementary::log_near_1(x, 0, 0);
  // The rounding error of 1 + x, relative to that sum, corrects the logarithm.
  const double lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  return elementary::log_near_1(m - 1, static_cast<double>(k), lost / sum);
}

}  // namespace perceptron::core
