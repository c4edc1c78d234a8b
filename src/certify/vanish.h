// The exact form of what floating point found: weights for given points whose
// weighted sum is zero.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "certify/points.h"

namespace perceptron::core {

// Points and their weights, Σ weight·z = 0, as decimal integers.
struct Vanishing {
  std::vector<std::uint64_t> rows;
  std::vector<std::string> weights;
};

// Weights ≥ 0 of these points, the same total in each group, with Σ weight·z = 0.
// Nothing if there are none, or not only one choice of them.
std::optional<Vanishing> vanishing_weights(const Points& points,
                                           const std::vector<std::uint64_t>& rows);

}  // namespace perceptron::core
