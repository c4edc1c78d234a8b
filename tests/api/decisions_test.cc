// Curves, robustness, explanations and thresholds of folds, by the public headers alone.

#include <gtest/gtest.h>

#include <perceptron/perceptron.h>
#include <cmath>

namespace perceptron::test {
namespace {

Dataset clouds() {
  GenerateSettings settings;
  settings.rows = 200;
  settings.dimensions = 2;
  settings.distance = 2;
  return generate(GeneratorKind::gaussians, settings);
}

TrainSettings logistic() {
  TrainSettings settings;
  settings.learn.learner = Learner::logistic;
  return settings;
}

TEST(Decisions, CurvesAndRobustnessBeginWithWhatTheModelReaches) {
  const Dataset data = clouds();
  const Model model = train(data, logistic()).model;
  const Metrics metrics = evaluate(model, data);
  const auto curves = evaluate_curves(model, data);
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_EQ(curves[0].auc, *metrics.auc);
  EXPECT_EQ(curves[0].chosen.true_positive, metrics.per_class[1].recall);
  const Robustness found = robustness(model, data, Norm::linf, FeatureUnits::scaled);
  EXPECT_EQ(found.radii.size(), 200U);
  EXPECT_EQ(found.curve[0].share, metrics.accuracy);
}

TEST(Decisions, AnExplanationAddsUpToTheScore) {
  const Dataset data = clouds();
  const Model model = train(data, logistic()).model;
  ExplainSettings settings;
  settings.rows = {2};
  const Explanations why = explain(model, data, settings);
  ASSERT_EQ(why.rows.size(), 1U);
  EXPECT_EQ(why.rows[0].predicted, predict(model, data).classes[1]);
  double sum = why.rows[0].average_score;
  for (const Contribution& each : why.rows[0].contributions) sum += each.contribution;
  EXPECT_NEAR(sum, predict(model, data).scores[1][0], 1e-9);
  EXPECT_NEAR(*why.rows[0].radius, robustness(model, data).radii[1], 1e-12);
}

TEST(Decisions, FoldsChooseTheirThresholdAndReturnTheirRows) {
  const Dataset data = clouds();
  ScoreSettings score;
  score.keep_rows = true;
  score.threshold = ThresholdRule{.metric = Metric::f1, .recall = 0.99};
  const Validation found = cross_validate(data, logistic(), {}, 1, score);
  ASSERT_EQ(found.held_out.size(), 200U);
  std::uint64_t right = 0;
  for (const HeldOutRow& row : found.held_out) right += row.truth == row.predicted ? 1U : 0U;
  EXPECT_EQ(static_cast<double>(right) / 200, found.metrics.accuracy);
  EXPECT_GT(found.metrics.per_class[1].recall,
            cross_validate(data, logistic()).metrics.per_class[1].recall);
  EXPECT_FALSE(found.training_accuracy);
}

}  // namespace
}  // namespace perceptron::test
