// A file of row numbers: the order in which training visits the rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <perceptron/limits.h>
#include "base/listener.h"

namespace perceptron::core {

// Reads whole numbers separated by commas, spaces or line ends: every one of `rows` rows once,
// counted from 1, or from 0 if there is a 0, which is noted. Returns the rows counted from 0.
std::vector<std::uint64_t> read_order(const std::string& path, std::uint64_t rows,
                                      const Limits& limits, Listener& listener);

}  // namespace perceptron::core
