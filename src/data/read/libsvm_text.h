// What the two parsers of LIBSVM text agree on.
#pragma once

#include <cstdint>
#include <limits>

namespace perceptron::core {

inline constexpr std::uint64_t kLargestIndex = std::numeric_limits<std::uint32_t>::max();

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace perceptron::core
