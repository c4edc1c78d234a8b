// What training says of each plane.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <perceptron/perceptron.h>

namespace perceptron {
namespace {

using Sides = std::vector<std::pair<std::string, std::string>>;

Dataset three_clouds() {
  return generate(GeneratorKind::gaussians, {.rows = 150, .classes = 3, .distance = 12});
}

// A plane against all other classes has the second name "".
Sides sides_of(const Training& run) {
  Sides sides;
  for (const PlaneResult& plane : run.planes)
    sides.emplace_back(plane.positive, plane.negative.value_or(""));
  return sides;
}

TEST(PlaneResults, NameTheClassesThatEachPlaneSeparates) {
  const Dataset data = three_clouds();
  const std::vector<std::string> c = data.classes();
  EXPECT_EQ(sides_of(train(data)), (Sides{{c[0], ""}, {c[1], ""}, {c[2], ""}}));
  const Training pairs = train(data, {.learn = {.multiclass = Multiclass::one_vs_one}});
  EXPECT_EQ(sides_of(pairs), (Sides{{c[1], c[0]}, {c[2], c[0]}, {c[2], c[1]}}));
  const Dataset two = generate(GeneratorKind::ball, {.rows = 50});
  EXPECT_EQ(sides_of(train(two)), (Sides{{two.classes()[1], two.classes()[0]}}));
}

TEST(PlaneResults, AddUpToTheTraining) {
  for (const Learner learner : {Learner::perceptron, Learner::averaged, Learner::hinge}) {
    const Training run = train(three_clouds(), {.learn = {.learner = learner}});
    ASSERT_EQ(run.planes.size(), run.model.planes());
    std::uint64_t passes = 0;
    std::uint64_t updates = 0;
    std::uint64_t mistakes = 0;
    bool converged = true;
    for (const PlaneResult& plane : run.planes) {
      passes = std::max(passes, plane.passes);
      updates += plane.updates;
      mistakes += plane.mistakes;
      converged = converged && plane.converged;
      EXPECT_LE(plane.mistakes, plane.updates);
    }
    EXPECT_EQ(run.passes, passes);
    EXPECT_GT(run.passes, 0U);
    EXPECT_EQ(run.updates, updates);
    EXPECT_EQ(run.mistakes, mistakes);
    EXPECT_EQ(run.converged, converged);
  }
}

TEST(PlaneResults, CountTheMistakesOfThePerceptronByHand) {
  // Rows -1, 1 through the origin: the first is a mistake at score 0, which puts both on their
  // side.
  const std::vector<double> values = {-1, 1};
  const Dataset data(values, 1, {"a", "b"});
  const Training run = train(data, {.learn = {.offset = false, .order = VisitOrder::file}});
  EXPECT_EQ(run.mistakes, 1U);
  EXPECT_EQ(run.updates, 1U);
  EXPECT_EQ(run.passes, 2U);
  ASSERT_TRUE(run.planes.at(0).margin);
  EXPECT_LE(run.planes[0].margin->lower, 1);
  EXPECT_GE(run.planes[0].margin->upper, 1);
}

TEST(PlaneResults, HaveTheProofsOfTheirPlane) {
  const Dataset data = three_clouds();
  const Training loss = train(data, {.learn = {.learner = Learner::logistic, .l2 = 1e-2}});
  for (const PlaneResult& plane : loss.planes) {
    ASSERT_TRUE(plane.objective);
    EXPECT_LE(plane.objective->lower, plane.objective->upper);
    EXPECT_TRUE(plane.converged);
  }
  EXPECT_EQ(loss.objective->lower, loss.planes[0].objective->lower);
  EXPECT_EQ(loss.objective->upper, loss.planes[0].objective->upper);
}

TEST(PlaneResults, HaveTheWidestMarginOfEachPair) {
  // Squares of side 2 around (0, 0), (10, 0) and (0, 10): margins of 4, 4 and √32.
  std::vector<double> values;
  std::vector<std::string> labels;
  const std::vector<std::pair<double, double>> centres = {{0, 0}, {10, 0}, {0, 10}};
  for (std::size_t c = 0; c < centres.size(); ++c) {
    for (const double x : {-1, 1}) {
      for (const double y : {-1, 1}) {
        values.insert(values.end(), {centres[c].first + x, centres[c].second + y});
        labels.push_back(std::to_string(c));
      }
    }
  }
  const Training run =
      train(Dataset(values, 2, labels),
            {.learn = {.learner = Learner::max_margin, .multiclass = Multiclass::one_vs_one}});
  const std::vector<double> margins = {4, 4, std::sqrt(32)};
  ASSERT_EQ(run.planes.size(), margins.size());
  for (std::size_t k = 0; k < margins.size(); ++k) {
    ASSERT_TRUE(run.planes[k].margin);
    EXPECT_NEAR(run.planes[k].margin->lower, margins[k], 1e-8);
    EXPECT_NEAR(run.planes[k].margin->upper, margins[k], 1e-8);
    EXPECT_FALSE(run.planes[k].objective);
  }
}

}  // namespace
}  // namespace perceptron
