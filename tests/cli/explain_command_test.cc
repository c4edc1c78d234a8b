// explain, and predict --explain.

#include <cmath>
#include <sstream>

#include "base/random.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

std::string rows_of_two(std::uint64_t rows) {
  Random random(3);
  std::ostringstream text;
  text << "size,colour,kind\n";
  for (std::uint64_t i = 0; i < rows; ++i)
    text << 100 * random.normal() + (i % 2 == 0 ? 0 : 150) << ','
         << (random.below(3) == i % 2 ? "red" : "blue") << ',' << (i % 2 == 0 ? "no" : "yes")
         << '\n';
  return text.str();
}

class ExplainCommand : public ::testing::Test {
 protected:
  Outcome run(const Words& words) {
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome;
  }
  std::string trained(const Words& options = {}) {
    const std::string model = folder.path("a.model");
    run(Words{"train", data, "--learner", "logistic", "-o", model, "-q"} + options);
    return model;
  }

  Folder folder;
  std::string data = folder.file("data.csv", rows_of_two(80));
};

TEST_F(ExplainCommand, ScoresAreThoseOfPredictAndTheSumOfWhatIsListed) {
  for (const Words& options : {Words{}, Words{"--scale", "standard"}, Words{"--scale", "maxabs"}}) {
    const std::string model = trained(options);
    const Json explained = run({"explain", model, data, "--json", "-q"}).json();
    const Json predicted = run({"predict", model, data, "--scores", "--json", "-q"}).json();
    ASSERT_EQ(explained["rows"].size(), 80U);
    for (std::size_t i = 0; i < 80; ++i) {
      const Json& row = explained["rows"][i];
      EXPECT_EQ(row["row"], i + 1);
      EXPECT_EQ(row["class"], predicted["predictions"][i]);
      EXPECT_EQ(row["score"], predicted["scores"][i]);
      double sum = row["average_score"].get<double>() + row["others"].get<double>();
      for (const Json& each : row["contributions"]) sum += each["contribution"].get<double>();
      EXPECT_NEAR(sum, row["score"].get<double>(), 1e-9);
      EXPECT_EQ(row["flip"]["feature"], "size");
      EXPECT_GT(row["radius"].get<double>(), 0);
    }
  }
}

// The row with only the size changed to where the answer changes, and a little further.
TEST_F(ExplainCommand, TheAnswerChangesWhereItSays) {
  const std::string model = trained({"--scale", "standard"});
  const Json row = run({"explain", model, data, "--row", "7", "--json", "-q"}).json()["rows"][0];
  EXPECT_EQ(row["row"], 7);
  const double value = row["flip"]["value"].get<double>();
  const double at = row["flip"]["flip_at"].get<double>();
  const double further = at + 1e-6 * (at - value);
  const double nearer = at - 1e-6 * (at - value);
  std::istringstream lines(read_text(data));
  std::string line;
  for (int k = 0; k <= 7; ++k) std::getline(lines, line);
  const std::string rest = line.substr(line.find(','));
  std::ostringstream moved;
  moved.precision(17);
  moved << "size,colour,kind\n" << nearer << rest << '\n' << further << rest << '\n';
  const std::string file = folder.file("moved.csv", moved.str());
  EXPECT_EQ(run({"predict", model, file, "--json", "-q"}).json()["predictions"],
            Json({row["class"], row["flip"]["class"]}));
}

TEST_F(ExplainCommand, TextListsWhatIsForAndAgainst) {
  const Outcome text = run({"explain", trained(), data, "--row", "1", "--row", "2", "--top", "1"});
  for (const char* words : {"row 1: ", "row 2: ", "rather than", "changes at", "Euclidean"})
    EXPECT_NE(text.out.find(words), std::string::npos) << words;
  const std::string page = folder.path("page.html");
  run({"explain", folder.path("a.model"), data, "--report", page, "-q"});
  EXPECT_NE(read_text(page).find("contributes"), std::string::npos);
  EXPECT_EQ(run_program({"explain", folder.path("a.model"), data, "--row", "81"}).status, 2);
}

TEST_F(ExplainCommand, PredictPrintsTheLargestContributions) {
  const std::string model = trained();
  const Outcome lines = run({"predict", model, data, "--explain", "--titles", "-q"});
  EXPECT_TRUE(lines.out.starts_with("class\texplanation\n")) << lines.out.substr(0, 60);
  EXPECT_NE(lines.out.find("size = "), std::string::npos);
  const Json json = run({"predict", model, data, "--explain", "--json", "-q"}).json();
  const Json rows = run({"explain", model, data, "--json", "-q"}).json()["rows"];
  ASSERT_EQ(json["explanations"].size(), 80U);
  for (std::size_t i = 0; i < 80; ++i)
    EXPECT_NEAR(json["explanations"][i]["average_score"].get<double>(),
                rows[i]["average_score"].get<double>(), 1e-9);
  EXPECT_EQ(run_program({"predict", model, "-", "--explain"}, read_text(data)).status, 2);
  EXPECT_EQ(run_program({"predict", trained({"--column", "colour=ignore", "--scale", "standard"}),
                         "-", "--explain"},
                        read_text(data))
                .status,
            0);
}

}  // namespace
}  // namespace perceptron::core::test
