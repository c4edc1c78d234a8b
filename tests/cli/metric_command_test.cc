// validate and tune by other metrics than accuracy.

#include <cmath>
#include <sstream>

#include "base/random.h"
#include "cli/refusals.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

// Two clouds, one of them rare, and a class for everything in between.
std::string rare_cloud(std::uint64_t rows, bool third = false) {
  Random random(7);
  std::ostringstream text;
  text << "x,y,class\n";
  for (std::uint64_t i = 0; i < rows; ++i) {
    const bool rare = i % 10 == 0;
    text << random.normal() + (rare ? 1.5 : 0) << ',' << random.normal() << ','
         << (rare                  ? "rare"
             : third && i % 3 == 0 ? "some"
                                   : "usual")
         << '\n';
  }
  return text.str();
}

Json run_to_json(const Words& words) {
  const Outcome outcome = run_program(words + Words{"--json", "--quiet"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.status == 0 ? outcome.json() : Json();
}

TEST(MetricCommand, TheScoreIsTheMeanOverTheFolds) {
  const Folder folder;
  const std::string data = folder.file("data.csv", rare_cloud(300));
  for (const char* metric : {"balanced-accuracy", "auc", "average-precision", "f1", "macro-f1",
                             "weighted-f1", "mcc", "log-loss", "brier", "cost"}) {
    const Json json =
        run_to_json({"validate", data, "--learner", "logistic", "--stratify", "--metric", metric});
    EXPECT_EQ(json["metric"], metric);
    ASSERT_EQ(json["folds"].size(), 5U);
    double sum = 0;
    for (const Json& fold : json["folds"]) sum += fold["score"].get<double>();
    EXPECT_NEAR(json["score"].get<double>(), sum / 5, 1e-15) << metric;
    EXPECT_GT(json["score_deviation"], 0) << metric;
  }
}

// A fold is a validation with the other rows as its training file.
TEST(MetricCommand, AFoldIsJudgedAsEvaluateJudges) {
  const Folder folder;
  const std::string data = folder.file("data.csv", rare_cloud(200, true));
  const std::string test = folder.file("test.csv", rare_cloud(90, true));
  const std::string model = folder.path("a.model");
  ASSERT_EQ(run_program({"train", data, "--learner", "logistic", "-o", model, "-q"}).status, 0);
  const Json measured = run_to_json({"evaluate", model, test, "--costs", "rare:usual=7"});
  for (const auto& [metric, field] :
       {std::pair{"balanced-accuracy", "balanced_accuracy"}, std::pair{"auc", "auc"},
        std::pair{"average-precision", "average_precision"}, std::pair{"mcc", "mcc"},
        std::pair{"log-loss", "log_loss"}, std::pair{"brier", "brier"},
        std::pair{"cost", "cost"}}) {
    const Json json = run_to_json({"validate", data, "--test", test, "--learner", "logistic",
                                   "--metric", metric, "--costs", "rare:usual=7"});
    EXPECT_EQ(json["score"], measured[field]) << metric;
    EXPECT_EQ(json["baseline"], measured["baseline"]) << metric;
  }
}

TEST(MetricCommand, TuneChoosesByTheMetric) {
  const Folder folder;
  const std::string data = folder.file("data.csv", rare_cloud(400));
  const auto tuned = [&](const Words& more) {
    return run_to_json(
        Words{"tune", data, "--learner", "logistic", "--grid", "l2=1e-3:10:5", "--stratify"} +
        more);
  };
  for (const char* metric : {"log-loss", "balanced-accuracy"}) {
    const Json json = tuned({"--metric", metric});
    EXPECT_EQ(json["metric"], metric);
    double best = 0;
    const bool lower = std::string(metric) == "log-loss";
    for (const Json& point : json["grid"]) {
      const double score = point["score"].get<double>() * (lower ? -1 : 1);
      if (&point == &json["grid"][0] || score > best) best = score;
      EXPECT_TRUE(point["metrics"].contains("auc"));
    }
    EXPECT_EQ(json["score"].get<double>() * (lower ? -1 : 1), best);
  }
  EXPECT_EQ(tuned({})["metric"], "accuracy");
  EXPECT_EQ(tuned({"--costs", "rare:usual=20"})["metric"], "cost");
  // Where a missed rare row is expensive, a weak penalty is better than one that predicts none.
  EXPECT_LT(tuned({"--costs", "rare:usual=20"})["best"]["l2"], 1);
}

TEST(MetricCommand, NestedFoldsAreJudgedByTheMetric) {
  const Folder folder;
  const std::string data = folder.file("data.csv", rare_cloud(200));
  const Outcome outcome = run_program({"tune", data, "--learner", "logistic", "--grid", "l2=1e-3,1",
                                       "--stratify", "--metric", "auc", "--outer", "3"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("\nAUC 0."), std::string::npos) << outcome.out;
}

TEST(MetricCommand, FoldsOfOneClassArePooled) {
  const Folder folder;
  const std::string data = folder.file("data.csv", rare_cloud(60));
  const Json json = run_to_json(
      {"validate", data, "--learner", "logistic", "--leave-one-out", "--metric", "auc"});
  EXPECT_EQ(json["score"], json["auc"]);
  EXPECT_FALSE(json.contains("score_deviation"));
}

TEST(MetricCommand, WhatIsNoBetterThanTheBaselineIsSaid) {
  const Folder folder;
  std::string text = "x,class\n";
  for (int i = 0; i < 60; ++i) text += std::to_string(i * 7 % 11) + (i % 4 == 0 ? ",b\n" : ",a\n");
  const std::string data = folder.file("data.csv", text);
  const Outcome outcome =
      run_program({"validate", data, "--learner", "logistic", "--l2", "10", "--stratify"});
  EXPECT_NE(outcome.err.find("no better than always a"), std::string::npos) << outcome.err;
  const std::string model = folder.path("a.model");
  run_program({"train", data, "--learner", "logistic", "--l2", "10", "-o", model});
  EXPECT_NE(run_program({"evaluate", model, data}).err.find("no better than always predicting a"),
            std::string::npos);
}

TEST(MetricCommand, ImpossibleMetricsAreRefused) {
  const Folder folder;
  const std::string two = folder.file("two.csv", rare_cloud(60));
  const std::string three = folder.file("three.csv", rare_cloud(60, true));
  const std::vector<Refusal> refusals = {
      {{"validate", two, "--learner", "averaged", "--metric", "log-loss"},
       2,
       "--metric log-loss needs probabilities"},
      {{"validate", three, "--learner", "averaged", "--metric", "f1"}, 2, "use --metric macro-f1"},
      {{"validate", two, "--metric", "gini"}, 2, "--metric"},
      {{"validate", two, "--costs", "rare=5"}, 2, "TRUE:PREDICTED=COST"},
      {{"validate", two, "--costs", "common:rare=5"}, 2, "there is no class \"common\""},
      {{"tune", two, "--grid", "learner=averaged,perceptron", "--metric", "brier"},
       2,
       "needs probabilities"},
  };
  for (const Refusal& refusal : refusals) {
    const Outcome outcome = run_program(refusal.words);
    EXPECT_EQ(outcome.status, refusal.status) << outcome.err;
    EXPECT_NE(outcome.err.find(refusal.says), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace perceptron::core::test
