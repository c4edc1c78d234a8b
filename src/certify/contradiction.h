// The shortest proof that no plane separates the points: one or two of them.
#pragma once

#include <cstdint>
#include <vector>

#include "certify/points.h"

namespace perceptron::core {

// Two rows that are the same point with opposite signs; through the origin
// also z and −z, and a single row of zeros. Empty if there are none.
std::vector<std::uint64_t> find_contradiction(const Points& points);

}  // namespace perceptron::core
