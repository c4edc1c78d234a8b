// Elementary functions built only from operations that every processor rounds in the same way: +,
// −, ×, ÷ and the square root. Those of the C library may differ in the last bit between
// processors, because it uses fused multiply-add where available. Models, certificates,
// predictions and calibrations are computed with these functions, so that they are bit-identical
// everywhere.
#pragma once

#include <array>
#include <limits>

namespace perceptron::core {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Within one unit in the last place for all arguments: overflow gives ∞, underflow passes through
// the subnormal numbers to 0, and an undefined value gives NaN.
double portable_exp(double x);
double portable_log(double x);

// e^x − 1 and log(1 + x), accurate near 0 too: within two units in the last place.
double portable_expm1(double x);
double portable_log1p(double x);

// √(x² + y²) without intermediate overflow, within one unit in the last place.
double portable_hypot(double x, double y);

// Their polynomials, for code that evaluates several values at once.
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

}  // namespace elementary

// Earlier versions: slower, and wrong by a few units in the last place. Generated data and grids
// of settings still use them, so that their bytes do not change.
double series_log(double x);            // x > 0, finite
double series_exp(double x);            // |x| < 700
double series_pow(double x, double y);  // x > 0

}  // namespace perceptron::core
