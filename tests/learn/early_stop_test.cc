// train --early-stop: rows held out, and the weights that do best on them.

#include "losses.h"

namespace perceptron::core::test {
namespace {

const std::vector<Words> kStoppedLearners = {{"--learner", "perceptron"},
                                             {"--learner", "averaged"},
                                             {"--learner", "pocket"},
                                             {"--learner", "passive-aggressive"},
                                             {"--l2", "0.01"},
                                             {"--learner", "hinge"},
                                             {"--learner", "hinge", "--solver", "dual"},
                                             {"--learner", "hinge", "--solver", "online"},
                                             {"--learner", "logistic", "--solver", "batch"},
                                             {"--learner", "logistic", "--solver", "newton"},
                                             {"--learner", "squared-hinge", "--l1", "0.01"}};

TEST(EarlyStop, IsRightOnRowsItDidNotSee) {
  const Folder folder;
  const std::string data = clouds(folder, "400");
  for (const Words& learner : kStoppedLearners) {
    SCOPED_TRACE(testing::PrintToString(learner));
    const auto json = trained(data, learner + Words{"--early-stop", "0.25"});
    ASSERT_TRUE(json.contains("held_out_accuracy"));
    // The clouds overlap by some percent.
    EXPECT_GT(json["held_out_accuracy"], 0.85);
    EXPECT_LT(json["held_out_accuracy"], 1);
    EXPECT_GT(json["accuracy"], 0.85);
  }
}

TEST(EarlyStop, AccuracyIsThatOfSomeNumberOfTheRowsHeldOut) {
  const Folder folder;
  const std::string data = clouds(folder, "100");
  const auto json = trained(data, {"--learner", "averaged", "--early-stop", "0.2"});
  const double right = 20 * json["held_out_accuracy"].get<double>();
  EXPECT_NEAR(right, std::round(right), 1e-9);
}

TEST(EarlyStop, SaysSoAndClaimsNothingAboutTheObjective) {
  const Folder folder;
  const std::string data = clouds(folder);
  for (const Words& learner : kStoppedLearners) {
    SCOPED_TRACE(testing::PrintToString(learner));
    const Words words = learner + Words{"--early-stop", "0.25"};
    const auto json = trained(data, words);
    EXPECT_FALSE(json.contains("objective"));
    EXPECT_FALSE(json.contains("gap"));
    const Outcome outcome = run_program(Words{"train", data} + words);
    EXPECT_TRUE(contains(outcome.out, "stopped early")) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "held-out accuracy")) << outcome.out;
    EXPECT_FALSE(contains(outcome.out, "no plane has less")) << outcome.out;
  }
}

TEST(EarlyStop, DrawsTheSameRowsForTheSameSeed) {
  const Folder folder;
  const std::string data = clouds(folder);
  const Words words = {"--learner", "averaged", "--early-stop", "0.25", "--seed"};
  EXPECT_EQ(trained(data, words + Words{"7"})["models"],
            trained(data, words + Words{"7"})["models"]);
  EXPECT_NE(trained(data, words + Words{"7"})["models"],
            trained(data, words + Words{"8"})["models"]);
}

TEST(EarlyStop, EndsBeforeThePassesDo) {
  const Folder folder;
  const auto json = trained(clouds(folder),
                            {"--learner", "averaged", "--early-stop", "0.25", "--epochs", "1000"});
  EXPECT_LT(json["epochs"], 100);
}

TEST(EarlyStop, OnTinyDataIsAnAnswerOrAnError) {
  const Folder folder;
  const std::string tiny = folder.file("tiny.csv", kApart);
  const std::string pair = folder.file("pair.csv", "1,a\n2,b\n");
  for (const Words& learner : kStoppedLearners) {
    SCOPED_TRACE(testing::PrintToString(learner));
    for (const std::string& data : {tiny, pair}) {
      for (const char* share : {"0.01", "0.25", "0.5", "0.9"}) {
        const Outcome outcome =
            run_program(Words{"train", data, "--early-stop", share, "--json"} + learner);
        if (outcome.status == 0) {
          EXPECT_TRUE(outcome.json()["held_out_accuracy"].is_number()) << share;
        } else {
          expect_error(outcome, 2, {"--early-stop", "too few rows"});
        }
      }
    }
  }
  expect_error(run_program({"train", tiny, "--early-stop", "0.01"}), 2, {"too few rows"});
}

}  // namespace
}  // namespace perceptron::core::test
