#include "base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace perceptron::core::test {
namespace {

// Known answers from the Random123 distribution (kat_vectors, philox4x32 10).
TEST(Philox, GivesThePublishedAnswers) {
  using Counter = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, StreamsAndSeedsDiffer) {
  Random a(1, 0);
  Random b(1, 1);
  Random c(2, 0);
  const auto first = a.bits();
  EXPECT_NE(first, b.bits());
  EXPECT_NE(first, c.bits());
  EXPECT_EQ(first, Random(1, 0).bits());
}

TEST(Random, NumbersBelowABoundAreEquallyLikely) {
  Random random(1);
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts.at(random.below(7));
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  Random random(1);
  double sum = 0;
  double squares = 0;
  double fourth = 0;
  constexpr int kDraws = 200000;
  for (int i = 0; i < kDraws; ++i) {
    const double x = random.normal();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.01);
  EXPECT_NEAR(squares / kDraws, 1, 0.02);
  EXPECT_NEAR(fourth / kDraws, 3, 0.1);
}

TEST(Shuffle, KeepsEveryItemAndEveryOrderIsAsLikely) {
  Random random(1);
  std::vector<int> seen(6);
  for (int i = 0; i < 12000; ++i) {
    std::vector<std::uint64_t> items = {0, 1, 2};
    shuffle(items, random);
    ++seen.at(items[0] * 2 + (items[1] > items[2] ? 1 : 0));
    std::sort(items.begin(), items.end());
    ASSERT_EQ(items, (std::vector<std::uint64_t>{0, 1, 2}));
  }
  for (const int count : seen) EXPECT_NEAR(count, 2000, 200);
}

}  // namespace
}  // namespace perceptron::core::test
