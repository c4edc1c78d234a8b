// Contributions add up to the score, and changes change the answer exactly where it is said.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "evaluate/boundaries.h"
#include "evaluate/explained_rows.h"
#include "evaluate/random_model.h"
#include "model/train.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::vector<double> scaled(const Model& model, const Point& x) {
  if (model.scaling.scale.empty()) return x;
  std::vector<double> z;
  for (std::size_t j = 0; j < x.size(); ++j)
    z.push_back((x[j] - model.scaling.shift[j]) / model.scaling.scale[j]);
  return z;
}

RowExplanation explained(const RandomModel& random, const Point& x, const AverageRow& average) {
  const Explainer explainer(random.model, average, 10);
  return explainer.explain({1, x, scaled(random.model, x), random.scores(x)});
}

RC_GTEST_PROP(Explanation, ContributionsAddUpToTheScore, (std::uint64_t seed)) {
  Random random(seed);
  const RandomModel one(random, 2 + random.below(3), random.below(2) == 0);
  const Point x = {random.normal(), random.normal()};
  const Point mean = {random.normal(), random.normal()};
  const RowExplanation found = explained(one, x, {mean, scaled(one.model, mean)});
  double sum = found.average_score + found.others;
  for (const Contribution& each : found.contributions) sum += each.contribution;
  RC_ASSERT(std::abs(sum - found.score) <= 1e-12 * (1 + std::abs(sum)));
  const auto planes = one.scores(x);
  const auto at_mean = one.scores(mean);
  const auto number = [](const std::string& name) { return std::stoul(name); };
  if (planes.size() == 1) {
    RC_ASSERT(found.score == planes[0]);
    RC_ASSERT(std::abs(found.average_score - at_mean[0]) <= 1e-9);
  } else {
    const auto p = number(found.predicted);
    const auto r = number(found.rival);
    RC_ASSERT(found.score == planes[p] - planes[r] && found.score >= 0);
    RC_ASSERT(std::abs(found.average_score - (at_mean[p] - at_mean[r])) <= 1e-9);
    for (std::size_t c = 0; c < planes.size(); ++c) RC_ASSERT(c == p || planes[c] <= planes[r]);
  }
}

// The smallest change of one feature that changes the prediction, by bisection; regions of one
// prediction are convex.
double searched_change(const RandomModel& random, const Point& x, std::size_t j, double sign,
                       double most) {
  const std::uint32_t before = random.predict(x);
  const auto changed = [&](double by) {
    Point moved = x;
    moved[j] += sign * by;
    return random.predict(moved) != before;
  };
  if (!changed(most)) return std::numeric_limits<double>::infinity();
  double low = 0;
  double high = most;
  for (int k = 0; k < 80; ++k) (changed((low + high) / 2) ? high : low) = (low + high) / 2;
  return high;
}

RC_GTEST_PROP(Explanation, ASingleFeatureChangesTheAnswerWhereItSays, (std::uint64_t seed)) {
  constexpr double kFar = 1e4;
  Random random(seed);
  const RandomModel one(random, 2 + random.below(3), random.below(2) == 0);
  const Point x = {random.normal(), random.normal()};
  const RowExplanation found = explained(one, x, {{0, 0}, scaled(one.model, {0, 0})});
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double searched =
        std::min(searched_change(one, x, j, 1, kFar), searched_change(one, x, j, -1, kFar));
    const double scale = one.model.scaling.scale.empty() ? 1 : one.model.scaling.scale[j];
    smallest = std::min(smallest, searched / scale);
    const auto listed = std::find_if(
        found.contributions.begin(), found.contributions.end(),
        [&](const Contribution& each) { return each.feature == one.model.schema.feature_name(j); });
    if (listed == found.contributions.end() || !std::isfinite(searched)) continue;
    RC_ASSERT(listed->flip_at.has_value());
    RC_ASSERT(std::abs(std::abs(*listed->flip_at - x[j]) - searched) <= 1e-6 * (1 + searched));
  }
  if (!std::isfinite(smallest)) return;
  RC_ASSERT(found.flip.has_value());
  RC_ASSERT(std::abs(std::abs(found.flip->scaled_change) - smallest) <= 1e-6 * (1 + smallest));
}

RC_GTEST_PROP(Explanation, TheNearestPointIsOnTheBoundary, (std::uint64_t seed)) {
  Random random(seed);
  const RandomModel one(random, 2 + random.below(3), random.below(2) == 0);
  const Point x = {random.normal(), random.normal()};
  const auto planes = one.scores(x);
  const std::uint32_t predicted = one.predict(x);
  const RowExplanation found = explained(one, x, {{0, 0}, scaled(one.model, {0, 0})});
  RC_ASSERT(found.radius.has_value() && found.radius_scaled.has_value());
  const auto radius = [&](FeatureUnits units) {
    return Boundaries(one.model, Norm::l2, units).radius(predicted, planes);
  };
  RC_ASSERT(std::abs(*found.radius - radius(FeatureUnits::original)) <= 1e-9 * (1 + *found.radius));
  RC_ASSERT(std::abs(*found.radius_scaled - radius(FeatureUnits::scaled)) <=
            1e-9 * (1 + *found.radius_scaled));
  Point nearest = x;
  double squares = 0;
  for (const NearestValue& each : found.nearest) {
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (each.feature == one.model.schema.feature_name(j)) nearest[j] = each.to;
    }
    squares += (each.to - each.value) * (each.to - each.value);
  }
  RC_ASSERT(std::abs(std::sqrt(squares) - *found.radius) <= 1e-9 * (1 + *found.radius));
  const auto there = one.scores(nearest);
  const auto other = static_cast<std::uint32_t>(std::stoul(found.nearest_class));
  RC_ASSERT(std::abs(difference(one.model, there, predicted, other)) <= 1e-7);
}

Model trained(const std::string& text, ScalingKind scale, Multiclass multiclass) {
  TrainOptions options;
  options.learn.learner = Learner::logistic;
  options.learn.multiclass = multiclass;
  options.scale = scale;
  Listener silent;
  Dataset data = read_string(text, {}, "rows.csv");
  return train(data, options, silent).model;
}

TEST(Explanation, ComparesWithTheTrainingRowsWhereTheModelKnowsThem) {
  const std::string text = "x,y,class\n0,1,a\n0,2,a\n5,3,b\n7,2,b\n";
  const Dataset data = read_string(text, {}, "rows.csv");
  const Explanations standard =
      explain(trained(text, ScalingKind::standard, Multiclass::one_vs_rest), data, {});
  EXPECT_TRUE(standard.compared_with_training);
  const Explanations plain =
      explain(trained(text, ScalingKind::none, Multiclass::one_vs_rest), data, {});
  EXPECT_FALSE(plain.compared_with_training);
  for (const Explanations& all : {standard, plain}) {
    ASSERT_EQ(all.rows.size(), 4U);
    for (const Contribution& each : all.rows[0].contributions)
      EXPECT_NEAR(each.average, each.feature == "x" ? 3 : 2, 1e-12);
  }
  ExplainSettings some;
  some.rows = {3};
  some.most = 1;
  const Explanations one =
      explain(trained(text, ScalingKind::none, Multiclass::one_vs_rest), data, some);
  ASSERT_EQ(one.rows.size(), 1U);
  EXPECT_EQ(one.rows[0].row, 3U);
  EXPECT_EQ(one.rows[0].contributions.size(), 1U);
  EXPECT_NE(one.rows[0].others, 0);
  some.rows = {5};
  EXPECT_THROW(explain(trained(text, ScalingKind::none, Multiclass::one_vs_rest), data, some),
               Error);
}

TEST(Explanation, CategoriesAndVotesHaveNoChangeOfOneNumber) {
  const std::string text =
      "x,colour,class\n0,red,a\n1,red,a\n5,blue,b\n7,blue,b\n2,green,c\n1,green,c\n";
  const Dataset data = read_string(text, {}, "rows.csv");
  const Explanations rest =
      explain(trained(text, ScalingKind::none, Multiclass::one_vs_rest), data, {});
  for (const RowExplanation& row : rest.rows) {
    for (const Contribution& each : row.contributions)
      EXPECT_EQ(each.flip_at.has_value(), each.feature == "x") << each.feature;
    EXPECT_EQ(row.flip->feature, "x");
  }
  const Explanations votes =
      explain(trained(text, ScalingKind::none, Multiclass::one_vs_one), data, {});
  for (const RowExplanation& row : votes.rows) {
    EXPECT_FALSE(row.flip || row.radius || row.radius_scaled);
    EXPECT_GT(row.score, 0);
    double sum = row.average_score + row.others;
    for (const Contribution& each : row.contributions) sum += each.contribution;
    EXPECT_NEAR(sum, row.score, 1e-12);
  }
}

}  // namespace
}  // namespace perceptron::core::test
