// train --start: going on as if training had not stopped.

#include <fmt/format.h>

#include "losses.h"
#include "model/file.h"

namespace perceptron::core::test {
namespace {

// 3 passes and 4 more, or 7.
struct Halves {
  nlohmann::json whole;
  nlohmann::json joined;
};
Halves halves(const std::string& data, const Words& options, const Words& only_first = {}) {
  const Folder folder;
  const std::string model = folder.path("m");
  Halves result;
  result.whole = trained(data, options + only_first + Words{"--epochs", "7"});
  trained(data, options + only_first + Words{"--epochs", "3", "-o", model});
  result.joined = trained(data, options + Words{"--epochs", "4", "--start", model});
  return result;
}

const std::vector<Words> kExact = {{"--learner", "perceptron"},
                                   {"--learner", "averaged"},
                                   {"--learner", "pocket"},
                                   {"--learner", "passive-aggressive"},
                                   {"--learner", "averaged-passive-aggressive"},
                                   {"--learner", "passive-aggressive", "--variant", "PA-II"},
                                   {"--learner", "hinge", "--solver", "online"},
                                   {"--learner", "squared-hinge", "--solver", "online"},
                                   {"--learner", "logistic", "--solver", "online"},
                                   {"--learner", "hinge", "--solver", "online", "--l2", "0"},
                                   {"--learner", "hinge", "--solver", "online", "--l1", "0.01"}};

TEST(GoingOn, ThreePassesAndFourAreSeven) {
  const Folder folder;
  const std::string data = clouds(folder);
  for (const Words& learner : kExact) {
    for (const Words& order : std::vector<Words>{{},
                                                 {"--seed", "5"},
                                                 {"--order", "file"},
                                                 {"--class-weight", "1=3"},
                                                 {"--no-offset"}}) {
      SCOPED_TRACE(testing::PrintToString(learner + order));
      const auto [whole, joined] = halves(data, learner + order);
      EXPECT_EQ(whole["models"][0]["weights"], joined["models"][0]["weights"]);
      EXPECT_EQ(whole["models"][0]["offset"], joined["models"][0]["offset"]);
      EXPECT_EQ(joined["epochs"], 4);
    }
  }
}

// Read for the model its rows are sparse, while those of the whole run are dense and centred.
TEST(GoingOn, CentresTheRowsOfATableWithText) {
  const Folder folder;
  const std::string data =
      folder.file("mixed.csv", "x,c,y\n11,r,a\n14,s,b\n9,r,b\n17,r,a\n13,s,a\n8,s,b\n12,r,b\n");
  for (const Words& learner : kExact) {
    const auto [whole, joined] = halves(data, learner, {"--scale", "standard"});
    EXPECT_EQ(whole["models"][0]["weights"], joined["models"][0]["weights"])
        << testing::PrintToString(learner);
  }
}

TEST(GoingOn, KeepsTheScalingOfTheModel) {
  const Folder folder;
  const std::string data = clouds(folder);
  for (const Words& learner : kExact) {
    for (const char* scale : {"standard", "maxabs", "unit"}) {
      SCOPED_TRACE(testing::PrintToString(learner) + scale);
      const auto [whole, joined] = halves(data, learner, {"--scale", scale});
      EXPECT_EQ(whole["models"][0]["weights"], joined["models"][0]["weights"]);
    }
  }
}

// Steps of a given length keep all weights as one factor times others, which a
// file makes one number of; so the last digit may differ.
TEST(GoingOn, WithAGivenRateIsTheSameButForRounding) {
  const Folder folder;
  const std::string data = clouds(folder);
  for (const Words& learner : std::vector<Words>{
           {"--learner", "perceptron", "--l2", "0.01"},
           {"--learner", "perceptron", "--l1", "0.01"},
           {"--learner", "hinge", "--solver", "online", "--rate", "0.1"},
           {"--learner", "logistic", "--solver", "online", "--rate", "0.1", "--schedule", "sqrt"},
           {"--learner", "logistic", "--solver", "online", "--rate", "1", "--schedule", "inverse",
            "--no-average", "--l1", "0.001"}}) {
    SCOPED_TRACE(testing::PrintToString(learner));
    const auto [whole, joined] = halves(data, learner);
    expect_near(plane_of(whole), plane_of(joined), 1e-12);
  }
}

// Averaged counts the passes that a converged run need not make.
TEST(GoingOn, AfterConvergenceCountsThePassesNotMade) {
  const Folder folder;
  const std::string data = folder.file("apart.csv", kApart);
  for (const char* learner : {"perceptron", "averaged", "pocket"}) {
    const auto [whole, joined] = halves(data, {"--learner", learner});
    EXPECT_EQ(whole["models"][0]["weights"], joined["models"][0]["weights"]) << learner;
    EXPECT_EQ(joined["converged"], true);
  }
}

TEST(GoingOn, FromTheLeastOfALossEndsAtOnce) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string model = folder.path("m");
  for (const Words& words :
       std::vector<Words>{{"--learner", "logistic"},
                          {"--learner", "squared-hinge"},
                          {"--learner", "logistic", "--l1", "0.01"},
                          {"--learner", "logistic", "--solver", "batch", "--tolerance", "0.01"}}) {
    SCOPED_TRACE(testing::PrintToString(words));
    const auto first = trained(data, words + Words{"-o", model});
    const auto again = trained(data, words + Words{"--start", model});
    EXPECT_EQ(again["converged"], true);
    EXPECT_LE(again["objective"], first["objective"]);
    EXPECT_LT(again["passes"], first["passes"]);
  }
}

TEST(GoingOn, TakesNewRows) {
  const Folder folder;
  const std::string model = folder.path("m");
  trained(clouds(folder, "100"), {"--learner", "averaged", "-o", model});
  const auto json =
      trained(clouds(folder, "50", "3"), {"--learner", "averaged", "--start", model, "-o", model});
  EXPECT_EQ(json["rows"], 50);
  EXPECT_EQ(load_model(model).origin.rows, 50U);
}

TEST(GoingOn, WithAnotherLearnerStartsFromTheWeights) {
  const Folder folder;
  const std::string data = folder.file("apart.csv", kApart);
  const std::string model = folder.path("m");
  const auto first = trained(data, {"-o", model});
  ASSERT_EQ(first["converged"], true);
  for (const char* learner : {"averaged", "pocket"}) {
    const auto json = trained(data, {"--learner", learner, "--start", model});
    EXPECT_EQ(plane_of(json).weights, plane_of(first).weights) << learner;
  }
}

TEST(GoingOn, KeepsWhetherThereIsAnOffset) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string model = folder.path("m");
  trained(data, {"--no-offset", "-o", model});
  const auto json = trained(data, {"--start", model});
  EXPECT_EQ(json["offset"], false);
  EXPECT_EQ(json["models"][0]["offset"], 0);
}

TEST(GoingOn, AveragedWithAPenaltyCountsThePassesNotMadeToo) {
  const Folder folder;
  const std::string data = folder.file("apart.csv", kApart);
  const auto [whole, joined] = halves(data, {"--learner", "averaged", "--l2", "0.01"});
  expect_near(plane_of(whole), plane_of(joined), 1e-12);
  // With next to no penalty it is the average itself.
  const auto plain = trained(data, {"--learner", "averaged", "--epochs", "7"});
  const auto tiny = trained(data, {"--learner", "averaged", "--epochs", "7", "--l2", "1e-300"});
  expect_near(plane_of(plain), plane_of(tiny), 1e-12);
}

TEST(GoingOn, WithARateInBatchGoesOnWithItsSchedule) {
  const Folder folder;
  for (const char* schedule : {"constant", "sqrt", "inverse"}) {
    const auto [whole, joined] = halves(
        clouds(folder),
        {"--learner", "logistic", "--solver", "batch", "--rate", "0.1", "--schedule", schedule});
    expect_near(plane_of(whole), plane_of(joined), 1e-12);
  }
}

TEST(GoingOn, FromAveragedToAveragedWithAPenaltyBeginsFromTheWeights) {
  const Folder folder;
  const std::string data = folder.file("apart.csv", kApart);
  const std::string model = folder.path("m");
  const auto first = trained(data, {"--learner", "averaged", "-o", model});
  ASSERT_EQ(first["accuracy"], 1.0);
  const auto second = trained(data, {"--learner", "averaged", "--l2", "1e-12", "--start", model});
  EXPECT_EQ(second["models"][0]["updates"], 0);
  expect_near(plane_of(first), plane_of(second), 1e-6);
}

TEST(GoingOn, OnlineWithARateBeginsFromTheWeightsOfAnotherLearner) {
  const Folder folder;
  const std::string data = folder.file("apart.csv", kApart);
  const std::string model = folder.path("m");
  const auto first = trained(data, {"-o", model});
  const auto second = trained(data, {"--learner", "logistic", "--solver", "online", "--rate",
                                     "1e-9", "--no-average", "--epochs", "1", "--start", model});
  expect_near(plane_of(first), plane_of(second), 1e-6);
}

// From the least of a loss a pass leads less far away than from nothing, and features
// that no row has keep their weights.
TEST(GoingOn, OnlineWithPenaltiesBeginsFromTheWeightsOfAnotherSolver) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string model = folder.path("m");
  for (const Words& penalty :
       std::vector<Words>{{"--l2", "0.001"}, {"--l1", "0.001"}, {"--l1", "1e-4", "--l2", "1e-3"}}) {
    SCOPED_TRACE(testing::PrintToString(penalty));
    const Words words = Words{"--learner", "logistic"} + penalty;
    const auto least = trained(data, words + Words{"--tolerance", "1e-6", "-o", model});
    const Words online = words + Words{"--solver", "online", "--epochs", "1"};
    const auto fresh = trained(data, online);
    const auto going_on = trained(data, online + Words{"--start", model});
    EXPECT_LT(going_on["objective"], fresh["objective"]);
    EXPECT_GE(going_on["objective"].get<double>(), least["objective"].get<double>() * (1 - 1e-6));
  }
  const std::string wide = folder.file("wide", "a 1:1 3:5\nb 1:-1 3:-5\n");
  const std::string narrow = folder.file("narrow", "a 1:1\nb 1:-1\n");
  const auto first = trained(wide, {"--learner", "hinge", "-o", model});
  const auto second = trained(narrow, {"--learner", "hinge", "--solver", "online", "--epochs", "2",
                                       "--start", model, "--features", "3"});
  EXPECT_NE(plane_of(first).weights[2], 0);
  EXPECT_EQ(plane_of(first).weights[2], plane_of(second).weights[2]);
}

// ---- What cannot go on ----

TEST(GoingOn, WithWhatTheModelDecidesIsRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("m");
  trained(data, {"-o", model});
  for (const Words& options : std::vector<Words>{{"--scale", "standard"},
                                                 {"--initial-weights", "1,2"},
                                                 {"--initial-offset", "1"},
                                                 {"--no-offset"}})
    expect_error(run_program(Words{"train", data, "--start", model} + options), 2, {"--start"});
}

TEST(GoingOn, WithRowsOfOneClassOnlyIsRefused) {
  const Folder folder;
  const std::string model = folder.path("m");
  trained(folder.file("a.csv", kApart), {"-o", model});
  expect_error(
      run_program({"train", folder.file("b.csv", "x,z,class\n1,2,no\n2,3,no\n"), "--start", model}),
      3, {"rows of both classes", "\"yes\""});
}

TEST(GoingOn, WithOtherColumnsIsRefused) {
  const Folder folder;
  const std::string model = folder.path("m");
  trained(folder.file("a.csv", kApart), {"-o", model});
  expect_error(run_program({"train", folder.file("b.csv", "x,y,class\n1,2,no\n2,3,yes\n"),
                            "--start", model}),
               3, {"missing: \"z\"", "new: \"y\""});
  expect_error(run_program({"train", folder.file("c.csv", "x,z,y,class\n1,2,3,no\n2,3,4,yes\n"),
                            "--start", model}),
               3, {"new: \"y\""});
}

TEST(GoingOn, WithOtherClassesIsRefused) {
  const Folder folder;
  const std::string model = folder.path("m");
  trained(folder.file("a.csv", kApart), {"-o", model});
  expect_error(run_program({"train", folder.file("b.csv", "x,z,class\n1,2,no\n2,3,maybe\n"),
                            "--start", model}),
               3, {"one of the model's classes (\"no\", \"yes\")", "\"maybe\""});
}

TEST(GoingOn, FromWhatIsNoModelIsRefused) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  expect_error(run_program({"train", data, "--start", folder.path("nothing")}), 4, {"nothing"});
  expect_error(run_program({"train", data, "--start", data}), 3, {"expected a model"});
  const std::string model = folder.path("m");
  trained(data, {"--learner", "averaged", "-o", model});
  const std::string bytes = read_text(model);
  for (const std::size_t size :
       {std::size_t{4}, std::size_t{40}, bytes.size() / 2, bytes.size() - 1}) {
    const std::string part = folder.file("part", bytes.substr(0, size));
    expect_error(run_program({"train", data, "--start", part}), 3, {"part"});
  }
  for (std::size_t at = 9; at < bytes.size(); at += 61) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 4);
    const Outcome outcome =
        run_program({"train", data, "--start", folder.file("flipped", flipped)});
    EXPECT_EQ(outcome.status, 3) << at << outcome.err;
  }
}

TEST(GoingOn, IsRefusedByLearnersThatStartFromZero) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const std::string model = folder.path("m");
  trained(data, {"-o", model});
  for (const char* learner : {"margin", "max-margin"})
    expect_error(run_program({"train", data, "--start", model, "--learner", learner}), 2,
                 {"takes no --start"});
}

TEST(GoingOn, ThatFailsLeavesTheModelAsItWas) {
  const Folder folder;
  const std::string model = folder.path("m");
  trained(folder.file("a.csv", kApart), {"-o", model});
  const std::string before = read_text(model);
  const std::string other = folder.file("b.csv", "x,y,class\n1,2,no\n2,3,yes\n");
  EXPECT_EQ(run_program({"train", other, "--start", model, "-o", model}).status, 3);
  EXPECT_EQ(read_text(model), before);
}

TEST(GoingOn, WritesTheSameModelAsOneRun) {
  const Folder folder;
  const std::string data = clouds(folder);
  const std::string whole = folder.path("whole");
  const std::string part = folder.path("part");
  for (const Words& learner : kExact) {
    SCOPED_TRACE(testing::PrintToString(learner));
    trained(data, learner + Words{"--epochs", "7", "-o", whole});
    trained(data, learner + Words{"--epochs", "3", "-o", part});
    trained(data, learner + Words{"--epochs", "4", "--start", part, "-o", part});
    const Model a = load_model(whole);
    const Model b = load_model(part);
    EXPECT_EQ(a.planes[0].weights, b.planes[0].weights);
    EXPECT_EQ(a.planes[0].state.epochs, b.planes[0].state.epochs);
    EXPECT_EQ(a.planes[0].state.steps, b.planes[0].state.steps);
    EXPECT_EQ(a.planes[0].state.vectors, b.planes[0].state.vectors);
  }
}

}  // namespace
}  // namespace perceptron::core::test
