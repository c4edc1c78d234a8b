// Feasible points of the dual problem of solve/problem.h.
//
// A solver ends with a β that satisfies the constraints of the dual up to rounding. Such a β would
// not prove a bound; the one computed here satisfies every constraint exactly, each β being
// exactly the double that is stored.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <perceptron/certificate.h>
#include "certify/rounding.h"
#include "solve/problem.h"

namespace perceptron::core {

// Intervals that contain the exact vᵢ and n. A problem stores them rounded: vᵢ is the product of
// two weights, n the sum over all rows. If the vᵢ are integers that sum to n, as without weights,
// nothing was rounded.
class TrueWeights {
 public:
  // The weights may have signs, which do not count.
  TrueWeights(std::span<const double> weights, double n);

  Interval n() const { return n_; }
  Interval v(std::uint64_t i) const;

 private:
  std::span<const double> weights_;
  bool rounded_ = true;
  Interval n_;
};

// The feasible point near `beta`, one value per row, with 0 ≤ βᵢ ≤ vᵢ (0 ≤ βᵢ if the loss does not
// bound β) and, with a free offset, Σβᵢyᵢ = 0. Without L2, u may still be too large; this is not
// checked.
std::vector<double> make_feasible(const Problem& problem, const TrueWeights& weights,
                                  std::span<const double> beta);

// Σ βyx of each feature, followed by that of a penalised offset.
std::vector<LongSum> dual_sums(const Problem& problem, std::span<const double> beta);

}  // namespace perceptron::core
