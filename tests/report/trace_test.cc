// Traces: every update of a training, line by line.

#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "records.h"

namespace perceptron::core::test {
namespace {

std::vector<Json> lines_of(const std::string& path) {
  std::vector<Json> lines;
  std::istringstream text(read_text(path));
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

// The loop as the textbook has it, beside the file.
TEST(Trace, IsThePerceptronOfTheTextbook) {
  const Folder folder;
  const std::string data = generated(folder, {"flipped", "--rows", "200"}, "flipped.csv");
  const std::string trace = folder.path("trace.jsonl");
  const Outcome outcome = run_program(
      {"train", data, "--order", "file", "--epochs", "3", "--trace", trace, "--json", "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Dataset rows = read_string(read_text(data), {}, "flipped.csv");
  const Grid x = grid(rows.matrix);
  double w[2] = {0, 0};
  double b = 0;
  const auto lines = lines_of(trace);
  std::size_t k = 0;
  for (int pass = 1; pass <= 3; ++pass) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double y = rows.labels[i] == 1 ? 1 : -1;
      const double score = x[i][0] * w[0] + x[i][1] * w[1] + b;
      if (y * score > 0) continue;
      w[0] += y * x[i][0];
      w[1] += y * x[i][1];
      b += y;
      ASSERT_LT(k, lines.size());
      const Json& line = lines[k++];
      EXPECT_EQ(line.at("update"), k);
      EXPECT_EQ(line.at("pass"), pass);
      EXPECT_EQ(line.at("row"), i + 1);
      EXPECT_EQ(line.at("class"), y > 0 ? "1" : "-1");
      EXPECT_EQ(line.at("score"), score);
      EXPECT_EQ(line.at("step"), y);
      EXPECT_EQ(line.at("weights"), Json({w[0], w[1]}));
      EXPECT_EQ(line.at("offset"), b);
    }
  }
  EXPECT_EQ(k, lines.size());
  EXPECT_EQ(outcome.json()["models"][0]["updates"], k);
}

TEST(Trace, OfManyClassesNamesTheModel) {
  const Folder folder;
  const std::string data =
      generated(folder, {"gaussians", "--rows", "90", "--classes", "3"}, "clouds.csv");
  const std::string trace = folder.path("trace.jsonl");
  for (const char* scheme : {"one-vs-rest", "one-vs-one", "joint"}) {
    const Outcome outcome =
        run_program({"train", data, "--learner", "perceptron", "--multiclass", scheme, "--epochs",
                     "3", "--trace", trace, "--json", "-q"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::map<std::string, std::uint64_t> counts;
    std::map<std::string, Json> last;
    for (const Json& line : lines_of(trace)) {
      const std::string name =
          line.at("positive").get<std::string>() + "/" + line.at("negative").get<std::string>();
      EXPECT_EQ(line.at("update"), ++counts[name]);
      last[name] = line.at("weights");
    }
    const auto result = outcome.json();
    ASSERT_EQ(result["models"].size(), 3U);
    for (const auto& model : result["models"]) {
      const std::string name =
          model["positive"].get<std::string>() + "/" + model["negative"].get<std::string>();
      EXPECT_EQ(model["updates"], counts[name]);
      EXPECT_EQ(Json::parse(model["weights"].dump()), last[name]);
    }
  }
}

TEST(Trace, OfTheMarginPerceptronNamesItsGuesses) {
  const Folder folder;
  const std::string data =
      generated(folder, {"ball", "--rows", "500", "--margin", "1"}, "ball.csv");
  const std::string trace = folder.path("trace.jsonl");
  ASSERT_EQ(
      run_program({"train", data, "--learner", "margin", "--lambda", "1.5", "--trace", trace, "-q"})
          .status,
      0);
  double guess = INFINITY;
  std::set<double> guesses;
  for (const Json& line : lines_of(trace)) {
    EXPECT_LE(line.at("guess").get<double>(), guess);
    guess = line.at("guess");
    guesses.insert(guess);
  }
  EXPECT_GT(guesses.size(), 1U);
}

TEST(Trace, IsForLearnersThatGoUpdateByUpdate) {
  const Folder folder;
  const std::string data = folder.file("square.csv", kSquare);
  for (const Words& learner : {Words{"--learner", "hinge"}, Words{"--learner", "max-margin"},
                               Words{"--l2", "0.1"}, Words{"--memory", "1G"}}) {
    const Outcome outcome =
        run_program(Words{"train", data, "--trace", folder.path("trace.jsonl")} + learner);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("--trace"), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace perceptron::core::test
