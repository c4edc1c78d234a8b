// What a model of the public API says about itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <perceptron/perceptron.h>

namespace perceptron {
namespace {

TEST(ApiModel, ScoresFollowFromItsWeightsAndScaling) {
  const std::vector<double> values = {1, 10, 2, 30, 3, 20, 5, 60};
  const std::vector<std::string> labels = {"a", "b", "a", "b"};
  const Model model = train(Dataset(values, 2, labels), {.scale = ScalingKind::standard}).model;
  EXPECT_EQ(model.scaling(), ScalingKind::standard);
  ASSERT_EQ(model.shifts().size(), 2U);
  EXPECT_EQ(model.shifts()[1], 30);
  double score = model.offset();
  for (std::size_t j = 0; j < 2; ++j)
    score += model.weights()[j] * (values[j] - model.shifts()[j]) / model.scales()[j];
  const Predictions predictions = predict(model, DenseRows{values, 2});
  EXPECT_NEAR(predictions.scores.at(0).at(0), score, 1e-12);
}

TEST(ApiModel, KeepsItsSettingsInAFile) {
  const Dataset data = generate(GeneratorKind::gaussians, {.rows = 60});
  const std::string path = testing::TempDir() + "api-settings.model";
  save(train(data, {.learn = {.learner = Learner::logistic, .l2 = 0.25}}).model, path);
  const Model model = load(path);
  std::filesystem::remove(path);
  EXPECT_EQ(model.learner(), "logistic");
  EXPECT_EQ(model.scaling(), ScalingKind::none);
  EXPECT_TRUE(model.shifts().empty());
  const auto& settings = model.settings();
  EXPECT_NE(std::find(settings.begin(), settings.end(),
                      std::pair<std::string, std::string>("l2", "0.25")),
            settings.end());
}

TEST(ApiModel, EvaluatingAFileReturnsNotes) {
  const std::string path = testing::TempDir() + "api-evaluate.csv";
  std::ofstream(path) << "x,y\n1,a\n2,a\n3,b\n";
  const Model model = train(read(path)).model;
  EXPECT_TRUE(evaluate(model, path).notes.empty());
  std::ofstream(path) << "x,z,y\n1,5,a\n2,6,a\n3,7,b\n";
  const Metrics metrics = evaluate(model, path, {.features = {.ignore_new = true}});
  std::filesystem::remove(path);
  ASSERT_FALSE(metrics.notes.empty());
  EXPECT_NE(metrics.notes[0].find("z"), std::string::npos) << metrics.notes[0];
}

}  // namespace
}  // namespace perceptron
