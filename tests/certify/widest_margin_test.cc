// The best margin and the verdict on separability. What proves a verdict is
// checked in rational numbers; what a verdict or a margin should be comes from
// oracles that share no code with the search: a simplex method over the
// integers, all faces of small hulls, and a plain descent.

#include "certify/widest_margin.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "oracle.h"

namespace perceptron::core::test {
namespace {

// ---- Verdicts ----

RC_GTEST_PROP(WidestMargin, EveryVerdictIsRightAndProved, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = any_sample(random, {});
  const WidestMargin optimum = optimum_of(sample, offset);
  RC_ASSERT(optimum.separable.has_value());
  const bool separable = is_separable(sample.signed_points(offset));
  RC_TAG(separable ? "separable" : "not separable");
  RC_ASSERT(*optimum.separable == separable);
  if (separable) {
    RC_ASSERT(separates(sample, plane_of(optimum, offset), offset));
    RC_ASSERT(optimum.zero_combination.rows.empty());
    RC_ASSERT(!optimum.touching.has_value());
    RC_ASSERT(optimum.margin.lower > 0);
    RC_ASSERT(optimum.margin.upper - optimum.margin.lower <= 1e-9 * optimum.margin.upper);
  } else {
    RC_ASSERT(vanishes(sample, optimum.zero_combination, offset));
    RC_ASSERT(optimum.margin.lower <= 0);
    RC_ASSERT(optimum.margin.upper == 0);
    RC_ASSERT(!optimum.mistake_bound.has_value());
  }
}

RC_GTEST_PROP(WidestMargin, TouchingIsToldFromOverlapping, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = any_sample(random, {5, 14});
  const WidestMargin optimum = optimum_of(sample, offset);
  if (optimum.separable == true) return;
  const bool touching = is_weakly_separable(sample.signed_points(offset));
  RC_TAG(touching ? "touching" : "overlapping");
  RC_ASSERT(optimum.touching == touching);
  if (touching) {
    RC_ASSERT(separates_weakly(sample, numbers(optimum.weak_plane), offset));
    RC_ASSERT(optimum.margin.lower == 0 && optimum.margin.upper == 0);
  } else {
    RC_ASSERT(optimum.weak_plane.empty());
    RC_ASSERT(optimum.margin.lower <= 0);
  }
}

// No integers here: decimal fractions, or features of very different sizes.
// Points on a line or a plane leave it by a rounding, and that decides.
RC_GTEST_PROP(WidestMargin, EveryVerdictOnFractionsIsProved, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  Sample sample = any_sample(random, {5, 16});
  const bool decimal = random.below(2) == 0;
  Point factor(sample.features(), 0.1);
  if (!decimal) {
    for (double& x : factor) x = std::pow(10.0, random.uniform(-6, 6));
  }
  const Point shift(sample.features(), decimal ? 0.7 : 0);
  for (Point& x : sample.points) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = (x[j] + shift[j]) * factor[j];
  }
  const WidestMargin optimum = optimum_of(sample, offset);
  RC_ASSERT(optimum.separable.has_value());
  RC_TAG(*optimum.separable ? "separable" : "not separable");
  if (*optimum.separable) {
    RC_ASSERT(separates(sample, plane_of(optimum, offset), offset));
    RC_ASSERT(optimum.margin.lower > 0);
    RC_ASSERT(optimum.margin.upper - optimum.margin.lower <= 1e-9 * optimum.margin.upper);
    return;
  }
  RC_ASSERT(vanishes(sample, optimum.zero_combination, offset));
  RC_ASSERT(optimum.touching.has_value());
  if (*optimum.touching) {
    RC_ASSERT(separates_weakly(sample, numbers(optimum.weak_plane), offset));
  }
}

// ---- Margins ----

RC_GTEST_PROP(WidestMargin, IntervalHoldsTheNearestPointOfAllFaces,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = random.below(2) == 0 ? any_sample(random, {3, offset ? 6U : 8U})
                                             : separable_sample(random, {3, 6}, offset);
  const double gamma = least_height(sample.hull(offset)) * (offset ? 0.5 : 1);
  const WidestMargin optimum = optimum_of(sample, offset);
  if (optimum.separable == true) {
    RC_ASSERT(optimum.margin.lower <= gamma * (1 + 1e-12));
    RC_ASSERT(optimum.margin.upper >= gamma * (1 - 1e-12));
    RC_ASSERT(optimum.margin.upper - optimum.margin.lower <= 1e-9 * optimum.margin.upper);
  } else {
    RC_ASSERT(gamma <= 1e-7);
  }
}

RC_GTEST_PROP(WidestMargin, IntervalMeetsThatOfAPlainDescent, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = separable_sample(random, {8, 12}, offset);
  Interval distance = descend(sample.hull(offset));
  if (offset) distance = {distance.lower / 2, distance.upper / 2};
  const WidestMargin optimum = optimum_of(sample, offset);
  RC_ASSERT(optimum.separable == true);
  RC_ASSERT(optimum.margin.lower <= distance.upper * (1 + 1e-12));
  RC_ASSERT(optimum.margin.upper >= distance.lower * (1 - 1e-12));
  RC_ASSERT(distance.upper - distance.lower <= 1e-3 * distance.upper);  // slow, but sure
}

RC_GTEST_PROP(WidestMargin, PowersOfTwoScaleEveryBit, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = any_sample(random, {6, 12});
  const WidestMargin plain = optimum_of(sample, offset);
  if (plain.radius == 0) return;  // nothing to scale
  const int power = static_cast<int>(random.below(401)) - 200;
  Sample scaled = sample;
  for (Point& x : scaled.points) {
    for (double& value : x) value = std::ldexp(value, power);
  }
  const WidestMargin optimum = optimum_of(scaled, offset);
  RC_ASSERT(optimum.separable == plain.separable);
  RC_ASSERT(optimum.touching == plain.touching);
  RC_ASSERT(optimum.margin.lower == std::ldexp(plain.margin.lower, power));
  RC_ASSERT(optimum.margin.upper == std::ldexp(plain.margin.upper, power));
  if (optimum.separable == true) {
    RC_ASSERT(separates(scaled, plane_of(optimum, offset), offset));
  } else {
    RC_ASSERT(vanishes(scaled, optimum.zero_combination, offset));
  }
}

// Powers of such numbers are no doubles: here exact arithmetic takes over.
RC_GTEST_PROP(WidestMargin, ExtremePowersOfTwoKeepTheVerdict, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  Sample sample = any_sample(random, {3, 5});
  const WidestMargin plain = optimum_of(sample, offset);
  const int power = (random.below(2) == 0 ? 1 : -1) * static_cast<int>(200 + random.below(500));
  for (Point& x : sample.points) {
    for (double& value : x) value = std::ldexp(value, power);
  }
  const WidestMargin optimum = optimum_of(sample, offset);
  RC_ASSERT(optimum.separable == plain.separable);
  RC_ASSERT(optimum.touching == plain.touching);
  if (optimum.separable == true) {
    RC_ASSERT(separates(sample, plane_of(optimum, offset), offset));
    RC_ASSERT(optimum.margin.lower > 0);
    RC_ASSERT(optimum.margin.lower <= std::ldexp(plain.margin.upper, power));
    RC_ASSERT(optimum.margin.upper >= std::ldexp(plain.margin.lower, power));
    RC_ASSERT(optimum.margin.upper - optimum.margin.lower <= 1e-9 * optimum.margin.upper);
  } else {
    RC_ASSERT(vanishes(sample, optimum.zero_combination, offset));
    RC_ASSERT(optimum.margin.upper == 0);
  }
}

RC_GTEST_PROP(WidestMargin, MistakesOfAPerceptronStayBelowTheBound,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = separable_sample(random, {6, 12}, offset);
  const WidestMargin optimum = optimum_of(sample, offset);
  LearnSettings settings;
  settings.learner = Learner::perceptron;
  settings.offset = offset;
  settings.epochs = 1'000'000;
  settings.seed = seed;
  const Fit fit = fit_binary(sample.problem(), settings);
  RC_ASSERT(fit.converged);
  RC_ASSERT(optimum.mistake_bound.has_value());
  RC_ASSERT(static_cast<double>(fit.updates) <= *optimum.mistake_bound);
}

}  // namespace
}  // namespace perceptron::core::test
