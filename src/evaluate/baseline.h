// What the best answer that is the same for every row reaches.
#pragma once

#include <cstdint>
#include <span>

#include <perceptron/evaluate.h>
#include "evaluate/costs.h"

namespace perceptron::core {

// For this many rows of each class, not all 0. `costs` may be null.
Baseline baseline_of(std::span<const std::uint64_t> rows, const CostMatrix* costs);

}  // namespace perceptron::core
