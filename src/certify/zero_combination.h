// Exact weights of given points whose weighted sum is zero: the proof that no plane separates
// them. Floating point finds the points, exact arithmetic their weights.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "certify/signed_rows.h"

namespace perceptron::core {

// Points and their weights, Σ weight·z = 0, as decimal integers.
struct ZeroCombination {
  std::vector<std::uint64_t> rows;
  std::vector<std::string> weights;
};

// Weights ≥ 0 of these points with Σ weight·z = 0 and the same total in each group. Nothing if no
// such weights exist, or if they are not unique.
std::optional<ZeroCombination> find_zero_combination(const SignedRows& points,
                                                     const std::vector<std::uint64_t>& rows);

}  // namespace perceptron::core
