// train --certify, predict --certain, evaluate and verify, from the command line.

#include <gtest/gtest.h>

#include "certificates.h"
#include "losses.h"

namespace perceptron::core::test {
namespace {

class AnswersCommand : public testing::Test {
 protected:
  Folder folder;
  std::string data = clouds(folder);
  std::string model = folder.path("m.model");
  std::string proof = folder.path("proof.json");

  nlohmann::json train(const Words& more) {
    return run_json(Words{"train", data, "-o", model, "--certify"} + more);
  }
};

TEST_F(AnswersCommand, ProvesSignsAndPredictionsOfEveryLoss) {
  for (const std::string& loss : kLossNames) {
    const auto trained =
        train({"--learner", loss, "--l2", "0.01", "--scale", "none", "--certificate", proof});
    const auto& proved = trained.at("models").at(0).at("proved");
    EXPECT_GE(proved.at("positive").get<int>() + proved.at("negative").get<int>(), 1) << loss;
    EXPECT_LT(proved.at("radius").get<double>(), 1e-2) << loss;
    EXPECT_EQ(proved.at("outside").get<int>() > 0, loss != "logistic") << loss;
    const auto verdict = run_json({"verify", proof, data});
    EXPECT_TRUE(verdict.at("valid")) << loss << verdict.dump();
    EXPECT_EQ(verdict.at("kind"), "answers");

    const auto predicted = run_json({"predict", model, data, "--certain"});
    const auto& counts = predicted.at("certain");
    EXPECT_EQ(counts.at("certain").get<int>() + counts.at("undecided").get<int>(), 200);
    EXPECT_GT(counts.at("certain").get<int>(), 150) << loss;
    const auto& marks = predicted.at("marks");
    EXPECT_EQ(std::count(marks.begin(), marks.end(), true), counts.at("certain").get<int>());

    const auto evaluated = run_json({"evaluate", model, data});
    const auto& certain = evaluated.at("certain");
    EXPECT_EQ(certain.at("right").get<int>() + certain.at("wrong").get<int>(),
              counts.at("certain").get<int>());
    EXPECT_EQ(certain.at("undecided"), counts.at("undecided"));
  }
}

TEST_F(AnswersCommand, MarksEachRow) {
  train({"--learner", "logistic"});
  const Outcome outcome =
      run_program({"predict", model, data, "--certain", "--scores", "--titles"});
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find('\n')), "class\tscore\tcertain");
  EXPECT_TRUE(contains(outcome.out, "\tcertain\n"));
  EXPECT_TRUE(contains(outcome.err, "certain, because every exact minimiser"));
  const Outcome lines = run_program({"predict", model, data, "--certain", "--output", "jsonl"});
  EXPECT_TRUE(contains(lines.out, "\"certain\":\"certain\"")) << lines.out.substr(0, 200);
  const Outcome shown = run_program({"evaluate", model, data});
  EXPECT_TRUE(contains(shown.out, "proved of every exact minimiser")) << shown.out;
}

TEST_F(AnswersCommand, NeedsAModelTrainedForIt) {
  EXPECT_EQ(run_program({"train", data, "-o", model, "--learner", "hinge"}).status, 0);
  expect_error(run_program({"predict", model, data, "--certain"}), 2, {"--certain", "--certify"});
  EXPECT_FALSE(run_json({"evaluate", model, data}).contains("certain"));
}

TEST_F(AnswersCommand, RefusesWhatCannotBeProved) {
  const auto refused = [&](const Words& options, const Words& words) {
    expect_error(run_program(Words{"train", data, "--certify"} + options), 2, words);
  };
  refused({"--learner", "perceptron"}, {"--certify", "--learner"});
  refused({"--learner", "hinge", "--l2", "0"}, {"--certify", "--l2"});
  refused({"--learner", "hinge", "--l2", "0", "--l1", "0.1"}, {"--certify", "--l2"});
  refused({"--learner", "hinge", "--early-stop", "0.2"}, {"--certify", "--early-stop"});
  refused({"--learner", "hinge", "--solver", "online", "--memory", "1G"}, {"--certify"});
}

TEST_F(AnswersCommand, DecidesThreeClassesFromEachModel) {
  const std::string three = folder.path("three.csv");
  std::string rows;
  for (int i = 0; i < 60; ++i) {
    const int c = i % 3;
    rows += std::to_string(4 * (c == 1) + i % 7 * 0.1) + "," +
            std::to_string(4 * (c == 2) + i % 5 * 0.1) + ",c" + std::to_string(c) + "\n";
  }
  write_text(three, rows);
  for (const char* scheme : {"one-vs-rest", "one-vs-one"}) {
    const auto trained =
        run_json({"train", three, "-o", model, "--certify", "--learner", "logistic", "--l2", "0.01",
                  "--scale", "none", "--multiclass", scheme});
    for (const auto& each : trained.at("models")) EXPECT_TRUE(each.contains("proved")) << scheme;
    const auto counts = run_json({"predict", model, three, "--certain"}).at("certain");
    EXPECT_GT(counts.at("certain").get<int>(), 50) << scheme;
  }
  expect_error(run_program({"train", three, "--certify", "--learner", "softmax"}), 2,
               {"--certify", "softmax"});
}

TEST_F(AnswersCommand, ProvesZerosWithL1) {
  const auto trained = train({"--learner", "logistic", "--l1", "0.2", "--l2", "0.01", "--scale",
                              "none", "--certificate", proof});
  const auto& proved = trained.at("models").at(0).at("proved");
  EXPECT_GE(proved.at("zero").get<int>(), 1);
  EXPECT_TRUE(run_json({"verify", proof, data}).at("valid"));
}

TEST_F(AnswersCommand, ForgedClaimsAreRefused) {
  train({"--learner", "squared-hinge", "--l2", "0.01", "--scale", "none", "--certificate", proof});
  const OrderedJson honest = OrderedJson::parse(read_text(proof));
  const auto refused = [&](const std::function<void(OrderedJson&)>& change) {
    OrderedJson forged = honest;
    change(forged["claim"]);
    const std::string path = folder.file("forged.json", sealed(forged));
    const auto verdict = run_json({"verify", path, data}, 1);
    EXPECT_FALSE(verdict.at("valid")) << verdict.dump();
  };
  refused([](OrderedJson& claim) { claim["radius"] = "0x1p-60"; });
  refused([](OrderedJson& claim) { std::swap(claim["positive"], claim["negative"]); });
  refused([](OrderedJson& claim) { claim["zero"] = {1}; });
  refused([](OrderedJson& claim) { claim["offset"]["lower"] = claim["offset"]["upper"]; });
  refused([](OrderedJson& claim) { claim["outside"] = {201}; });
  refused([](OrderedJson& claim) {
    claim["outside"] = OrderedJson::array();
    for (int i = 1; i <= 200; ++i) claim["outside"].push_back(i);
  });
  refused([](OrderedJson& claim) { claim.erase("offset"); });
}

TEST_F(AnswersCommand, LeaveOneOutTrainsFewModels) {
  const Words settings = {"--learner", "logistic", "--l2", "0.01", "--scale", "none"};
  const auto certified =
      run_json(Words{"validate", data, "--leave-one-out", "--certify"} + settings);
  const auto plain =
      run_json(Words{"validate", data, "--leave-one-out", "--tolerance", "1e-10"} + settings);
  EXPECT_EQ(certified.at("confusion"), plain.at("confusion"));
  EXPECT_EQ(certified.at("accuracy"), plain.at("accuracy"));
  const auto& decided = certified.at("certified");
  EXPECT_EQ(decided.at("by_proof").get<int>() + decided.at("retrained").get<int>(), 200);
  EXPECT_LT(decided.at("retrained").get<int>(), 20);
  EXPECT_EQ(decided.at("influential").size(), 10U);
  EXPECT_EQ(certified.at("models_trained"), decided.at("retrained"));
  const Outcome shown =
      run_program(Words{"validate", data, "--leave-one-out", "--certify"} + settings);
  EXPECT_TRUE(contains(shown.out, "decided by proof")) << shown.out;
  expect_error(run_program(Words{"validate", data, "--certify"} + settings), 2,
               {"--certify", "--leave-one-out"});
  expect_error(
      run_program(Words{"validate", data, "--leave-one-out", "--certify", "--metric", "auc"} +
                  settings),
      2, {"--metric", "scores"});
}

}  // namespace
}  // namespace perceptron::core::test
