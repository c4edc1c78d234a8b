// Probabilities of K classes from those of binary models.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/linear_system.h"

namespace perceptron::core {

// Models of pairs are in the order (0,1), (0,2), …, (0,K−1), (1,2), …; the second class of a pair
// is the positive one.
constexpr std::uint64_t pairs_of(std::uint64_t classes) {
  return classes == 0 ? 0 : classes * (classes - 1) / 2;
}
constexpr std::uint64_t pair_index(std::uint64_t classes, std::uint64_t i, std::uint64_t j) {
  return i * (classes - 1) - i * (i + 1) / 2 + j - 1;  // i < j < classes
}

// From one probability per class, of this class against the rest: each divided by their sum;
// uniform if the sum is 0 or NaN. For two classes also from a single one, that of the second.
void couple_rest(std::span<const double> rest, std::span<double> probabilities);

// exp(s/T) divided by their sum. A NaN score counts as −∞; equal scores, including infinite ones,
// get equal probabilities. T must be positive.
void softmax(std::span<const double> scores, double temperature, std::span<double> probabilities);

// Problem    min Σᵢ Σ_{j≠i} (rⱼᵢ·pᵢ − rᵢⱼ·pⱼ)² with Σ p = 1, where rᵢⱼ is the probability
//            of i among i and j
// Update     none: with Q such that the sum is pᵀQp, p ∝ (Q + e·eᵀ)⁻¹e, one K × K linear
//            system; the added square is constant under Σ p = 1
// Theorem    for all r within [0, 1] Q + e·eᵀ is nonsingular and p is nonnegative. If
//            rᵢⱼ = pᵢ/(pᵢ + pⱼ) for some p, the result is that p.
// Reference  Wu, Lin and Weng 2004, JMLR 5, the second method; their iteration
//            converges to the same p, at a rate that depends on r
class PairCoupling {
 public:
  explicit PairCoupling(std::uint64_t classes);

  // `positives` are the probabilities of the second class of each pair; NaN counts as ½, values
  // outside [0, 1] are clipped.
  void couple(std::span<const double> positives, std::span<double> probabilities);

 private:
  std::uint64_t classes_;
  System system_;
  std::vector<double> ones_;
  std::vector<double> zeros_;
};

}  // namespace perceptron::core
