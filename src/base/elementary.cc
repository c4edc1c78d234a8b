#include "base/elementary.h"

#include <cmath>

namespace perceptron {
namespace {

// ln 2 in two parts; the first has trailing zeros, so k * kLn2High is exact.
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kSqrtHalf = 0x1.6a09e667f3bcdp-1;

}  // namespace

double portable_log(double x) {
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

double portable_exp(double x) {
  const double k = std::floor(x / (kLn2High + kLn2Low) + 0.5);
  const double r = (x - k * kLn2High) - k * kLn2Low;
  double sum = 1;
  for (int i = 16; i >= 1; --i) sum = sum * r / i + 1;
  return std::ldexp(sum, static_cast<int>(k));
}

double portable_pow(double x, double y) { return portable_exp(y * portable_log(x)); }

}  // namespace perceptron
