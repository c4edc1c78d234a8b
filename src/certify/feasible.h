// Points of the dual problem of solve/problem.h: from nearly to exactly.
//
// A solver ends with β that keeps the limits of the dual but for roundings. A
// bound proved by such a β would be no bound; what comes out of here keeps
// every limit in real numbers, each β being the double that it is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <perceptron/certificate.h>
#include "solve/problem.h"

namespace perceptron::core {

// Between what the true vᵢ and n lie. A problem has them rounded: vᵢ is the
// product of two weights, n the sum of as many as there are rows. Where the vᵢ
// are whole numbers that sum to n, as without any weights, nothing was rounded.
class TrueWeights {
 public:
  explicit TrueWeights(const Problem& problem);

  Interval n() const { return n_; }
  Interval v(std::uint64_t i) const;

 private:
  const Problem& problem_;
  bool rounded_ = true;
  Interval n_;
};

// The point near `beta`, one number a row, with 0 ≤ βᵢ ≤ vᵢ (0 ≤ βᵢ where the
// loss has no bound on β) and, with a free offset, Σβᵢyᵢ = 0. That u may be too large
// where there is no L2 is not looked at.
std::vector<double> make_feasible(const Problem& problem, const TrueWeights& weights,
                                  std::span<const double> beta);

}  // namespace perceptron::core
