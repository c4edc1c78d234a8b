// train --learner kernel and voted: what users and scripts can rely on.

#include "base/json.h"
#include "losses.h"

namespace perceptron::core::test {
namespace {

std::string xor_file(const Folder& folder) {
  return folder.file("xor.csv", "x,y,class\n0,0,no\n0,1,yes\n1,0,yes\n1,1,no\n");
}

TEST(KernelCommand, SeparatesWhatNoPlaneSeparates) {
  const Folder folder;
  const std::string data = xor_file(folder);
  const std::string model = folder.path("model");
  for (const Words& kernel : {Words{"--degree", "2", "--epochs", "50"},
                              Words{"--kernel", "rbf", "--kernel-gamma", "3"}}) {
    const auto json = trained(data, Words{"--learner", "kernel", "-o", model} + kernel);
    EXPECT_TRUE(json["converged"].get<bool>());
    EXPECT_EQ(json["accuracy"], 1);
    EXPECT_LE(json["support_rows"], 4);
    EXPECT_FALSE(json["models"][0].contains("weights"));
    EXPECT_EQ(run_program({"predict", model, data}).out, "no\nyes\nyes\nno\n");
    EXPECT_EQ(run_json({"evaluate", model, data})["accuracy"], 1);
    EXPECT_TRUE(contains(run_program({"inspect", model}).out, "of the training data, with the"));
  }
}

TEST(KernelCommand, AreValidatedAndTuned) {
  const Folder folder;
  const std::string data = clouds(folder);
  for (const Words& learner :
       {Words{"--learner", "voted"}, Words{"--learner", "kernel", "--kernel", "rbf"}}) {
    EXPECT_GT(run_json(Words{"validate", data, "--scale", "standard"} + learner)["accuracy"], 0.6);
  }
  const auto tuned = run_json({"tune", data, "--learner", "kernel", "--epochs", "5", "--grid",
                               "degree=1,2", "--grid", "kernel=polynomial"});
  EXPECT_EQ(tuned["grid"].size(), 2U);
}

TEST(KernelCommand, TrainsEverySchemeAndWritesTracesAndPages) {
  const Folder folder;
  const std::string data = folder.path("three.csv");
  EXPECT_EQ(
      run_program({"generate", "gaussians", "--rows", "90", "--classes", "3", "-o", data}).status,
      0);
  for (const std::string learner : {"voted", "kernel"}) {
    for (const std::string scheme : {"one-vs-rest", "one-vs-one"}) {
      const std::string trace = folder.path("trace.jsonl");
      const std::string model = folder.path("model");
      const auto json =
          trained(data, {"--learner", learner, "--multiclass", scheme, "--epochs", "3", "--trace",
                         trace, "--report", folder.path("page.html"), "-o", model});
      EXPECT_EQ(json["models"].size(), 3U);
      EXPECT_EQ(run_json({"evaluate", model, data})["accuracy"], json["accuracy"]);
      const Json first = Json::parse(read_text(trace).substr(0, read_text(trace).find('\n')));
      EXPECT_EQ(first.contains("weights"), learner == "voted");
    }
  }
}

TEST(KernelCommand, RefusesWhatMakesNoSense) {
  const Folder folder;
  const std::string data = clouds(folder);
  const auto refusal = [&](const Words& words) {
    const Outcome outcome = run_program(Words{"train", data} + words);
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  for (const std::string learner : {"voted", "kernel"}) {
    const Words with = {"--learner", learner};
    EXPECT_TRUE(contains(refusal(with + Words{"--l2", "0.1"}), "takes no"));
    EXPECT_TRUE(contains(refusal(with + Words{"--memory", "1G"}), "needs all rows in memory"));
    EXPECT_TRUE(contains(refusal(with + Words{"--calibrate", "sigmoid"}), "it keeps rows"));
    EXPECT_TRUE(contains(refusal(with + Words{"--early-stop", "0.2"}), "it keeps rows"));
    EXPECT_TRUE(contains(refusal(with + Words{"--certificate", "-"}), "--certificate goes with"));
    const std::string model = folder.path("model");
    trained(data, with + Words{"-o", model});
    EXPECT_TRUE(contains(refusal({"--start", model}), "starts from zero"));
    EXPECT_TRUE(contains(refusal({"--start", model, "--learner", "perceptron"}), "keeps rows"));
    EXPECT_TRUE(contains(run_program({"margin", data, "--model", model}).err, "scores with rows"));
  }
  EXPECT_TRUE(contains(refusal({"--degree", "2"}), "--degree goes with --learner kernel"));
  EXPECT_TRUE(contains(refusal({"--learner", "kernel", "--kernel", "rbf", "--degree", "2"}),
                       "--degree goes with --kernel polynomial"));
}

}  // namespace
}  // namespace perceptron::core::test
