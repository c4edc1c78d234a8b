#include "base/elementary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace perceptron::core {
namespace {

using elementary::kExpTerms, elementary::kLn2High, elementary::kLn2Low, elementary::kLogTerms,
    elementary::kRounding, elementary::kSqrtHalf;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// ---- Exponentials ----

// x = k·ln 2 + r with |r| ≤ ln 2 / 2, for |x| up to some thousands.
struct Reduced {
  double r;
  std::int64_t k;
};
Reduced reduce(double x) {
  const double shifted = x * 0x1.71547652b82fep+0 + kRounding;
  const double k = shifted - kRounding;
  return {(x - k * kLn2High) - k * kLn2Low, static_cast<std::int64_t>(k)};
}

// e^r − 1. The terms are added in pairs, and the pairs in pairs, to shorten the dependency chain.
double exp_minus_1(double r) {
  const auto& c = kExpTerms;
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double low = (c[0] + c[1] * r) + (c[2] + c[3] * r) * r2;
  const double high = (c[4] + c[5] * r) + (c[6] + c[7] * r) * r2;
  const double terms = low + (high + (c[8] + c[9] * r) * r4) * r4;
  return r + (0.5 * r2 + r2 * r * terms);
}

// 2^k for −1022 ≤ k ≤ 1023.
double power_of_2(std::int64_t k) { return std::bit_cast<double>((k + 1023) << 52); }

// ---- Logarithms ----

// x = 2^k·m with √½ ≤ m < √2, for positive normal numbers.
struct Split {
  double m;
  std::int64_t k;
};
Split split(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  const std::int64_t k = (bits - std::bit_cast<std::int64_t>(kSqrtHalf)) >> 52;
  return {std::bit_cast<double>(bits - (k << 52)), k};
}

// k·ln 2 + log(1 + f) + c for √½ ≤ 1 + f < √2 and a small c. With s = f/(2 + f) the
// logarithm is that of (1 + s)/(1 − s), whose first term 2s is f − s·f.
double log_near_1(double f, double k, double c) {
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

}  // namespace

double portable_exp(double x) {
  constexpr double kOverflow = 709.79;
  constexpr double kUnderflow = -745.14;
  if (std::isnan(x)) return x;
  if (x >= kOverflow) return kInfinity;
  if (x < kUnderflow) return 0;
  const auto [r, k] = reduce(x);
  const double power = 1 + exp_minus_1(r);
  if (k > -1022 && k < 1024) return power * power_of_2(k);
  // In two factors, so that the second product overflows or underflows as it should.
  return power * power_of_2(k / 2) * power_of_2(k - k / 2);
}

double portable_expm1(double x) {
  constexpr double kNothing = 40;  // from here on 1 is below the last place of e^x
  if (!(x < kNothing)) return portable_exp(x);
  if (x < -kNothing) return -1;
  const auto [r, k] = reduce(x);
  const double rest = exp_minus_1(r);
  if (k == 0) return rest;
  const double power = power_of_2(k);
  return power * rest + (power - 1);
}

double portable_log(double x) {
  if (!(x > 0)) return x == 0 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  double tiny = 0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    tiny = 54;
  }
  const auto [m, k] = split(x);
  return log_near_1(m - 1, static_cast<double>(k) - tiny, 0);
}

double portable_log1p(double x) {
  if (!(x > -1)) return x == -1 ? -kInfinity : kNaN;
  if (x == kInfinity) return x;
  const double sum = 1 + x;
  const auto [m, k] = split(sum);
  if (k == 0) return log_near_1(x, 0, 0);
  // The rounding error of 1 + x, relative to that sum, corrects the logarithm.
  const double lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  return log_near_1(m - 1, static_cast<double>(k), lost / sum);
}

// Borges 2019, "An improved algorithm for hypot(a, b)": the square root of the sum of squares and
// one correction step for its rounding error.
double portable_hypot(double x, double y) {
  double a = std::abs(x);
  double b = std::abs(y);
  if (a == kInfinity || b == kInfinity) return kInfinity;
  if (!(a >= b)) std::swap(a, b);
  if (b <= a * 0x1p-54) return a + b;
  double unit = 1;
  if (a > 0x1p511) unit = 0x1p600;
  if (b < 0x1p-459) unit = 0x1p-600;
  a /= unit;
  b /= unit;
  double root = std::sqrt(a * a + b * b);
  if (root <= 2 * b) {
    const double over = root - b;
    root -= (a * (2 * over - a) + (over - 2 * (a - b)) * over) / (2 * root);
  } else {
    const double over = root - a;
    root -= (2 * over * (a - 2 * b) + ((4 * over - b) * b + over * over)) / (2 * root);
  }
  return root * unit;
}

double series_log(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < kSqrtHalf) {
    m *= 2;
    --exponent;
  }
  // log m = 2 artanh f, with |f| ≤ 0.172: twelve terms reach 1e-19.
  const double f = (m - 1) / (m + 1);
  const double square = f * f;
  double sum = 0;
  for (int k = 25; k >= 3; k -= 2) sum = (sum + 1.0 / k) * square;
  return exponent * kLn2High + (exponent * kLn2Low + (2 * f * sum + 2 * f));
}

double series_exp(double x) {
  const double k = std::floor(x / (kLn2High + kLn2Low) + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double sum = 1;
  for (int i = 16; i >= 1; --i) sum = sum * r / i + 1;
  return std::ldexp(sum, static_cast<int>(k));
}

double series_pow(double x, double y) { return series_exp(y * series_log(x)); }

}  // namespace perceptron::core
