// The shortest proof that no plane separates the points: one or two points that contradict it.
#pragma once

#include <cstdint>
#include <vector>

#include "certify/signed_rows.h"

namespace perceptron::core {

// Two rows that are the same point with opposite signs; for planes through the origin also z and
// −z, or a single row of zeros. Empty if there are none.
std::vector<std::uint64_t> find_contradiction(const SignedRows& points);

}  // namespace perceptron::core
