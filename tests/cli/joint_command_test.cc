// train with a loss of all classes together: what users and scripts can rely on.

#include "losses.h"

namespace perceptron::core::test {
namespace {

const Words kJointLearners = {"softmax", "crammer-singer"};

// A file of four clouds that overlap.
std::string four_clouds(const Folder& folder) {
  std::string path = folder.path("four.csv");
  EXPECT_EQ(run_program({"generate", "gaussians", "--rows", "240", "--classes", "4", "--distance",
                         "1.5", "--seed", "3", "-o", path})
                .status,
            0);
  return path;
}

TEST(JointCommand, ReportsOneObjectiveForAllModels) {
  const Folder folder;
  const std::string data = four_clouds(folder);
  for (const std::string& learner : kJointLearners) {
    const auto json = trained(data, {"--learner", learner});
    EXPECT_EQ(json["learner"], learner);
    EXPECT_EQ(json["multiclass"], "joint");
    EXPECT_EQ(json["models"].size(), 4U);
    EXPECT_TRUE(json["converged"].get<bool>());
    EXPECT_LE(json["gap"].get<double>(), 1e-3);
    EXPECT_LE(json["objective_bound"].get<double>(), json["objective"].get<double>());
    EXPECT_FALSE(json["models"][0].contains("objective"));
  }
}

TEST(JointCommand, CertificatesAreCheckedAndNotThoseOfOtherData) {
  const Folder folder;
  const std::string data = four_clouds(folder);
  const std::string proof = folder.path("proof.json");
  for (const std::string& learner : kJointLearners) {
    const Words words = {"train",         data,  "--learner",        learner,
                         "--certificate", proof, "--penalise-offset"};
    EXPECT_EQ(run_program(words).status, 0);
    const auto verdict = run_json({"verify", proof, data});
    EXPECT_TRUE(verdict["valid"].get<bool>());
    EXPECT_EQ(verdict["kind"], "joint-optimality");
    EXPECT_EQ(run_program({"inspect", proof}).status, 0);
    EXPECT_EQ(run_program({"verify", proof, clouds(folder)}).status, 1);
  }
}

TEST(JointCommand, SoftmaxGivesProbabilitiesWithoutCalibration) {
  const Folder folder;
  const std::string data = four_clouds(folder);
  const std::string model = folder.path("model");
  EXPECT_EQ(run_program({"train", data, "--learner", "softmax", "-o", model}).status, 0);
  const Outcome outcome = run_program({"predict", model, data, "--probabilities"});
  EXPECT_EQ(outcome.status, 0);
  std::istringstream lines(outcome.out);
  std::string label;
  double sum = 0;
  lines >> label;
  for (int k = 0; k < 4; ++k) {
    double p = 0;
    lines >> p;
    EXPECT_GT(p, 0);
    sum += p;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(JointCommand, AWarmStartFromTheOptimumNeedsFewPasses) {
  const Folder folder;
  const std::string data = four_clouds(folder);
  const std::string model = folder.path("model");
  for (const std::string& learner : kJointLearners) {
    const Words words = {"--learner", learner, "--tolerance", "1e-4"};
    const auto first = trained(data, words + Words{"-o", model});
    const auto again = trained(data, words + Words{"--start", model});
    EXPECT_TRUE(again["converged"].get<bool>());
    EXPECT_LE(again["passes"].get<double>(), first["passes"].get<double>());
  }
}

TEST(JointCommand, FoldsAndGridsAreTrainedAsAnyOther) {
  const Folder folder;
  const std::string data = four_clouds(folder);
  const auto folds = run_json({"validate", data, "--learner", "softmax", "--folds", "4"});
  EXPECT_EQ(folds["folds"].size(), 4U);
  EXPECT_GT(folds["accuracy"].get<double>(), 0.5);
  const auto grid = run_json({"tune", data, "--grid", "learner=softmax,crammer-singer,logistic",
                              "--grid", "l2=1e-3,1e-1", "--folds", "3"});
  EXPECT_EQ(grid["grid"].size(), 6U);
}

TEST(JointCommand, EarlyStoppingKeepsTheBestWeights) {
  const Folder folder;
  const auto json = trained(four_clouds(folder), {"--learner", "softmax", "--early-stop", "0.2"});
  EXPECT_GT(json["models"][0]["held_out_accuracy"].get<double>(), 0.3);
}

TEST(JointCommand, WhatDoesNotGoTogetherIsRefused) {
  const Folder folder;
  const std::string data = four_clouds(folder);
  const auto refused = [&](const Words& words, const std::string& name) {
    expect_error(run_program(Words{"train", data, "--learner", "softmax"} + words), 2, {name});
  };
  refused({"--multiclass", "one-vs-one"}, "--multiclass");
  refused({"--l1", "0.1"}, "--l1");
  refused({"--solver", "online"}, "--solver online");
  expect_error(run_program({"train", data, "--learner", "crammer-singer", "--l2", "0"}), 2,
               {"--l2"});
}

}  // namespace
}  // namespace perceptron::core::test
