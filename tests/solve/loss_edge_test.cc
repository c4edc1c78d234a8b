// Losses on data and settings at the edge of what numbers can do: a true answer
// or a clear error, never a crash, never a number that is none.

#include <map>

#include "losses.h"

namespace perceptron::core::test {
namespace {

const std::map<std::string, std::string> kFiles = {
    {"constant.csv", "x,y,class\n5,1,a\n5,2,b\n5,-1,b\n5,0,a\n"},
    {"single.csv", "x,y,class\n1,1,a\n2,2,b\n"},
    {"equal.csv", "x,y,class\n1,1,a\n1,1,b\n1,1,a\n"},
    {"zeros.csv", "x,y,class\n0,0,a\n0,0,b\n"},
    {"empty.libsvm", "a 1:1 2:2\nb\na\nb 2:-1\n"},
    {"large.csv", "x,y,class\n1e100,1,a\n-1e100,2,b\n3e99,-1,b\n"},
    {"small.csv", "x,y,class\n1e-300,1e-200,a\n-1e-300,2e-200,b\n3e-299,-1e-200,b\n"},
    {"mixed.csv", "x,y,class\n1e150,1e-150,a\n-1e150,2e-150,b\n3e149,-1e-150,b\n"}};

void expect_numbers(const nlohmann::json& json) {
  const std::string text = json.dump();
  for (const char* word : {"nan", "inf", "NaN", "Infinity"})
    EXPECT_FALSE(contains(text, word)) << text;
  for (const auto& weight : json["models"][0]["weights"]) EXPECT_TRUE(weight.is_number()) << text;
  EXPECT_TRUE(json["models"][0]["offset"].is_number()) << text;
}

// An answer whose claims hold, or one line that says what is wrong.
void expect_truth_or_error(const Folder& folder, const std::string& data, const Words& options) {
  SCOPED_TRACE(data + " " + testing::PrintToString(options));
  const std::string proof = folder.path("proof.json");
  const Outcome outcome =
      run_program(Words{"train", data, "--json", "--certificate", proof} + options);
  if (outcome.status != 0) {
    expect_error(outcome, 3, {});
    return;
  }
  EXPECT_FALSE(contains(outcome.err, "nan")) << outcome.err;
  const auto json = outcome.json();
  expect_numbers(json);
  if (json["objective"].is_number()) {
    EXPECT_GE(json["objective_bound"], 0);
    EXPECT_LE(json["objective_bound"], json["objective"]);
    if (json["converged"] == true && json["l2"] > 0) {
      EXPECT_LE(json["gap"], 1e-3);
    }
  }
  const Outcome verdict = run_program({"verify", proof, data});
  EXPECT_EQ(verdict.status, 0) << verdict.out << verdict.err;
}

TEST(LossEdge, AnswersAreTrueOrThereIsAnError) {
  const Folder folder;
  for (const auto& [name, text] : kFiles) {
    const std::string data = folder.file(name, text);
    for (const std::string& loss : kLossNames) {
      for (const Words& options : std::vector<Words>{{},
                                                     {"--l2", "1e6"},
                                                     {"--l2", "1e300"},
                                                     {"--l2", "1e-300"},
                                                     {"--l1", "1e300"},
                                                     {"--l1", "0.1", "--l2", "0"},
                                                     {"--l2", "0"},
                                                     {"--class-weight", "a=1e6"},
                                                     {"--class-weight", "a=1e300"},
                                                     {"--class-weight", "a=1e-300"},
                                                     {"--scale", "standard"},
                                                     {"--penalise-offset", "--scale", "maxabs"}})
        expect_truth_or_error(folder, data, Words{"--learner", loss, "--epochs", "50"} + options);
    }
  }
}

TEST(LossEdge, EverySolverMeetsEveryFile) {
  const Folder folder;
  for (const auto& [name, text] : kFiles) {
    const std::string data = folder.file(name, text);
    for (const std::string& loss : kLossNames) {
      for (const std::string& solver : kSolvers) {
        expect_truth_or_error(folder, data,
                              {"--learner", loss, "--solver", solver, "--epochs", "50"});
      }
    }
  }
}

TEST(LossEdge, LearnersByStepsMeetEveryFile) {
  const Folder folder;
  for (const auto& [name, text] : kFiles) {
    const std::string data = folder.file(name, text);
    for (const Words& learner :
         std::vector<Words>{{"--learner", "passive-aggressive"},
                            {"--learner", "perceptron", "--l2", "0.1"},
                            {"--learner", "perceptron", "--l2", "1e300"},
                            {"--learner", "perceptron", "--l1", "1e300"},
                            {"--learner", "averaged", "--l2", "0.1"},
                            {"--learner", "perceptron", "--l2", "1e-300", "--rate", "1e300"}}) {
      SCOPED_TRACE(name + " " + testing::PrintToString(learner));
      const Outcome outcome = run_program(Words{"train", data, "--json"} + learner);
      if (outcome.status != 0) {
        expect_error(outcome, 3, {});
      } else {
        expect_numbers(outcome.json());
      }
    }
  }
}

TEST(LossEdge, OverflowIsAnErrorThatNamesTheWayOut) {
  const Folder folder;
  expect_error(run_program({"train", clouds(folder), "--learner", "squared-hinge", "--solver",
                            "online", "--l2", "0", "--rate", "1e300"}),
               3, {"beyond the range of numbers", "--scale standard"});
}

// ---- Answers that can be worked out by hand ----

// At w = 0 the offset alone decides: of n₊ and n₋ rows log(n₊/n₋) for the
// logistic loss, (n₊ − n₋)/n for the squared hinge.
TEST(LossEdge, EqualRowsLeaveOnlyTheOffset) {
  const Folder folder;
  const std::string data = folder.file("equal.csv", "1,1,a\n1,1,b\n1,1,a\n");
  const WeightsAndOffset logistic =
      plane_of(trained(data, {"--learner", "logistic", "--tolerance", "1e-9"}));
  expect_near(logistic, {{0, 0}, std::log(0.5)}, 1e-4);
  const WeightsAndOffset squared =
      plane_of(trained(data, {"--learner", "squared-hinge", "--tolerance", "1e-9"}));
  expect_near(squared, {{0, 0}, -1.0 / 3}, 1e-4);
}

TEST(LossEdge, HugePenaltyMakesAllWeightsZero) {
  const Folder folder;
  const std::string data = clouds(folder);
  for (const std::string& loss : kLossNames) {
    const auto json = trained(data, {"--learner", loss, "--l1", "1000"});
    EXPECT_EQ(json["zeros"], 3) << loss;
    EXPECT_EQ(plane_of(json).weights, std::vector<double>(3)) << loss;
    const auto nearly = trained(data, {"--learner", loss, "--l2", "1e6"});
    for (const double w : plane_of(nearly).weights) EXPECT_LT(std::abs(w), 1e-5) << loss;
  }
}

// Two rows at 1 and −1: (1 − w)² + (L2/2)w² is least at 2/(2 + L2).
TEST(LossEdge, OneRowAClassIsRight) {
  const Folder folder;
  const std::string data = folder.file("pair.csv", "1,b\n-1,a\n");
  for (const double l2 : {1e-4, 0.5, 2.0, 1e6}) {
    const auto json = trained(
        data, {"--learner", "squared-hinge", "--l2", std::to_string(l2), "--tolerance", "1e-10"});
    EXPECT_NEAR(plane_of(json).weights[0], 2 / (2 + l2), 1e-5) << l2;
    EXPECT_NEAR(plane_of(json).offset, 0, 1e-5);
  }
}

TEST(LossEdge, FeaturesThatNeverChangeGetNoWeight) {
  const Folder folder;
  const std::string data =
      folder.file("constant.csv", "x,y,class\n1,7,b\n2,7,b\n-1,7,a\n-3,7,a\n0.5,7,a\n");
  for (const std::string loss : {"squared-hinge", "logistic"}) {
    const auto json = trained(data, {"--learner", loss, "--l2", "0.1", "--tolerance", "1e-10"});
    EXPECT_NEAR(plane_of(json).weights[1], 0, 1e-5) << loss;
  }
}

TEST(LossEdge, TinyPenaltyOnSeparableRowsStillEnds) {
  const Folder folder;
  const std::string data = folder.file("apart.csv", kApart);
  for (const std::string& loss : kLossNames) {
    const Outcome outcome =
        run_program({"train", data, "--learner", loss, "--l2", "1e-12", "--json"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.json()["accuracy"], 1.0) << loss;
  }
}

}  // namespace
}  // namespace perceptron::core::test
