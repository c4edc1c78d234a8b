// Sorting of as many items as there are rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "base/interrupt.h"

namespace perceptron::core {

// std::sort that Ctrl-C interrupts; the items are then in any order.
template <class Iterator, class Before = std::less<>>
void interruptible_sort(Iterator first, Iterator last, Before before = {}) {
  constexpr std::uint64_t kComparisonsBetweenChecks = std::uint64_t{1} << 20U;
  std::uint64_t comparisons = 0;
  std::sort(first, last, [&](const auto& a, const auto& b) {
    if (++comparisons % kComparisonsBetweenChecks == 0) check_interrupt();
    return before(a, b);
  });
}

}  // namespace perceptron::core
