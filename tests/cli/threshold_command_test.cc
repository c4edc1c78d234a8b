// --threshold: chosen in training, kept in the model, replaced in predict and evaluate.

#include <sstream>

#include "base/random.h"
#include "cli/refusals.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

std::string overlapping_clouds(std::uint64_t rows, std::uint64_t seed) {
  Random random(seed);
  std::ostringstream text;
  for (std::uint64_t i = 0; i < rows; ++i) {
    const bool rare = i % 12 == 0;
    text << random.normal() + (rare ? 1.6 : 0) << ',' << random.normal() << ','
         << (rare ? "yes" : "no") << '\n';
  }
  return text.str();
}

class ThresholdCommand : public ::testing::Test {
 protected:
  // Trains with these options and evaluates on other rows.
  Json measured(const Words& options, const Words& evaluation = {}) {
    const Outcome trained = run_program(
        Words{"train", data, "--learner", "logistic", "-o", model, "--json", "-q"} + options);
    EXPECT_EQ(trained.status, 0) << trained.err;
    training = trained.status == 0 ? trained.json() : Json();
    return run_program(Words{"evaluate", model, test, "--json", "-q"} + evaluation).json();
  }

  Folder folder;
  std::string data = folder.file("data.csv", overlapping_clouds(1200, 1));
  std::string test = folder.file("test.csv", overlapping_clouds(1200, 2));
  std::string model = folder.path("a.model");
  Json training;
};

TEST_F(ThresholdCommand, ARuleChangesThePredictionsOfTheModel) {
  const double before = measured({})["per_class"]["yes"]["recall"].get<double>();
  EXPECT_FALSE(training.contains("threshold"));
  const Json after = measured({"--threshold", "recall>=0.8"});
  EXPECT_LT(before, 0.5);
  EXPECT_GT(after["per_class"]["yes"]["recall"], 0.65);
  EXPECT_LT(training["threshold"], 0);
  const Json precise = measured({"--threshold", "precision=0.7"});
  EXPECT_GT(training["threshold"].get<double>(), -1.5);
  EXPECT_GT(precise["per_class"]["yes"]["precision"], 0.5);
  const Json cheap = measured({"--threshold", "cost", "--costs", "yes:no=11"});
  const Json balanced = measured({"--threshold", "balanced-accuracy"});
  EXPECT_GT(balanced["balanced_accuracy"], measured({})["balanced_accuracy"]);
  EXPECT_GT(cheap["per_class"]["yes"]["recall"], 0.6);
}

TEST_F(ThresholdCommand, AScoreIsKeptInTheModelAndItsDescription) {
  measured({"--threshold", "-1.5"});
  EXPECT_EQ(training["threshold"], -1.5);
  const Json inspected = run_program({"inspect", model, "--json"}).json();
  EXPECT_EQ(inspected["threshold"], -1.5);
  EXPECT_NE(run_program({"inspect", model}).out.find("a score of -1.5 or more means yes"),
            std::string::npos);
  // The training accuracy is that of these decisions.
  const Json own = run_program({"evaluate", model, data, "--json", "-q"}).json();
  EXPECT_EQ(training["accuracy"], own["accuracy"]);
}

TEST_F(ThresholdCommand, PredictAndEvaluateTakeAnother) {
  const Json same = measured({}, {"--threshold", "-1.5"});
  EXPECT_EQ(same["confusion"], measured({"--threshold", "-1.5"})["confusion"]);
  // The score of a probability of 18.24 % is −1.5.
  EXPECT_EQ(same["confusion"], measured({}, {"--threshold", "18.242552380635634%"})["confusion"]);
  const auto yes = [&](const char* threshold) {
    const std::string out = run_program({"predict", model, test, "--threshold", threshold}).out;
    std::uint64_t count = 0;
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) count += line == "yes" ? 1U : 0U;
    return count;
  };
  EXPECT_EQ(yes("1e300"), 0U);
  EXPECT_EQ(yes("-1e300"), 1200U);
  EXPECT_GT(yes("10%"), yes("50%"));
}

TEST_F(ThresholdCommand, WhatHasNoMeaningIsRefused) {
  measured({});
  const std::string three = folder.file("three.csv", "1,a\n2,b\n3,c\n1,a\n2,b\n3,c\n");
  const std::vector<Refusal> refusals = {
      {{"train", data, "--threshold", "auc"}, 2, "does not depend on a threshold"},
      {{"train", data, "--threshold", "precision>=2"}, 2, "above 0 and at most 1"},
      {{"train", data, "--threshold", "30%"}, 2, "can be given to predict"},
      {{"train", data, "--threshold", "high"}, 2, "--threshold takes a score"},
      {{"train", three, "--threshold", "f1"}, 2, "for two classes"},
      {{"train", data, "--costs", "yes:no=5"}, 2, "--threshold cost"},
      {{"predict", model, data, "--threshold", "f1"}, 2, "such as 30%"},
      {{"predict", model, data, "--threshold", "100%"}, 2, "such as 30%"},
  };
  for (const Refusal& refusal : refusals) {
    const Outcome outcome = run_program(refusal.words);
    EXPECT_EQ(outcome.status, refusal.status) << outcome.err;
    EXPECT_NE(outcome.err.find(refusal.says), std::string::npos) << outcome.err;
  }
}

TEST_F(ThresholdCommand, ClassWeightsCanVaryInAGrid) {
  const Outcome outcome =
      run_program({"tune", data, "--learner", "logistic", "--grid", "class-weight=none,balanced",
                   "--metric", "balanced-accuracy", "--stratify", "--json", "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.json()["best"]["class-weight"], "balanced");
  const Outcome compared =
      run_program({"validate", data, "--learner", "logistic", "--against", "class-weight=balanced",
                   "--metric", "balanced-accuracy", "--stratify"});
  EXPECT_NE(compared.out.find("class-weight=balanced has a better balanced accuracy than logistic"),
            std::string::npos)
      << compared.out << compared.err;
}

}  // namespace
}  // namespace perceptron::core::test
