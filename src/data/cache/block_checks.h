// Checks of the arrays of a block, as loops without branches that the compiler turns into SIMD:
// they run on every load, right after the checksum, while the block is in the processor's cache.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>

namespace perceptron::core {

struct ValueCounts {
  std::uint64_t zeros = 0;
  std::uint64_t not_finite = 0;
  std::uint64_t nan = 0;  // among those
};

// Counters as wide as the items, so that a SIMD register holds one per item; emptied before they
// could overflow.
inline constexpr std::size_t kCountedAtOnce = std::size_t{1} << 15U;

template <class Value>
ValueCounts count_values(std::span<const Value> values) {
  constexpr bool kWide = sizeof(Value) == 8;
  using Bits = std::conditional_t<kWide, std::uint64_t, std::uint32_t>;
  // Without its sign, an infinity is this number of bits, and NaNs are larger ones.
  constexpr auto kInfiniteBits = static_cast<Bits>(kWide ? 0x7FF0000000000000U : 0x7F800000U);
  ValueCounts counts;
  for (std::size_t first = 0; first < values.size(); first += kCountedAtOnce) {
    const std::size_t last = std::min(first + kCountedAtOnce, values.size());
    Bits zeros = 0;
    Bits finite = 0;
    Bits nan = 0;
    for (std::size_t k = first; k < last; ++k) {
      const Bits bits = std::bit_cast<Bits>(values[k]) & static_cast<Bits>(~Bits{0} >> 1U);
      zeros += static_cast<Bits>(bits == 0);
      finite += static_cast<Bits>(bits < kInfiniteBits);
      nan += static_cast<Bits>(bits > kInfiniteBits);
    }
    counts.zeros += zeros;
    counts.not_finite += last - first - finite;
    counts.nan += nan;
  }
  return counts;
}

// The number of items that are not above the item before them.
template <class Id>
std::uint64_t count_descents(std::span<const Id> ids) {
  std::uint64_t descents = 0;
  for (std::size_t first = 1; first < ids.size(); first += kCountedAtOnce) {
    const std::size_t last = std::min(first + kCountedAtOnce, ids.size());
    Id count = 0;
    for (std::size_t k = first; k < last; ++k)
      count = static_cast<Id>(count + static_cast<Id>(ids[k] <= ids[k - 1]));
    descents += count;
  }
  return descents;
}

// Whether the ids of each row ascend and are below `features`. `starts` are those of the rows, and
// the end of the last one, as positions in `ids`; they are sorted.
template <class Id>
bool rows_ascend(std::span<const std::uint64_t> starts, const Id* ids, std::uint64_t features) {
  const std::uint64_t first = starts.front();
  std::uint64_t between_rows = 0;
  bool inside = true;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const std::uint64_t begin = starts[i];
    const std::uint64_t end = starts[i + 1];
    if (begin == end) continue;
    if (begin > first) between_rows += static_cast<std::uint64_t>(ids[begin] <= ids[begin - 1]);
    inside &= ids[end - 1] < features;
  }
  return inside &&
         count_descents(std::span<const Id>(ids + first, starts.back() - first)) == between_rows;
}

}  // namespace perceptron::core
