// train --learner pegasos: what users and scripts can rely on.

#include "base/json.h"
#include "losses.h"

namespace perceptron::core::test {
namespace {

TEST(PegasosCommand, ReachesAProvedGapOnTheHingeLoss) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string proof = folder.path("proof.json");
  const auto ours = trained(data, {"--learner", "pegasos", "--l2", "0.1", "--certificate", proof});
  EXPECT_TRUE(ours["converged"].get<bool>());
  EXPECT_LE(ours["gap"].get<double>(), 1e-3);
  EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
  EXPECT_EQ(Json::parse(read_text(proof))["claim"]["loss"], "hinge");
  const auto best = trained(data, {"--learner", "hinge", "--l2", "0.1", "--penalise-offset"});
  EXPECT_LE(ours["objective_bound"].get<double>(), best["objective"].get<double>());
  EXPECT_GE(ours["objective"].get<double>(), best["objective_bound"].get<double>());
}

TEST(PegasosCommand, TracesItsSteps) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string trace = folder.path("trace.jsonl");
  const auto json = trained(data, {"--learner", "pegasos", "--epochs", "1", "--trace", trace,
                                   "--report", folder.path("page.html")});
  std::istringstream lines(read_text(trace));
  std::string line;
  std::string last;
  std::uint64_t count = 0;
  for (; std::getline(lines, line); ++count) last = line;
  EXPECT_EQ(count, json["models"][0]["updates"].get<std::uint64_t>());
  EXPECT_TRUE(Json::parse(last).contains("weights"));
}

TEST(PegasosCommand, RefusesWhatMakesNoSense) {
  const Folder folder;
  const std::string data = clouds(folder);
  const auto refusal = [&](const Words& words) {
    const Outcome outcome = run_program(Words{"train", data, "--learner", "pegasos"} + words);
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_TRUE(contains(refusal({"--l1", "0.1"}), "takes no"));
  EXPECT_TRUE(contains(refusal({"--l2", "0"}), "above 0, by which it divides its steps"));
  EXPECT_TRUE(contains(refusal({"--solver", "dual"}), "--solver goes with"));
  EXPECT_TRUE(contains(refusal({"--memory", "1G"}), "needs all rows in memory"));
  EXPECT_TRUE(contains(refusal({"--penalise-offset"}), "goes with"));
  EXPECT_TRUE(contains(run_program({"train", data, "--no-projection"}).err,
                       "--projection goes with --learner pegasos"));
}

TEST(PegasosCommand, TrainsEveryScheme) {
  const Folder folder;
  const std::string data = folder.path("three.csv");
  EXPECT_EQ(run_program({"generate", "gaussians", "--rows", "150", "--classes", "3", "--distance",
                         "4", "-o", data})
                .status,
            0);
  for (const std::string scheme : {"one-vs-rest", "one-vs-one"}) {
    const Words common = {"--l2", "0.01", "--multiclass", scheme};
    const Words options = Words{"--learner", "pegasos"} + common;
    const Words best = Words{"--learner", "hinge", "--penalise-offset"} + common;
    EXPECT_NEAR(trained(data, options)["accuracy"].get<double>(),
                trained(data, best)["accuracy"].get<double>(), 0.02);
    EXPECT_NEAR(run_json(Words{"validate", data} + options)["accuracy"].get<double>(),
                run_json(Words{"validate", data} + best)["accuracy"].get<double>(), 0.05);
  }
}

}  // namespace
}  // namespace perceptron::core::test
