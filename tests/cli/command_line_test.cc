// What users and scripts can rely on: exit status, help, errors, JSON fields.

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "support.h"

namespace perceptron::core::test {
namespace {

constexpr const char* kSeparable = "x,z,class\n1,2,no\n2,3,no\n6,5,yes\n7,7,yes\n";

// The outcome is this status and, last, one line of error that holds all `words`.
void expect_error(const Outcome& outcome, int status, const Words& words) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  const auto at = outcome.err.find("perceptron: error: ");
  ASSERT_NE(at, std::string::npos) << outcome.err;
  EXPECT_TRUE(at == 0 || outcome.err[at - 1] == '\n') << outcome.err;
  EXPECT_EQ(outcome.err.find('\n', at), outcome.err.size() - 1) << outcome.err;
  for (const std::string& word : words)
    EXPECT_NE(outcome.err.find(word), std::string::npos) << "no " << word << " in " << outcome.err;
}

void expect_fields(const nlohmann::json& json, const Words& names) {
  for (const std::string& name : names) EXPECT_TRUE(json.contains(name)) << "no field " << name;
}

nlohmann::json run_json(Words arguments) {
  arguments.push_back("--json");
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return outcome.json();
}

// ---- Help ----

TEST(CommandLine, WithoutCommandShowsHelpAsAnError) {
  const Outcome outcome = run_program({});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("perceptron COMMAND [options]"), std::string::npos);
}

TEST(CommandLine, HelpOfEveryCommandShowsAnExampleFirst) {
  for (const std::string name : {"train", "predict", "evaluate", "inspect", "generate", "demo"}) {
    const Outcome outcome = run_program({name, "--help"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_TRUE(outcome.out.starts_with("Example\n  perceptron " + name)) << outcome.out;
    EXPECT_NE(outcome.out.find("--json"), std::string::npos) << outcome.out;
  }
}

TEST(CommandLine, HelpOfTheProgramListsEveryCommandAndExitStatus) {
  const Outcome outcome = run_program({"--help"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* word : {"Example", "train", "predict", "evaluate", "inspect", "generate", "demo",
                           "2 wrong usage", "3 bad input", "130 interrupted"})
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word;
}

TEST(CommandLine, VersionGoesToStandardOutput) {
  const Outcome outcome = run_program({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, std::string("perceptron ") + PERCEPTRON_VERSION + "\n");
}

// ---- Wrong usage ----

TEST(CommandLine, MisspeltNamesGetASuggestion) {
  expect_error(run_program({"trian", "x.csv"}), 2, {"\"trian\"", "Did you mean train?"});
  expect_error(run_program({"train", "x.csv", "--epcohs", "5"}), 2,
               {"train has no option \"--epcohs\"", "Did you mean --epochs?"});
  expect_error(run_program({"train", "x.csv", "--epcohs=5"}), 2, {"Did you mean --epochs?"});
}

TEST(CommandLine, WrongUsageIsStatusTwoAndSaysWhatWasExpected) {
  const std::vector<std::pair<Words, Words>> cases = {
      {{"train"}, {"DATA is required", "perceptron train --help"}},
      {{"predict", "model"}, {"DATA is required"}},
      {{"train", "a.csv", "b.csv"}, {"\"b.csv\""}},
      {{"train", "a.csv", "--epochs", "0"}, {"--epochs", "whole number from 1", "\"0\""}},
      {{"train", "a.csv", "--epochs", "1.5"}, {"--epochs", "\"1.5\""}},
      {{"train", "a.csv", "--epochs", "-1"}, {"--epochs", "\"-1\""}},
      {{"train", "a.csv", "--epochs", "99999999999999999999"}, {"--epochs"}},
      {{"train", "a.csv", "--epochs"}, {"--epochs"}},
      {{"train", "a.csv", "--learner", "magic"}, {"--learner", "averaged", "\"magic\""}},
      {{"train", "a.csv", "--initial-offset", "nan"}, {"--initial-offset", "\"nan\""}},
      {{"train", "a.csv", "--initial-weights", "1,,2"}, {"--initial-weights", "\"\""}},
      {{"train", "a.csv", "--scale", "big"}, {"--scale", "standard", "\"big\""}},
      {{"train", "a.csv", "--precision", "float16"}, {"--precision", "float32"}},
      {{"train", "a.csv", "--threads", "0"}, {"--threads", "from 1 to"}},
      {{"predict", "m", "a.csv", "--scale", "unit"}, {"predict has no option \"--scale\""}},
      {{"inspect", "a.csv", "--top", "many"}, {"--top", "\"many\""}},
      {{"generate", "balls"}, {"\"balls\"", "ball, flipped, gaussians, xor, text"}},
      {{"generate", "ball", "--json"}, {"-o"}},
  };
  for (const auto& [arguments, words] : cases) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    expect_error(run_program(arguments), 2, words);
  }
}

TEST(CommandLine, UsageThatOnlyTheDataRevealsIsStatusTwoAsWell) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kSeparable);
  expect_error(run_program({"train", data, "--initial-weights", "1"}), 2,
               {"--initial-weights", "1 number", "2 features"});
  expect_error(run_program({"train", data, "--label", "colour"}), 2,
               {"--label", "\"colour\"", "\"x\", \"z\", \"class\""});
  expect_error(run_program({"train", data, "--features", "some"}), 2, {"--features", "\"some\""});
}

// A model and a JSON document on one stream would be neither.
TEST(CommandLine, TrainRefusesToMixModelAndJsonOnStandardOutput) {
  const Folder folder;
  expect_error(run_program({"train", folder.file("a.csv", kSeparable), "-o", "-", "--json"}), 2,
               {"--json", "-o"});
}

// ---- Bad input ----

TEST(CommandLine, FilesThatCannotBeReadAreStatusFour) {
  const Folder folder;
  for (const std::string command : {"train", "inspect"}) {
    expect_error(run_program({command, folder.path("none.csv")}), 4,
                 {"cannot read", "none.csv", "No such file"});
    expect_error(run_program({command, folder.path("")}), 4, {"cannot read", "directory"});
  }
  expect_error(run_program({"predict", folder.path("none.model"), "x.csv"}), 4, {"none.model"});
}

TEST(CommandLine, BadInputIsStatusThreeAndNamesThePlace) {
  const Folder folder;
  const std::string bad = folder.file("bad.csv", "x,y\n1,a\n2,b\nmany,a\n");
  expect_error(run_program({"train", bad}), 3, {"bad.csv:4:1: ", "\"x\"", "\"many\""});
  const std::string one = folder.file("one.csv", "x,y\n1,a\n2,a\n");
  expect_error(run_program({"train", one}), 3, {"one.csv", "only \"a\"", "--label"});
  expect_error(run_program({"train", folder.file("empty", "")}), 3, {"empty"});
}

TEST(CommandLine, DataInPlaceOfAModelIsToldSo) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kSeparable);
  for (const std::string command : {"predict", "evaluate"})
    expect_error(run_program({command, data, data}), 3, {"a.csv", "expected a model"});
}

TEST(CommandLine, FileNamesNeedNotBeUtf8) {
  const Folder folder;
  const std::string data = folder.file("latin\xe9.csv", kSeparable);
  const std::string model = folder.path("latin\xe9.model");
  const Outcome trained = run_program({"train", data, "-o", model});
  EXPECT_EQ(trained.status, 0) << trained.err;
  EXPECT_EQ(run_program({"predict", model, data}).out, "no\nno\nyes\nyes\n");
}

// ---- Results ----

TEST(CommandLine, TrainReportsWhatTheContractNames) {
  const Folder folder;
  const auto json =
      run_json({"train", folder.file("a.csv", kSeparable), "--learner", "perceptron"});
  expect_fields(
      json, {"rows", "features", "nonzeros", "classes", "learner", "epochs", "converged", "seconds",
             "accuracy", "training_error", "models", "radius", "margin", "mistake_bound"});
  EXPECT_EQ(json["rows"], 4);
  EXPECT_EQ(json["features"], 2);
  EXPECT_EQ(json["nonzeros"], 8);
  EXPECT_EQ(json["classes"], (Words{"no", "yes"}));
  EXPECT_EQ(json["learner"], "perceptron");
  EXPECT_EQ(json["converged"], true);
  EXPECT_EQ(json["accuracy"], 1.0);
  EXPECT_EQ(json["training_error"], 0.0);
  EXPECT_NEAR(json["radius"], std::sqrt(98.0), 1e-12);  // of the row 7, 7
  expect_fields(json["seconds"], {"read", "fit"});
  ASSERT_EQ(json["models"].size(), 1U);
  const auto& model = json["models"][0];
  expect_fields(model, {"positive", "negative", "weights", "offset", "mistakes", "updates"});
  EXPECT_EQ(model["positive"], "yes");
  EXPECT_EQ(model["negative"], "no");
  // The widest gap is between (2, 3) and (6, 5): half their distance is √5.
  EXPECT_LE(json["margin"]["lower"], std::sqrt(5.0));
  EXPECT_GT(json["margin"]["lower"], 0);
  EXPECT_GE(json["margin"]["upper"], std::sqrt(5.0));
  EXPECT_LE(model["mistakes"], json["mistake_bound"]);
}

TEST(CommandLine, TrainCountsAScoreOfZeroAsAnErrorButNotAsInaccurate) {
  const Folder folder;
  // Without an offset the first row's score is 0 whatever the weights are.
  const std::string data = folder.file("zero.csv", "0,b\n1,b\n-1,a\n");
  const auto json = run_json({"train", data, "--no-offset", "--epochs", "3"});
  EXPECT_EQ(json["accuracy"], 1.0);
  EXPECT_DOUBLE_EQ(json["training_error"], 1.0 / 3);
  EXPECT_EQ(json["converged"], false);
  EXPECT_EQ(json["epochs"], 3);
}

TEST(CommandLine, TrainLeavesOutMoreThanTenThousandWeightsUnlessAsked) {
  const Folder folder;
  const std::string few = folder.file("few", "1 10000:1\n-1 1:1\n");
  const std::string many = folder.file("many", "1 10001:1\n-1 1:1\n");
  EXPECT_EQ(run_json({"train", few})["models"][0]["weights"].size(), 10'000U);
  EXPECT_FALSE(run_json({"train", many})["models"][0].contains("weights"));
  EXPECT_EQ(run_json({"train", many, "--weights"})["models"][0]["weights"].size(), 10'001U);
}

TEST(CommandLine, TrainGivesTheSameModelForTheSameSeedAndAnyThreads) {
  const Folder folder;
  const std::string data = run_program({"generate", "flipped", "--rows", "500"}).out;
  const auto model = [&](const char* seed, const char* threads) {
    const Outcome outcome = run_program(
        {"train", "-", "-o", "-", "--epochs", "3", "--seed", seed, "--threads", threads}, data);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_EQ(model("1", "1"), model("1", "1"));
  EXPECT_EQ(model("1", "1"), model("1", "2"));
  EXPECT_NE(model("1", "1"), model("2", "1"));
}

TEST(CommandLine, InspectOfAModelShowsTheHeaviestFeaturesFirst) {
  const Folder folder;
  const std::string model = folder.path("m");
  run_program({"train", folder.file("a.csv", kSeparable), "--learner", "perceptron", "-o", model,
               "--initial-weights", "0.5,-9", "--epochs", "1"});
  const auto json = run_json({"inspect", model, "--top", "1"});
  EXPECT_EQ(json["kind"], "model");
  EXPECT_EQ(json["classes"], (Words{"no", "yes"}));
  EXPECT_EQ(json["features"], 2);
  EXPECT_EQ(json["learner"], "perceptron");
  EXPECT_EQ(json["rows"], 4);
  EXPECT_EQ(json["options"]["initial-weights"], "0.5,-9");
  EXPECT_EQ(json["top"].size(), 1U);
  const auto top = run_json({"inspect", model})["top"];
  ASSERT_EQ(top.size(), 2U);
  EXPECT_EQ(top[0], json["top"][0]);
  EXPECT_GE(std::abs(top[0]["weight"].get<double>()), std::abs(top[1]["weight"].get<double>()));
}

TEST(CommandLine, InspectOfDataCountsClassesAndRanges) {
  const Folder folder;
  const auto json = run_json({"inspect", folder.file("a", "1 1:4 3:-2\n-1 1:1\n1 3:6\n")});
  EXPECT_EQ(json["kind"], "dataset");
  EXPECT_EQ(json["rows"], 3);
  EXPECT_EQ(json["features"], 3);
  EXPECT_EQ(json["nonzeros"], 4);
  EXPECT_EQ(json["classes"], (nlohmann::json{{"-1", 1}, {"1", 2}}));
  const auto& third = json["ranges"][2];
  EXPECT_EQ(third["feature"], "3");
  EXPECT_EQ(third["minimum"], -2);
  EXPECT_EQ(third["maximum"], 6);
  EXPECT_DOUBLE_EQ(third["mean"], 4.0 / 3);
}

TEST(CommandLine, GenerateDescribesTheFileItWrote) {
  const Folder folder;
  const auto json = run_json({"generate", "ball", "--rows", "50", "--dimensions", "3", "--margin",
                              "2", "-o", folder.path("b.csv")});
  EXPECT_EQ(json["kind"], "ball");
  EXPECT_EQ(json["rows"], 50);
  EXPECT_EQ(json["features"], 3);
  EXPECT_EQ(json["format"], "csv");
  EXPECT_EQ(json["plane"].size(), 3U);
  EXPECT_GE(json["margin"], 2 * (1 - 1e-12));
  EXPECT_EQ(json["options"]["margin"], 2);
}

TEST(CommandLine, DemoTrainsEveryLearnerOnEveryKind) {
  const auto runs = run_json({"demo"})["runs"];
  EXPECT_EQ(runs.size(), 18U);
  std::set<std::string> learners;
  std::set<std::string> kinds;
  for (const auto& run : runs) {
    expect_fields(run, {"data", "learner", "epochs", "converged", "mistakes", "training_accuracy",
                        "test_accuracy", "margin"});
    learners.insert(run["learner"]);
    kinds.insert(run["kind"]);
    if (run["kind"] == "ball") {
      EXPECT_EQ(run["training_accuracy"], 1.0);
    }
  }
  EXPECT_EQ(learners, (std::set<std::string>{"averaged", "perceptron", "pocket"}));
  EXPECT_EQ(kinds, (std::set<std::string>{"ball", "flipped", "gaussians", "text", "xor"}));
}

// Spaces and the marks of a Markdown table taken off.
std::string plain_row(const std::string& line) {
  std::string plain;
  for (const char c : line) {
    if (c != ' ' && c != '|') plain += c;
  }
  return plain;
}

TEST(CommandLine, TableOfTheReadmeIsWhatDemoPrints) {
  std::set<std::string> printed;
  std::istringstream demo(run_program({"demo"}).out);
  for (std::string line; std::getline(demo, line);) printed.insert(plain_row(line));
  std::istringstream readme(read_text(std::string(PERCEPTRON_SOURCE) + "/README.md"));
  int rows = 0;
  for (std::string line; std::getline(readme, line);) {
    if (!line.ends_with("|") || line.find(" % |") == std::string::npos) continue;
    EXPECT_TRUE(printed.contains(plain_row(line))) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 6);
}

TEST(CommandLine, QuietSaysNothingAndNoColourReachesAFile) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kSeparable);
  const Outcome quiet = run_program({"train", data, "--quiet"});
  EXPECT_EQ(quiet.out + quiet.err, "");
  const Outcome talkative = run_program({"train", data, "--verbose"});
  EXPECT_NE(talkative.out.find("4 rows"), std::string::npos);
  EXPECT_EQ((talkative.out + talkative.err).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace perceptron::core::test
