// Where summaries are printed, what train advises, and automatic scaling of margins.

#include <cmath>
#include <string>

#include "certificates.h"
#include "support.h"
#include "unlike_rows.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

// ---- Automatic scaling ----

TEST(AutomaticScaling, OfMarginsIsTheOneThatItsCertificateStates) {
  const Folder folder;
  std::string text = "x,y,class\n";
  for (int i = 0; i < 30; ++i)
    text += std::to_string(i % 5) + "," + std::to_string(500 * (i % 3)) + "," +
            (i % 5 > 2 ? "b" : "a") + "\n";
  const std::string data = folder.file("apart.csv", text);
  const std::string proof = folder.path("proof.json");
  ASSERT_EQ(run_program({"margin", data, "--scale", "auto", "-q", "-o", proof}).status, 0);
  EXPECT_EQ(Json::parse(read_text(proof))["data"]["scale"], "standard");
  EXPECT_EQ(run_program({"verify", proof, data}).status, 0);
}

// ---- Standard output ----

TEST(Summary, OfTrainIsItsResult) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", rows_of_sizes(1));
  const std::string model = folder.path("rows.model");
  const Outcome outcome = run_program({"train", data, "--learner", "averaged", "-o", model});
  EXPECT_TRUE(contains(outcome.out, "rows.csv: 300 rows, 2 features")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\nlearner averaged: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\nSaved to ")) << outcome.out;
  EXPECT_EQ(outcome.err, "");
  const Outcome streamed = run_program(
      {"train", data, "--learner", "averaged", "--memory", "64M", "--order", "file", "-o", model});
  EXPECT_TRUE(contains(streamed.out, "streaming")) << streamed.out;
  EXPECT_TRUE(contains(streamed.out, "\nSaved to ")) << streamed.out;
}

TEST(Summary, GivesWayToWhatStandardOutputIsAskedFor) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", rows_of_sizes(1));
  const std::string model = folder.path("model");
  const Words train = {"train", data, "--learner", "hinge", "-o"};
  ASSERT_EQ(run_program(train + Words{model}).status, 0);
  const Outcome printed = run_program(train + Words{"-"});
  EXPECT_EQ(printed.out, read_text(model));
  EXPECT_TRUE(contains(printed.err, "learner hinge")) << printed.err;
  const Outcome through = run_program(train + Words{"/dev/stdout"});
  EXPECT_EQ(through.out, read_text(model));
  const Outcome json = run_program(train + Words{model, "--json"});
  EXPECT_EQ(json.json()["rows"], 300);
  EXPECT_TRUE(contains(json.err, "learner hinge")) << json.err;
  const Outcome proof = run_program(train + Words{model, "--certificate", "-"});
  EXPECT_EQ(Json::parse(proof.out)["kind"], "optimality");
  const Outcome record = run_program(train + Words{model, "--record", "-"});
  EXPECT_EQ(Json::parse(record.out)["command"], "train");
  const Outcome trace =
      run_program({"train", data, "--learner", "perceptron", "--epochs", "1", "--trace", "-"});
  EXPECT_TRUE(trace.out.starts_with('{')) << trace.out;
  EXPECT_FALSE(contains(trace.out, "learner perceptron")) << trace.out;
}

TEST(Summary, OfOtherCommandsIsWhatTheyMade) {
  const Folder folder;
  const std::string data = folder.path("rows.csv");
  const Outcome made = run_program({"generate", "gaussians", "--rows", "90", "-o", data});
  EXPECT_TRUE(contains(made.out, "rows.csv: 90 rows")) << made.out;
  EXPECT_EQ(made.err, "");
  const Outcome converted = run_program({"convert", data, "-o", folder.path("rows.cache")});
  EXPECT_TRUE(contains(converted.out, "rows.cache: 90 rows")) << converted.out;
  const Outcome tuned =
      run_program({"tune", data, "--grid", "epochs=1,2", "--folds", "3", "-o", folder.path("m")});
  EXPECT_TRUE(contains(tuned.out, "\nBest, in 3 folds")) << tuned.out;
  EXPECT_TRUE(contains(tuned.out, "the model trained on all 90 rows")) << tuned.out;
  EXPECT_TRUE(contains(tuned.err, "models trained in ")) << tuned.err;
  // Those with a table have remarks beside it.
  for (const Words& words : {Words{"validate", data, "--folds", "3"}, Words{"margin", data}}) {
    const Outcome outcome = run_program(words);
    EXPECT_TRUE(contains(outcome.err, "rows.csv: 90 rows")) << outcome.err;
    EXPECT_FALSE(contains(outcome.out, "rows.csv: 90 rows")) << outcome.out;
  }
}

TEST(Summary, OfACommandThatFailsIsNotPrinted) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", rows_of_sizes(1));
  const Outcome outcome =
      run_program({"train", data, "--learner", "averaged", "--initial-weights", "1,2,3"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  // A strict run has its results.
  const Outcome strict = run_program({"train", data, "--learner", "perceptron", "--strict"});
  EXPECT_EQ(strict.status, 1);
  EXPECT_TRUE(contains(strict.out, "learner perceptron: not converged")) << strict.out;
}

TEST(Summary, IsLeftOutIfQuiet) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", rows_of_sizes(700));
  for (const Words& words :
       {Words{"train", data}, Words{"train", data, "--learner", "perceptron"},
        Words{"generate", "ball", "--rows", "9", "-o", folder.path("ball.csv")}}) {
    const Outcome outcome = run_program(words + Words{"-q"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
  }
}

// ---- Hints ----

TEST(Hints, NameTheScalingWhereAPerceptronHasColumnsOfUnlikeSize) {
  const Folder folder;
  const std::string unlike = folder.file("unlike.csv", rows_of_sizes(700));
  const std::string alike = folder.file("alike.csv", rows_of_sizes(1));
  const std::string hint =
      "note: the columns were not scaled, and their sizes differ 700-fold: perceptrons do better "
      "with --scale standard (or --scale auto)\n";
  for (const char* learner : {"perceptron", "averaged", "pocket", "passive-aggressive"}) {
    const auto said = [&](const std::string& data, const Words& more) {
      return run_program(Words{"train", data, "--learner", learner} + more).err;
    };
    EXPECT_TRUE(contains(said(unlike, {}), hint)) << learner << said(unlike, {});
    for (const Words& more : {Words{"--scale", "none"}, Words{"--scale", "auto"}, Words{"-q"}})
      EXPECT_FALSE(contains(said(unlike, more), "the columns were not scaled")) << learner;
    EXPECT_FALSE(contains(said(alike, {}), "the columns were not scaled")) << learner;
  }
  EXPECT_FALSE(contains(run_program({"train", unlike, "--learner", "logistic"}).err, "scale"));
}

TEST(Hints, NameTheLearnerThatIsClearlyBetter) {
  const Folder folder;
  std::string text = "x,noise,class\n";
  for (int i = 0; i < 600; ++i) {
    const double x = std::sin(1.7 * i);
    text += std::to_string(x) + "," + std::to_string(700 * std::cos(2.3 * i)) + "," +
            ((x > 0) != (i % 11 == 0) ? "b" : "a") + "\n";
  }
  const std::string unlike = folder.file("unlike.csv", text);
  const Outcome outcome = run_program({"train", unlike, "--learner", "perceptron"});
  EXPECT_TRUE(contains(outcome.err,
                       "note: logistic did better in 5-fold cross-validation on 600 "
                       "rows, with accuracy "))
      << outcome.err;
  EXPECT_TRUE(contains(outcome.err, ": try --learner logistic --scale standard\n")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "what may help: --learner logistic --scale standard, "))
      << outcome.out;
  // It is the same every time.
  EXPECT_EQ(outcome.err, run_program({"train", unlike, "--learner", "perceptron"}).err);
  // No better learner where the rows are separated, or about as good.
  const std::string ball = folder.path("ball.csv");
  ASSERT_EQ(run_program({"generate", "ball", "--rows", "400", "-q", "-o", ball}).status, 0);
  EXPECT_FALSE(contains(run_program({"train", ball, "--learner", "perceptron"}).err, "did better"));
  EXPECT_FALSE(contains(run_program({"train", unlike, "--learner", "hinge"}).err, "did better"));
}

}  // namespace
}  // namespace perceptron::core::test
