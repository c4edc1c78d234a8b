// Sums of doubles with bounds on their rounding errors.
//
// A sum of m products, each rounded and added in any order, differs from the exact sum by at most
// γ·Σ|products| with γ = mu/(1 − mu), u = 2⁻⁵³, and by half the smallest double for each product
// that underflows (Higham, "Accuracy and Stability of Numerical Algorithms", 2002, §3.1 and §2.2).
// Bounds derived from such sums are rounded outwards.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/rounding.h"

namespace perceptron::core {

// A bound on the relative error of `operations` roundings, with a safety margin.
inline double relative_error(std::uint64_t operations) {
  return 1.02 * (static_cast<double>(operations) + 2) * 0x1p-53;
}

// A sum with a bound on its error.
struct Sum {
  double value = 0;
  double size = 0;  // Σ|terms|
  std::uint64_t terms = 0;

  void add_product(double a, double b) {
    value += a * b;
    size += std::abs(a * b);
    ++terms;
  }
  void add(double a) { add_product(a, 1); }

  // Each term was rounded twice, and so was `size`.
  double error() const {
    return round_up(size * relative_error(2 * terms) + static_cast<double>(terms) * 0x1p-1074);
  }
  double lower() const { return round_down(value - error()); }
  double upper() const { return round_up(value + error()); }
};

// A compensated sum, for very many terms: its error is that of one rounding plus n²u² instead of
// nu (Ogita, Rump and Oishi, "Accurate Sum and Dot Product", 2005, Proposition 4.5).
struct LongSum {
  double high = 0;
  double low = 0;
  double size = 0;  // Σ|terms|
  std::uint64_t terms = 0;

  void add(double a) {
    const double sum = high + a;
    const double part = sum - high;
    low += (high - (sum - part)) + (a - part);
    high = sum;
    size += std::abs(a);
    ++terms;
  }

  double value() const { return high + low; }
  // A bound on the distance to the sum of the exact terms, if each of them was rounded this many
  // times before it was added.
  double error(std::uint64_t roundings = 0) const {
    const double each = relative_error(terms);
    const double relative =
        each * each + (roundings > 0 ? relative_error(roundings) : 0);  // relative to Σ|terms|
    const double underflow =
        roundings > 0 ? static_cast<double>(terms) * static_cast<double>(roundings) * 0x1p-1074 : 0;
    return round_up(round_up(std::abs(value()) * relative_error(1)) +
                    round_up(size * relative + underflow));
  }
  double lower() const { return round_down(value() - error()); }
  double upper() const { return round_up(value() + error()); }
};

}  // namespace perceptron::core
