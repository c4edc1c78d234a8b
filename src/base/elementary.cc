#include "base/elementary.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perceptron::core {

using elementary::kLn2High, elementary::kLn2Low, elementary::kSqrtHalf;

double portable_expm1(double x) {
  constexpr double kNothing = 40;  // from here on 1 is below the last place of e^x
  if (!(x < kNothing)) return portable_exp(x);
  if (x < -kNothing) return -1;
  const auto [r, k] = elementary::reduce(x);
  const double rest = elementary::exp_minus_1(r);
  if (k == 0) return rest;
  const double power = elementary::power_of_2(k);
  return power * rest + (power - 1);
}

namespace {

// The Taylor series of the cosine and of the sine divided by its argument, for |r| ≤ π/4.
double cosine_near_0(double square) {
  double sum = 0;
  for (int k = 18; k >= 2; k -= 2) sum = (1 - sum) * (square * (1.0 / (k * (k - 1))));
  return 1 - sum;
}
double sine_near_0(double r) {
  const double square = r * r;
  double sum = 0;
  for (int k = 17; k >= 3; k -= 2) sum = (1 - sum) * (square * (1.0 / (k * (k - 1))));
  return r - r * sum;
}

}  // namespace

double portable_cos(double x) {
  // π/2 in three parts, the first two of 33 bits, so that their products with the multiple are
  // exact.
  constexpr double kHigh = 0x1.921fb544p+0;
  constexpr double kMiddle = 0x1.0b4611a6p-34;
  constexpr double kLow = 0x1.3198a2e037073p-69;
  constexpr double kMost = 0x1p20;
  constexpr double kTwoPi = 0x1.921fb54442d18p+2;
  if (!(std::abs(x) < kMost)) x = std::remainder(x, kTwoPi);  // exact, and NaN for ∞
  if (std::isnan(x)) return x;
  const double multiple =
      (x * 0x1.45f306dc9c883p-1 + elementary::kRounding) - elementary::kRounding;
  const double r = ((x - multiple * kHigh) - multiple * kMiddle) - multiple * kLow;
  switch (static_cast<std::int64_t>(multiple) & 3) {
    case 0:
      return cosine_near_0(r * r);
    case 1:
      return -sine_near_0(r);
    case 2:
      return -cosine_near_0(r * r);
    default:
      return sine_near_0(r);
  }
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
