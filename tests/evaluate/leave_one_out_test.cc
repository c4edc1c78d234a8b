// Certified leave-one-out gives what training without each row gives.

#include "evaluate/leave_one_out.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "certificates.h"
#include "model/train.h"
#include "solve/solver.h"

namespace perceptron::core::test {
namespace {

Dataset two_clouds(Random& random, std::uint64_t rows, std::uint64_t features) {
  Grid points;
  Labels labels;
  for (std::uint64_t i = 0; i < rows; ++i) {
    std::vector<double> x(features);
    for (double& value : x) value = random.normal();
    labels.push_back(i < 2 ? static_cast<std::uint32_t>(i)
                           : static_cast<std::uint32_t>(random.below(2)));
    x[0] += labels.back() == 1 ? 0.8 : -0.8;
    points.push_back(x);
  }
  return dataset(points, labels);
}

// The class that a model predicts that is trained without the row; empty if the row is too close to
// the plane to tell.
std::optional<std::uint32_t> trained_without(const Dataset& data, const LearnSettings& learn,
                                             std::uint64_t left_out) {
  std::vector<std::uint64_t> others;
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    if (i != left_out) others.push_back(i);
  }
  const std::uint32_t other_class = 1 - data.labels[left_out];
  Dataset rest = data.select(others);
  if (std::count(rest.labels.begin(), rest.labels.end(), other_class) ==
      static_cast<std::ptrdiff_t>(rest.rows()))
    return other_class;
  TrainOptions options;
  options.learn = learn;
  options.learn.tolerance = 1e-12;
  Listener silent;
  const Training training = train(rest, options, silent);
  const Plane& plane = training.model.planes[0];
  double score = plane.offset;
  const std::vector<double> x = grid(data.matrix)[left_out];
  for (std::size_t j = 0; j < x.size(); ++j) score += plane.weights[j] * x[j];
  if (std::abs(score) < 1e-3) return std::nullopt;
  return score > 0 ? 1 : 0;
}

RC_GTEST_PROP(CertifiedLeaveOneOut, IsTheSameAsTrainingWithoutEachRow, (std::uint64_t seed)) {
  Random random(seed);
  const Dataset data = two_clouds(random, 12 + random.below(30), 1 + random.below(4));
  LearnSettings learn;
  learn.learner =
      std::array{Learner::hinge, Learner::squared_hinge, Learner::logistic}[random.below(3)];
  learn.l2 = std::pow(10.0, -random.uniform(0, 3));
  if (random.below(4) == 0) learn.l1 = 0.01;
  learn.offset = random.below(3) > 0;
  learn.penalise_offset = learn.offset && random.below(3) == 0;
  Listener silent;
  const CertifiedLeaveOneOut result =
      certify_leave_one_out(data, {learn, ScalingKind::none}, 1 + random.below(2), silent);
  RC_ASSERT(result.rows.size() == data.rows());
  for (int k = 0; k < 4; ++k) {
    const std::uint64_t i = random.below(data.rows());
    if (result.rows[i].by == LeftOutBy::nothing) continue;
    const auto expected = trained_without(data, learn, i);
    if (expected) RC_ASSERT(result.rows[i].predicted == *expected);
  }
}

TEST(CertifiedLeaveOneOut, DecidesManyRowsWithoutTraining) {
  Random random(5);
  const Dataset data = two_clouds(random, 400, 5);
  for (const Learner learner : {Learner::hinge, Learner::squared_hinge, Learner::logistic}) {
    LearnSettings learn;
    learn.learner = learner;
    learn.l2 = 0.05;
    Listener silent;
    const auto result = certify_leave_one_out(data, {learn, ScalingKind::none}, 1, silent);
    const std::uint64_t expected = learner == Learner::logistic ? 390 : 100;
    EXPECT_GT(result.count(LeftOutBy::proof), expected) << name_of(learner);
    EXPECT_EQ(result.count(LeftOutBy::nothing), 0U) << name_of(learner);
    const auto first = result.most_influential(3);
    ASSERT_EQ(first.size(), 3U);
    EXPECT_GE(result.rows[first[0]].change, result.rows[first[1]].change);
    const Validation validation = validation_of(result, data, {});
    ASSERT_TRUE(validation.accuracy);
    EXPECT_GT(*validation.accuracy, 0.7);
    EXPECT_EQ(validation.models, 400 - result.count(LeftOutBy::proof));
  }
}

TEST(CertifiedLeaveOneOut, RefusesWhatItCannotProve) {
  Random random(6);
  const Dataset data = two_clouds(random, 20, 2);
  const auto error = [&](const Candidate& candidate) {
    Listener silent;
    try {
      certify_leave_one_out(data, candidate, 1, silent);
    } catch (const Error& refusal) {
      return in_options(refusal.message());
    }
    return std::string("none");
  };
  LearnSettings learn;
  learn.learner = Learner::hinge;
  EXPECT_TRUE(contains(error({learn, ScalingKind::standard}), "not scaled"));
  learn.class_weight.balanced = true;
  EXPECT_TRUE(contains(error({learn, ScalingKind::none}), "--class-weight"));
  learn.class_weight.balanced = false;
  learn.l2 = 0;
  EXPECT_TRUE(contains(error({learn, ScalingKind::none}), "--l2"));
  learn.learner = Learner::averaged;
  EXPECT_NE(error({learn, ScalingKind::none}), "none");
}

}  // namespace
}  // namespace perceptron::core::test
