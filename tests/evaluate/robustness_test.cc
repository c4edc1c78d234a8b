// How large a change rows withstand, compared with a search that uses predictions only.

#include "evaluate/robustness.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/random.h"
#include "evaluate/random_model.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

double size_of(Norm norm, double x, double y) {
  switch (norm) {
    case Norm::l2:
      return std::hypot(x, y);
    case Norm::linf:
      return std::max(std::abs(x), std::abs(y));
    case Norm::l1:
      return std::abs(x) + std::abs(y);
  }
  return 0;
}

// The smallest multiple of the step, up to `most`, that changes the prediction: regions of one
// prediction are convex.
double distance_along(const RandomModel& random, const Point& x, const Point& step, double most) {
  const std::uint32_t before = random.predict(x);
  const auto changed = [&](double t) {
    return random.predict({x[0] + t * step[0], x[1] + t * step[1]}) != before;
  };
  if (!changed(most)) return most;
  double low = 0;
  double high = most;
  for (int k = 0; k < 60; ++k) (changed((low + high) / 2) ? high : low) = (low + high) / 2;
  return high;
}

// In directions around the circle, among them the corners of every ball.
double searched_radius(const RandomModel& random, const Point& x, Norm norm, double most) {
  constexpr int kDirections = 1440;
  double least = most;
  for (int k = 0; k < kDirections; ++k) {
    const double angle = 2 * std::numbers::pi * k / kDirections;
    const double size = size_of(norm, std::cos(angle), std::sin(angle));
    least = std::min(
        least, distance_along(random, x, {std::cos(angle) / size, std::sin(angle) / size}, least));
  }
  return least;
}

RC_GTEST_PROP(Robustness, IsWhatASearchFinds, (std::uint64_t seed)) {
  Random random(seed);
  const RandomModel one(random, 2 + random.below(3), random.below(2) == 0);
  for (const Norm norm : {Norm::l2, Norm::linf, Norm::l1}) {
    Boundaries boundaries(one.model, norm, FeatureUnits::original);
    for (int k = 0; k < 3; ++k) {
      const Point x = {3 * random.normal(), 3 * random.normal()};
      const double radius = boundaries.radius(one.predict(x), one.scores(x));
      if (radius > 100) continue;
      const double found = searched_radius(one, x, norm, 2 * radius + 1e-9);
      RC_ASSERT(found >= radius - 1e-9);
      RC_ASSERT(found <= radius * (1 + 1e-4) + 1e-9);
    }
  }
}

// A unit of a scaled feature is `scale` units of the file.
RC_GTEST_PROP(Robustness, InScaledUnitsIsThatOfTheScaledRows, (std::uint64_t seed)) {
  Random random(seed);
  const RandomModel one(random, 2 + random.below(3), true);
  Model plain = one.model;
  plain.scaling = {};
  const Point x = {random.normal(), random.normal()};
  const auto planes = one.scores(x);
  const std::uint32_t predicted = one.predict(x);
  for (const Norm norm : {Norm::l2, Norm::linf, Norm::l1})
    RC_ASSERT(Boundaries(one.model, norm, FeatureUnits::scaled).radius(predicted, planes) ==
              Boundaries(plain, norm, FeatureUnits::original).radius(predicted, planes));
}

TEST(Robustness, IsZeroWherePredictionsAreWrongAndInfiniteWithoutWeights) {
  Model model;
  model.classes = {"a", "b"};
  model.schema = Schema::numbered_table(1);
  model.planes.push_back({{2}, -1, {}});
  RobustnessMeter meter(model, Norm::l2, FeatureUnits::original);
  for (const double x : {2.5, 0.5, 0.0, 0.0}) {
    const double score = 2 * x - 1;
    meter.add(x == 0 ? 0 : 1, std::vector{score});
  }
  meter.add(0, std::vector{3.0});
  const Robustness found = meter.finish();
  EXPECT_EQ(found.radii, (std::vector<double>{2, 0, 0.5, 0.5, 0}));
  EXPECT_EQ(found.accuracy, 0.8);
  EXPECT_EQ(found.median_radius, 0.5);
  std::vector<std::pair<double, double>> curve;
  for (const RobustnessPoint& point : found.curve) curve.emplace_back(point.epsilon, point.share);
  EXPECT_EQ(curve, (std::vector<std::pair<double, double>>{{0, 0.8}, {0.5, 0.6}, {2, 0.2}}));
  model.planes[0].weights[0] = 0;
  Boundaries boundaries(model, Norm::linf, FeatureUnits::original);
  EXPECT_EQ(boundaries.radius(0, std::vector{-1.0}), std::numeric_limits<double>::infinity());
}

TEST(Robustness, RefusesWhatIsNotLinear) {
  Model model;
  model.classes = {"a", "b", "c"};
  model.multiclass = Multiclass::one_vs_one;
  model.schema = Schema::numbered_table(1);
  model.planes.assign(3, {{1}, 0, {}});
  EXPECT_THROW(Boundaries(model, Norm::l2, FeatureUnits::scaled), Error);
  model.multiclass = Multiclass::one_vs_rest;
  model.scaling.kind = ScalingKind::unit;
  EXPECT_THROW(Boundaries(model, Norm::l2, FeatureUnits::original), Error);
  EXPECT_NO_THROW(Boundaries(model, Norm::l2, FeatureUnits::scaled));
}

}  // namespace
}  // namespace perceptron::core::test
