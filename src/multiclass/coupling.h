// Probabilities of K classes from those of models that each know two sides only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/linear_system.h"

namespace perceptron::core {

// Models of pairs stand in the order (0,1), (0,2), …, (0,K−1), (1,2), …; the second
// class of a pair is its positive one.
constexpr std::uint64_t pairs_of(std::uint64_t classes) {
  return classes == 0 ? 0 : classes * (classes - 1) / 2;
}
constexpr std::uint64_t pair_index(std::uint64_t classes, std::uint64_t i, std::uint64_t j) {
  return i * (classes - 1) - i * (i + 1) / 2 + j - 1;  // i < j < classes
}

// From one probability a class, that it is this class and not the rest: each
// divided by their sum; all the same where the sum is 0 or not a number. For two
// classes also from one, that of the second.
void couple_rest(std::span<const double> rest, std::span<double> probabilities);

// exp(s/T) divided by their sum. A score that is not a number counts as −∞; equals
// share what is theirs, infinite ones too. T must be above 0.
void softmax(std::span<const double> scores, double temperature, std::span<double> probabilities);

// Problem    min Σᵢ Σ_{j≠i} (rⱼᵢ·pᵢ − rᵢⱼ·pⱼ)² with Σ p = 1, where rᵢⱼ is the probability
//            of i among i and j
// Update     none: with Q so that the sum is pᵀQp, p ∝ (Q + e·eᵀ)⁻¹e, one system of K
//            equations; the added square changes nothing where Σ p = 1
// Theorem    for all r within [0, 1] Q + e·eᵀ is regular and p is not negative. If
//            rᵢⱼ = pᵢ/(pᵢ + pⱼ) for some p, that p is found.
// Reference  Wu, Lin and Weng 2004, JMLR 5, the second method; their iteration
//            comes to the same p, at a speed that depends on r
class PairCoupling {
 public:
  explicit PairCoupling(std::uint64_t classes);

  // `positives` are the probabilities of the second class of each pair; what is
  // not a number counts as ½, what is beyond 0 or 1 as that.
  void couple(std::span<const double> positives, std::span<double> probabilities);

 private:
  std::uint64_t classes_;
  System system_;
  std::vector<double> ones_;
  std::vector<double> zeros_;
};

}  // namespace perceptron::core
