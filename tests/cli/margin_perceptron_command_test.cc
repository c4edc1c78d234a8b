// margin --lambda and --sweep: the margin perceptron from the command line.

#include <algorithm>
#include <string>
#include <vector>

#include "certificates.h"

namespace perceptron::core::test {
namespace {

TEST(MarginCommand, WithLambdaReportsWhatTheContractNames) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  for (const Words& more :
       {Words{}, Words{"--no-offset"}, Words{"--stop", "limit"}, Words{"--scan", "restart"},
        Words{"--stop", "limit", "--coefficient", "document"}, Words{"--coefficient", "20"},
        Words{"--stop", "limit", "--scan", "restart", "--lift", "3"}}) {
    SCOPED_TRACE(testing::PrintToString(more));
    const auto json = run_json(Words{"margin", data, "--lambda", "1.5"} + more);
    for (const char* field : {"lambda", "guess", "updates", "margin", "rounds"})
      ASSERT_TRUE(json.contains(field)) << field;
    EXPECT_EQ(json["lambda"], 1.5);
    const bool limit = std::find(more.begin(), more.end(), "limit") != more.end();
    const auto& rounds = json["rounds"];
    ASSERT_FALSE(rounds.empty());
    EXPECT_NEAR(rounds[0]["guess"], json["radius"], 1e-9);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const bool last = i + 1 == rounds.size();
      EXPECT_EQ(rounds[i]["outcome"], last ? "converged" : limit ? "limit" : "refuted");
      EXPECT_GT(rounds[i]["limit"], 0);
      if (limit && !last) {
        EXPECT_EQ(rounds[i]["updates"], rounds[i]["limit"]);
      }
      if (i > 0) {
        EXPECT_NEAR(rounds[i]["guess"].get<double>() * 1.5, rounds[i - 1]["guess"], 1e-9);
      }
    }
    EXPECT_EQ(json["guess"], rounds.back()["guess"]);
    EXPECT_EQ(json["updates"], rounds.back()["updates"]);
    // The theorem: guess/λ is reached, and 1/λ² of the best.
    EXPECT_GE(json["margin"]["upper"], json["guess"].get<double>() / 1.5);
    EXPECT_GE(json["margin"]["upper"], json["optimum"]["lower"].get<double>() / 2.25);
    EXPECT_LE(json["margin"]["lower"], json["optimum"]["upper"]);
  }
}

TEST(MarginCommand, WithLambdaShowsTheRoundsAndCertifiesTheSameRows) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const Outcome outcome = run_program({"margin", data, "--lambda", "1.1"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* word : {"lambda 1.1", "round", "guess", "refuted", "converged", "82.64 %"})
    EXPECT_TRUE(contains(outcome.out, word)) << word;
  EXPECT_TRUE(contains(outcome.err, "a 1 is appended to each row")) << outcome.err;
  expect_valid(check(kApart, {"--lambda", "1.1"}), "margin");
  expect_valid(check(kApart, {"--lambda", "1.1", "--no-offset"}), "margin");
}

TEST(MarginCommand, SweepTriesEveryLambdaOfTheRange) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const auto sweep =
      run_json({"margin", data, "--sweep", "1.1:1.5:0.1", "--threads", "2"})["sweep"];
  ASSERT_EQ(sweep.size(), 5U);
  const std::vector<double> lambdas = {1.1, 1.2, 1.3, 1.4, 1.5};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(sweep[i]["lambda"], lambdas[i]);
    EXPECT_EQ(sweep[i]["converged"], true);
    // As the run for this λ alone.
    const auto alone = run_json({"margin", data, "--lambda", std::to_string(lambdas[i])});
    EXPECT_EQ(sweep[i]["guess"], alone["guess"]);
    EXPECT_EQ(sweep[i]["updates"], alone["updates"]);
    EXPECT_EQ(sweep[i]["margin"], alone["margin"]);
  }
  const Outcome one = run_program({"margin", data, "--sweep", "2:2:1"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_TRUE(contains(one.out, "lambda")) << one.out;
  EXPECT_EQ(run_json({"margin", data, "--sweep", "2:2:1"})["sweep"].size(), 1U);
}

TEST(MarginCommand, WithLambdaEndsWhereNoPlaneSeparates) {
  const Folder folder;
  for (const char* content : {kTouching, kCrossing, "0,a\n0,b\n"}) {
    const std::string data = folder.file("a.csv", content);
    for (const Words& more : {Words{"--lambda", "1.1"}, Words{"--sweep", "1.1:2:0.3"}}) {
      const Words arguments = Words{"margin", data} + more;
      const Outcome outcome = run_program(arguments);
      EXPECT_EQ(outcome.status, 1) << outcome.err;
      EXPECT_TRUE(contains(outcome.out, "no: ")) << outcome.out;
      EXPECT_EQ(run_json(arguments, 1)["separable"], false);
    }
  }
}

TEST(MarginCommand, PromisesOnlyWhatTheTheoremIsAbout) {
  const Folder folder;
  const std::string data = folder.file("a.csv", kApart);
  const Outcome proof = run_program({"margin", data, "--lambda", "2"});
  EXPECT_TRUE(contains(proof.out, "guaranteed 25 %")) << proof.out;
  const Outcome guess =
      run_program({"margin", data, "--lambda", "2", "--stop", "limit", "--coefficient", "0.01"});
  EXPECT_FALSE(contains(guess.out, "guaranteed")) << guess.out;
}

}  // namespace
}  // namespace perceptron::core::test
