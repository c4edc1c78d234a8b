// The products that the setting `interact` names, found in a schema.
#pragma once

#include <cstdint>
#include <vector>

#include <perceptron/read.h>
#include "data/schema.h"

namespace perceptron::core {

// One feature of each factor, in all combinations, as sorted lists of features; all of them
// different and sorted. A product of a feature with itself is made only where each factor is this
// one feature, and none of two categories of a column, which no row has both. Throws a usage error
// if a factor is not found, or if there are more than `most` combinations.
std::vector<std::vector<std::uint32_t>> find_products(const std::vector<Interaction>& interactions,
                                                      const Schema& schema, std::uint64_t most);

}  // namespace perceptron::core
