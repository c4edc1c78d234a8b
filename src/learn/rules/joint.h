// Problem    find a w for each class so that the true class has the highest score
// Update     with r the best of the wrong classes: w_true += t x, w_r −= t x, where t
//            is the step of the rule below for the score s_true − s_r and an example
//            that contains x twice. Perceptron: t = 1 if s_true ≤ s_r
// Theorem    that of the rule for two classes, applied to the examples with x in the
//            block of the true class and −x in that of r
// Stop       at the first pass without an update
// Reference  Crammer and Singer 2003 (ultraconservative perceptrons); Crammer et
//            al. 2006 (passive-aggressive)
#pragma once

#include <cstdint>

#include "learn/rules/passive_aggressive.h"
#include "learn/rules/perceptron.h"

namespace perceptron::core {

template <class OfTwo>
struct Joint {
  OfTwo rule;

  static Joint from(const LearnSettings& settings) {
    if constexpr (requires { OfTwo::from(settings); }) {
      return {OfTwo::from(settings)};
    } else {
      return {};
    }
  }

  // Steps of all models; returns whether there are any. The model of the true class is the one
  // with a positive sign.
  bool steps(const double* s, const double* y, std::uint64_t models, std::uint64_t row,
             double* t) const {
    std::uint64_t truth = models;
    std::uint64_t wrong = models;
    for (std::uint64_t m = 0; m < models; ++m) {
      if (y[m] > 0) {
        truth = m;
      } else if (y[m] < 0 && (wrong == models || s[m] > s[wrong])) {
        wrong = m;
      }
    }
    if (truth == models || wrong == models) return false;
    const double step = rule.step(s[truth] - s[wrong], y[truth], 0, row);
    t[truth] = step;
    t[wrong] = -step;
    return step != 0;
  }
};

using JointPerceptron = Joint<Perceptron>;
using JointPassiveAggressive = Joint<PassiveAggressive>;

}  // namespace perceptron::core
