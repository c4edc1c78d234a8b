// Many classes from models of two: each class against all others, and the
// highest score wins. Two classes need one model only, which says which side.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "learn/targets.h"
#include "model/scorer.h"

namespace perceptron {

inline Targets one_vs_rest(std::uint64_t classes) {
  if (classes == 2) return Targets::binary();
  Targets targets(classes, classes);
  for (std::uint64_t c = 0; c < classes; ++c) {
    for (std::uint64_t m = 0; m < classes; ++m) targets.sign(c, m) = c == m ? 1 : -1;
  }
  return targets;
}

// The class that the scores of all models stand for; of equals the first.
inline std::uint32_t class_of(std::span<const double> scores) {
  if (scores.size() == 1) return class_of(scores[0]);
  return static_cast<std::uint32_t>(std::max_element(scores.begin(), scores.end()) -
                                    scores.begin());
}

}  // namespace perceptron
