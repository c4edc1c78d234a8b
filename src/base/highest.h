// Selects the largest of many values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace perceptron::core {

// The indices below `count` with the largest values of `by`, at most `most` of them, in descending
// order of value; ties in ascending order of index.
template <class By>
std::vector<std::uint64_t> highest(std::uint64_t count, std::uint64_t most, const By& by) {
  std::vector<std::uint64_t> order(count);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(most, count));
  std::partial_sort(order.begin(), end, order.end(), [&](std::uint64_t a, std::uint64_t b) {
    return std::make_pair(-by(a), a) < std::make_pair(-by(b), b);
  });
  order.erase(end, order.end());
  return order;
}

}  // namespace perceptron::core
