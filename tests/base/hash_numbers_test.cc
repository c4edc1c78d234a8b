// Numbers by hash are those of a standard map.

#include "base/hash_numbers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <unordered_map>
#include <vector>

namespace perceptron::core::test {
namespace {

RC_GTEST_PROP(HashNumbers, AreThoseOfAMap, (const std::vector<std::uint16_t>& keys)) {
  HashNumbers numbers;
  std::unordered_map<std::uint64_t, std::uint32_t> expected;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    // Few different upper bits: many hashes begin at the same place.
    const std::uint64_t hash = (std::uint64_t{keys[i] % 3U} << 62U) | (keys[i] % 512U);
    const auto number = static_cast<std::uint32_t>(i);
    const bool found = numbers.find(hash) != nullptr;
    RC_ASSERT(found == expected.contains(hash));
    const auto [at, is_new] = expected.emplace(hash, number);
    RC_ASSERT(numbers.emplace(hash, number) == std::make_pair(at->second, is_new));
    RC_ASSERT(*numbers.find(hash) == at->second);
    RC_ASSERT(numbers.size() == expected.size());
  }
}

TEST(HashNumbers, FindZero) {
  HashNumbers numbers;
  EXPECT_EQ(numbers.find(0), nullptr);
  EXPECT_TRUE(numbers.emplace(0, 7).second);
  EXPECT_EQ(*numbers.find(0), 7U);
}

}  // namespace
}  // namespace perceptron::core::test
