// The ascent by single points reaches the gap that it is asked for, around the
// best margin that the search finds.

#include "certify/hard_margin_ascent.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "certify/margin.h"
#include "oracle.h"

namespace perceptron::core::test {
namespace {

struct Ascended {
  HardMarginResult result;
  MarginEvidence evidence;
};

Ascended ascend_on(const Sample& sample, bool offset, const HardMarginSettings& settings,
                   const std::vector<double>& start = {}) {
  const Problem problem = sample.problem();
  const Targets targets = Targets::binary();
  Listener silent;
  const Examples examples = problem.examples();
  const SignedRows points(examples, targets, 0, offset ? Offset::constant : Offset::none);
  Ascended ascended;
  ascended.result = ascend_hard_margin(points, start, settings, silent);
  double least[2] = {INFINITY, INFINITY};
  for (std::size_t i = 0; i < sample.size(); ++i) {
    double& side = least[sample.labels[i]];
    side = std::min(side, sample.sign(i) * dot(sample.points[i], ascended.result.w));
  }
  const double b = offset ? (least[0] - least[1]) / 2 : 0;
  ascended.evidence = measure_margin({points, ascended.result.w, b, ascended.result.alpha}, 1);
  return ascended;
}

RC_GTEST_PROP(Ascent, ReachesTheGapAroundTheOptimum,
              (std::uint64_t seed, bool offset, bool shrink)) {
  Random random(seed);
  const Sample sample = separable_sample(random, {6, 20}, offset);
  const WidestMargin optimum = optimum_of(sample, offset);
  HardMarginSettings settings;
  settings.gap = 1e-2;
  settings.seed = seed;
  settings.shrink = shrink;
  const auto [result, evidence] = ascend_on(sample, offset, settings);
  RC_ASSERT(result.reached);
  RC_ASSERT(std::all_of(result.alpha.begin(), result.alpha.end(), [](double a) { return a >= 0; }));
  RC_ASSERT(evidence.margin.has_value());
  const Interval margin = *evidence.margin;
  RC_ASSERT(margin.lower > 0);
  RC_ASSERT(margin.lower <= optimum.margin.upper);
  RC_ASSERT(margin.upper >= optimum.margin.lower);
  RC_ASSERT(margin.upper - margin.lower <= settings.gap * margin.upper * (1 + 1e-9));
  // From there on to a smaller gap.
  settings.gap = 1e-3;
  const auto further = ascend_on(sample, offset, settings, result.alpha);
  RC_ASSERT(further.result.reached);
  RC_ASSERT(further.evidence.margin->lower <= optimum.margin.upper);
  RC_ASSERT(further.evidence.margin->upper >= optimum.margin.lower);
}

RC_GTEST_PROP(Ascent, SameSeedSameResultWithAnyNumberOfThreads,
              (std::uint64_t seed, bool offset, bool shrink)) {
  Random random(seed);
  const Sample sample = separable_sample(random, {5, 12}, offset);
  HardMarginSettings settings;
  settings.seed = seed;
  settings.shrink = shrink;
  settings.passes = 200;
  const HardMarginResult one = ascend_on(sample, offset, settings).result;
  const HardMarginResult again = ascend_on(sample, offset, settings).result;
  RC_ASSERT(one.w == again.w);
  RC_ASSERT(one.alpha == again.alpha);
  RC_ASSERT(one.passes == again.passes);
}

TEST(Ascent, ThreadsDoNotChangeIt) {
  Random random(5);
  Sample sample;
  for (int i = 0; i < 12000; ++i) {
    const double y = random.below(2) == 0 ? 1 : -1;
    sample.points.push_back({random.normal(), random.normal() + 6 * y, random.normal()});
    sample.labels.push_back(y > 0 ? 1 : 0);
  }
  HardMarginSettings settings;
  const Ascended one = ascend_on(sample, true, settings);
  settings.threads = 4;
  const Ascended four = ascend_on(sample, true, settings);
  EXPECT_TRUE(one.result.reached);
  EXPECT_EQ(one.result.w, four.result.w);
  EXPECT_EQ(one.result.alpha, four.result.alpha);
  EXPECT_EQ(one.result.passes, four.result.passes);
}

TEST(Ascent, StopsWhereFewPointsAreLeft) {
  const Sample sample{{{3, 1}, {1, 4}, {2, 2}, {-1, -2}, {-3, 1}, {0, -3}}, {1, 1, 1, 0, 0, 0}};
  HardMarginSettings settings;
  settings.gap = 1e-15;
  settings.shrink = false;
  settings.few = sample.size();
  const Ascended ascended = ascend_on(sample, true, settings);
  EXPECT_FALSE(ascended.result.reached);
  EXPECT_LT(ascended.result.passes, 20);
  EXPECT_GE(ascended.evidence.margin->upper, optimum_of(sample, true).margin.lower);
  settings.few = 0;
  EXPECT_GT(ascend_on(sample, true, settings).result.passes, 20);
}

TEST(Ascent, EndsOnPointsThatNoPlaneSeparates) {
  const Sample crossed{{{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}, {0, 0, 1, 1}};
  for (const bool offset : {false, true}) {
    for (const bool shrink : {false, true}) {
      HardMarginSettings settings;
      settings.passes = 100;
      settings.shrink = shrink;
      EXPECT_FALSE(ascend_on(crossed, offset, settings).result.reached);
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
