// The best margin of real data, and of data at the edge of what can be told:
// zeros, copies, huge and tiny numbers, margins below the reach of doubles.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "certify/widest_margin.h"
#include "oracle.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// ---- Real data ----

struct MarginFile {
  const char* name;
  double radius;
  double optimum;
};

// Radius and best margin as in the table of docs/figures.md.
const std::vector<MarginFile> kMarginFiles = {
    {"margin-2d.csv", 15.999741497772932, 3.2011371433959},
    {"margin-4d.csv", 23.99981823002204, 7.2032335123752},
    {"margin-8d.csv", 11.999888667713044, 3.6018234494344},
};

TEST(OptimumOfData, MarginFilesHaveTheKnownOptimum) {
  for (const MarginFile& file : kMarginFiles) {
    REQUIRE_DATA(path, file.name);
    const Dataset data = read_dataset(path, {});
    const WidestMargin optimum = optimum_of(examples_of(data), false);
    EXPECT_EQ(optimum.separable, true);
    EXPECT_NEAR(optimum.radius, file.radius, 1e-14 * file.radius);
    EXPECT_GE(optimum.radius_upper, optimum.radius);
    EXPECT_NEAR(optimum.margin.lower, file.optimum, 1e-9 * file.optimum);
    EXPECT_LE(optimum.margin.lower, file.optimum + 6e-14);  // the digits that are given
    EXPECT_GE(optimum.margin.upper, file.optimum - 6e-14);
    EXPECT_LE(optimum.margin.upper - optimum.margin.lower, 1e-9 * optimum.margin.upper);
    const WidestMargin four = optimum_of(examples_of(data), false, Targets::binary(), 4);
    EXPECT_EQ(four.margin.lower, optimum.margin.lower);
    EXPECT_EQ(four.margin.upper, optimum.margin.upper);
    EXPECT_EQ(four.support, optimum.support);
  }
}

// The rows that have a sign, as they were read.
Sample sample_of(const Dataset& data, const Targets& targets, std::vector<std::uint64_t>& number) {
  Sample sample;
  const Grid rows = grid(data.matrix);
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    number.push_back(sample.size());
    const double y = targets.sign(data.labels[i], 0);
    if (y == 0) continue;
    sample.points.push_back(rows[i]);
    sample.labels.push_back(y > 0 ? 1 : 0);
  }
  return sample;
}

void expect_proof_of_inseparability(const Dataset& data, const Targets& targets) {
  std::vector<std::uint64_t> number;
  const Sample sample = sample_of(data, targets, number);
  for (const bool offset : {false, true}) {
    const WidestMargin optimum = optimum_of(examples_of(data), offset, targets);
    EXPECT_EQ(optimum.separable, false);
    ZeroCombination proof = optimum.zero_combination;
    for (std::uint64_t& row : proof.rows) {
      EXPECT_NE(targets.sign(data.labels.at(row), 0), 0);
      row = number.at(row);
    }
    EXPECT_TRUE(vanishes(sample, proof, offset));
    EXPECT_EQ(optimum.touching, false);
    EXPECT_LT(optimum.margin.lower, 0);
    EXPECT_EQ(optimum.margin.upper, 0);
  }
}

TEST(OptimumOfData, BinaryClassificationIsNotSeparable) {
  REQUIRE_DATA(path, "binary_classification.csv");
  Reading reading;
  reading.options.label = "success";
  expect_proof_of_inseparability(read_dataset(path, reading), Targets::binary());
}

TEST(OptimumOfData, IrisClassesTwoAndThreeAreNotSeparable) {
  REQUIRE_DATA(path, "iris-train.csv");
  const Dataset data = read_dataset(path, {});
  Targets targets(3, 1);
  targets.sign(*data.classes.find("class-2"), 0) = 1;
  targets.sign(*data.classes.find("class-3"), 0) = -1;
  expect_proof_of_inseparability(data, targets);
}

// ---- Cases at the edge ----

// Finds the optimum and checks its proof, whatever the verdict.
WidestMargin proved(const Sample& sample, bool offset) {
  WidestMargin optimum = optimum_of(sample, offset);
  EXPECT_TRUE(optimum.separable.has_value());
  if (optimum.separable == true) {
    EXPECT_TRUE(separates(sample, plane_of(optimum, offset), offset));
    EXPECT_GT(optimum.margin.lower, 0);
    EXPECT_LE(optimum.margin.lower, optimum.margin.upper);
    // As close as asked, or neighbours.
    EXPECT_LE(optimum.margin.upper - optimum.margin.lower,
              1e-9 * optimum.margin.upper + std::numeric_limits<double>::denorm_min());
  } else {
    EXPECT_TRUE(vanishes(sample, optimum.zero_combination, offset));
    EXPECT_LE(optimum.margin.lower, 0);
    EXPECT_EQ(optimum.margin.upper, 0);
  }
  if (optimum.touching == true) {
    EXPECT_TRUE(separates_weakly(sample, numbers(optimum.weak_plane), offset));
  }
  return optimum;
}

using Rows = std::vector<std::uint64_t>;

TEST(OptimumAtTheEdge, XorIsNotSeparable) {
  const Sample sample{{{0, 0}, {1, 1}, {0, 1}, {1, 0}}, {0, 0, 1, 1}};
  const WidestMargin with_offset = proved(sample, true);
  EXPECT_EQ(with_offset.separable, false);
  EXPECT_EQ(with_offset.touching, false);
  EXPECT_EQ(with_offset.zero_combination.rows.size(), 4U);
  EXPECT_EQ(proved(sample, false).separable, false);
  const Sample centred{{{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}, {0, 0, 1, 1}};
  EXPECT_EQ(proved(centred, false).separable, false);
  EXPECT_EQ(proved(centred, true).separable, false);
}

TEST(OptimumAtTheEdge, ZeroVectorThroughTheOriginIsAProofOfOneRow) {
  const Sample sample{{{1, 2}, {0, 0}, {-1, -3}}, {1, 1, 0}};
  const WidestMargin optimum = proved(sample, false);
  EXPECT_EQ(optimum.separable, false);
  EXPECT_EQ(optimum.zero_combination.rows, Rows{1});
  EXPECT_EQ(optimum.touching, true);
  EXPECT_EQ(proved(sample, true).separable, true);
}

TEST(OptimumAtTheEdge, OnePointWithTwoLabelsIsAProofOfTwoRows) {
  const Sample sample{{{5, 1}, {2, 3}, {-4, 1}, {2, 3}}, {1, 1, 0, 0}};
  for (const bool offset : {false, true}) {
    const WidestMargin optimum = proved(sample, offset);
    EXPECT_EQ(optimum.separable, false);
    EXPECT_EQ(optimum.zero_combination.rows, (Rows{1, 3}));
  }
  EXPECT_EQ(proved({{{1}, {1}}, {0, 1}}, true).zero_combination.rows, (Rows{0, 1}));
}

TEST(OptimumAtTheEdge, OppositePointsOfOneClassVanishThroughTheOriginOnly) {
  const Sample sample{{{3, 1}, {1, -2}, {-1, 2}, {9, 9}}, {0, 1, 1, 0}};
  const WidestMargin optimum = proved(sample, false);
  EXPECT_EQ(optimum.separable, false);
  EXPECT_EQ(optimum.zero_combination.rows, (Rows{1, 2}));
  EXPECT_EQ(proved(sample, true).separable, true);
}

TEST(OptimumAtTheEdge, AllPointsEqual) {
  const Sample one_class{{{2, 1}, {2, 1}, {2, 1}}, {1, 1, 1}};
  const WidestMargin alone = proved(one_class, false);
  EXPECT_EQ(alone.separable, true);
  EXPECT_LE(alone.margin.lower, std::sqrt(5));
  EXPECT_GE(alone.margin.upper, std::sqrt(5));
  const Sample both{{{2, 1}, {2, 1}, {2, 1}}, {1, 0, 1}};
  for (const bool offset : {false, true}) {
    const WidestMargin optimum = proved(both, offset);
    EXPECT_EQ(optimum.separable, false);
    // Every plane that does no wrong has all of them on itself.
    EXPECT_EQ(optimum.touching, false);
  }
  const Sample zeros{{{0, 0}, {0, 0}}, {1, 0}};
  for (const bool offset : {false, true}) {
    EXPECT_EQ(proved(zeros, offset).separable, false);
    EXPECT_EQ(proved(zeros, offset).touching, false);
  }
}

TEST(OptimumAtTheEdge, OneFeature) {
  const WidestMargin optimum = proved({{{-3}, {1}, {4}}, {0, 1, 1}}, true);
  EXPECT_EQ(optimum.separable, true);
  EXPECT_LE(optimum.margin.lower, 2);
  EXPECT_GE(optimum.margin.upper, 2);
  EXPECT_EQ(proved({{{-3}, {1}, {4}}, {0, 1, 1}}, false).separable, true);
  EXPECT_EQ(proved({{{2}, {1}, {4}}, {0, 1, 1}}, false).separable, false);
  EXPECT_EQ(proved({{{2}, {1}, {4}}, {0, 1, 1}}, true).touching, false);
  const WidestMargin touching = proved({{{1}, {1}, {4}}, {0, 1, 1}}, true);
  EXPECT_EQ(touching.separable, false);
  EXPECT_EQ(touching.touching, true);
}

TEST(OptimumAtTheEdge, FewerRowsThanFeatures) {
  const Sample sample{{{1, 0, 0, 0, 2, 0}, {0, 0, 3, 0, 0, 1}}, {1, 0}};
  const WidestMargin optimum = proved(sample, true);
  EXPECT_EQ(optimum.separable, true);
  EXPECT_NEAR(optimum.margin.lower, std::sqrt(15) / 2, 1e-8);
  EXPECT_EQ(proved(sample, false).separable, true);
}

TEST(OptimumAtTheEdge, HugeTinyAndMixedNumbersHaveTheRightVerdict) {
  for (const double scale : {1e200, 1e-200, 1e300, 1e-300, 1e-320, 0x1p1020}) {
    const auto at = [&](double x, double y) { return Point{x * scale, y * scale}; };
    for (const bool offset : {false, true}) {
      const Sample apart{{at(2, 1), at(1, 3), at(-1, -1), at(-3, 1)}, {1, 1, 0, 0}};
      EXPECT_EQ(proved(apart, offset).separable, true) << scale;
      const Sample crossed{{at(1, 1), at(-1, -1), at(1, -1), at(-1, 1)}, {1, 1, 0, 0}};
      EXPECT_EQ(proved(crossed, offset).separable, false) << scale;
    }
  }
  for (const bool offset : {false, true}) {
    const Sample mixed{{{1e300, 1e-300}, {-1e300, 1e-300}, {1e300, -1e-300}, {-1e300, -1e-300}},
                       {1, 1, 0, 0}};
    const WidestMargin optimum = proved(mixed, offset);
    EXPECT_EQ(optimum.separable, true);
    EXPECT_LE(optimum.margin.lower, 1e-300);
    EXPECT_GE(optimum.margin.upper, 1e-300);
    const Sample crossed{{{1e300, 1e-300}, {-1e300, -1e-300}, {1e300, -1e-300}, {-1e300, 1e-300}},
                         {1, 1, 0, 0}};
    EXPECT_EQ(proved(crossed, offset).separable, false);
    // 1e300 + 1e-300 is no double, and yet it is what counts.
    const Sample subtle{{{1e300, 1e-300}, {-1e300, 0}}, {1, 1}};
    if (!offset) {
      EXPECT_EQ(proved(subtle, offset).separable, true);
    }
  }
}

TEST(OptimumAtTheEdge, LengthOfTinyPointsIsNotLost) {
  const WidestMargin optimum = proved({{{3e-200, 4e-200}, {-3e-200, -4e-200}}, {1, 0}}, true);
  EXPECT_NEAR(optimum.radius, 5e-200, 1e-214);
  EXPECT_GE(optimum.radius_upper, 5e-200);
  EXPECT_LE(optimum.radius_upper, 6e-200);
  EXPECT_LE(optimum.margin.lower, 5e-200);
  EXPECT_GE(optimum.margin.upper, 4.99999e-200);
}

TEST(OptimumAtTheEdge, MarginsThatAreTinyAgainstTheRadius) {
  for (const double thin : {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-12}) {
    const Sample sample{{{1e6, thin}, {-1e6, thin}, {1e6, -thin}, {-1e6, -thin}}, {1, 1, 0, 0}};
    for (const bool offset : {false, true}) {
      const WidestMargin optimum = proved(sample, offset);
      EXPECT_EQ(optimum.separable, true) << thin;
      EXPECT_LE(optimum.margin.lower, thin);
      EXPECT_GE(optimum.margin.upper, thin);
    }
    const Sample crossed{{{1e6, thin}, {-1e6, -thin}, {1e6, -thin}, {-1e6, thin}}, {1, 1, 0, 0}};
    EXPECT_EQ(proved(crossed, false).separable, false);
    EXPECT_EQ(proved(crossed, true).separable, false);
  }
}

// Points z with u·z = 1 for a long integer u: their margin is 1/‖u‖ and their
// radius about ‖u‖ times `spread`. With one at u·z = 0 or −1 instead there may
// be none; floating point cannot tell these apart.
RC_GTEST_PROP(OptimumAtTheEdge, LatticePointsNextToALine, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t size = std::uint64_t{1} << (8 + random.below(14));
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t s = 0;
  std::int64_t t = 0;
  do {  // sa + tb = 1
    a = static_cast<std::int64_t>(1 + random.below(size));
    b = static_cast<std::int64_t>(1 + random.below(size));
    std::int64_t rest[2] = {a, b};
    std::int64_t first[2] = {1, 0};
    while (rest[1] != 0) {
      const std::int64_t quotient = rest[0] / rest[1];
      rest[0] = std::exchange(rest[1], rest[0] - quotient * rest[1]);
      first[0] = std::exchange(first[1], first[0] - quotient * first[1]);
    }
    s = first[0];
    t = rest[0] == 1 ? (1 - s * a) / b : 0;
  } while (s * a + t * b != 1);
  const auto at = [&](std::int64_t level, std::int64_t along) {
    return Point{static_cast<double>(level * s + along * b),
                 static_cast<double>(level * t - along * a)};
  };
  const auto spread = static_cast<std::int64_t>(2 + random.below(50));
  Sample sample;
  const auto add = [&](const Point& z) {
    const auto label = static_cast<std::uint32_t>(random.below(2));
    sample.points.push_back(label == 1 ? z : Point{-z[0], -z[1]});
    sample.labels.push_back(label);
  };
  add(at(1, spread));
  add(at(1, -spread));
  const WidestMargin apart = optimum_of(sample, false);
  RC_ASSERT(apart.separable == true);
  RC_ASSERT(separates(sample, plane_of(apart, false), false));
  const double gamma = 1 / std::hypot(static_cast<double>(a), static_cast<double>(b));
  RC_ASSERT(apart.margin.lower <= gamma * (1 + 1e-15));
  RC_ASSERT(apart.margin.upper >= gamma * (1 - 1e-15));
  RC_ASSERT(apart.margin.upper - apart.margin.lower <= 1e-9 * apart.margin.upper);
  Sample third = sample;
  std::swap(sample, third);
  add(at(-1, 0));
  const WidestMargin crossed = optimum_of(sample, false);
  RC_ASSERT(crossed.separable == false);
  RC_ASSERT(vanishes(sample, crossed.zero_combination, false));
  RC_ASSERT(crossed.touching == false);
  sample = third;
  add(at(0, -spread));
  add(at(0, spread));
  const WidestMargin touching = optimum_of(sample, false);
  RC_ASSERT(touching.separable == false);
  RC_ASSERT(vanishes(sample, touching.zero_combination, false));
  RC_ASSERT(touching.touching == true);
  RC_ASSERT(separates_weakly(sample, numbers(touching.weak_plane), false));
}

// The distance of the two points, and with it a determinant, is the product of
// 536870909, 536870879 and 536870869.
TEST(OptimumAtTheEdge, DistanceThatManyPrimesDivide) {
  const Sample sample{{{154742482140472818377162752.0}, {-884226387807.0}}, {1, 1}};
  const WidestMargin optimum = proved(sample, false);
  EXPECT_EQ(optimum.separable, false);
  EXPECT_EQ(optimum.zero_combination.rows.size(), 2U);
}

// More points hold the plane than the search for the nearest point takes: the
// unit vectors, all of them at 1/√n.
TEST(OptimumAtTheEdge, ManySupportPointsAreApproximated) {
  constexpr std::size_t kRows = 1600;
  Sample sample;
  sample.sparse = true;
  for (std::size_t i = 0; i < kRows; ++i) {
    Point x(kRows);
    x[i] = i % 2 == 0 ? 1 : -1;
    sample.points.push_back(x);
    sample.labels.push_back(i % 2 == 0 ? 1 : 0);
  }
  const WidestMargin optimum = optimum_of(sample, false);
  EXPECT_EQ(optimum.separable, true);
  EXPECT_LE(optimum.margin.lower, 0.025);
  EXPECT_GE(optimum.margin.upper, 0.025);
  EXPECT_LE(optimum.margin.upper - optimum.margin.lower, 1e-2 * optimum.margin.upper);
  // One more that faces one of them.
  sample.points.push_back(sample.points[7]);
  sample.labels.push_back(1);
  const WidestMargin refuted = optimum_of(sample, false);
  EXPECT_EQ(refuted.separable, false);
  EXPECT_EQ(refuted.zero_combination.rows, (Rows{7, kRows}));
}

}  // namespace
}  // namespace perceptron::core::test
