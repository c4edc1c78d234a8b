// evaluate --curves and --robustness, thresholds in validate and tune, validate --predictions.

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/random.h"
#include "cli/refusals.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

// Rows of `classes` overlapping clouds; the first class has most of them.
std::string clouds(std::uint64_t rows, std::uint64_t classes, std::uint64_t seed) {
  Random random(seed);
  std::ostringstream text;
  text << "x1,x2,kind\n";
  for (std::uint64_t i = 0; i < rows; ++i) {
    const std::uint64_t c = i % 5 < 3 ? 0 : 1 + i % (classes - 1);
    text << random.normal() + 1.6 * static_cast<double>(c) << ','
         << random.normal() + (c == 2 ? 2 : 0) << ",k" << c << '\n';
  }
  return text.str();
}

void expect_refusal(const Words& words, int status, const std::string& says) {
  const Outcome run = run_program(words);
  EXPECT_EQ(run.status, status) << run.err;
  EXPECT_NE(run.err.find(says), std::string::npos) << run.err;
}

class CurvesCommand : public ::testing::Test {
 protected:
  std::string trained(std::uint64_t classes, const Words& options = {}) {
    data = folder.file("data.csv", clouds(600, classes, 1));
    const std::string model = folder.path("a.model");
    const Outcome run =
        run_program(Words{"train", data, "--learner", "logistic", "-o", model, "-q"} + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return model;
  }
  Json evaluated(const std::string& model, const Words& options) {
    const Outcome run = run_program(Words{"evaluate", model, data, "--json", "-q"} + options);
    EXPECT_EQ(run.status, 0) << run.err;
    return run.status == 0 ? run.json() : Json();
  }

  Folder folder;
  std::string data;
};

TEST_F(CurvesCommand, OfTwoClassesAreThoseOfTheSecond) {
  const Json result = evaluated(trained(2, {"--threshold", "0.5"}), {"--curves"});
  const Json& curves = result["curves"];
  EXPECT_EQ(curves["class"], "k1");
  EXPECT_EQ(curves["auc"], result["auc"]);
  EXPECT_EQ(curves["average_precision"], result["average_precision"]);
  EXPECT_EQ(curves["chosen"]["threshold"], 0.5);
  EXPECT_EQ(curves["chosen"]["true_positive"], result["per_class"]["k1"]["recall"]);
  EXPECT_EQ(curves["chosen"]["precision"], result["per_class"]["k1"]["precision"]);
  for (const char* name : {"roc", "precision_recall", "gain", "calibration", "cost"})
    EXPECT_GT(curves[name].size(), 2U) << name;
  EXPECT_EQ(curves["roc"].front()["threshold"], Json());
  EXPECT_EQ(curves["gain"].back()["recall"], 1);
  EXPECT_EQ(curves["gain"].back()["lift"], 1);
  double rows = 0;
  for (const Json& bin : curves["calibration"]) rows += bin["rows"].get<double>();
  EXPECT_EQ(rows, 600);
  EXPECT_FALSE(evaluated(folder.path("a.model"), {}).contains("curves"));
}

TEST_F(CurvesCommand, OfManyClassesAreEachAgainstTheRest) {
  const Json result = evaluated(trained(3), {"--curves"});
  const Json& classes = result["curves"]["classes"];
  ASSERT_EQ(classes.size(), 3U);
  double auc = 0;
  for (const Json& each : classes) {
    auc += each["auc"].get<double>();
    EXPECT_EQ(each["chosen"]["true_positive"],
              result["per_class"][each["class"].get<std::string>()]["recall"]);
    EXPECT_FALSE(each["chosen"].contains("threshold"));
  }
  EXPECT_NEAR(auc / 3, result["auc"].get<double>(), 1e-15);
}

TEST_F(CurvesCommand, PagesDrawThem) {
  const std::string model = trained(3);
  const std::string page = folder.path("page.html");
  const Outcome run = run_program(
      {"evaluate", model, data, "--curves", "--robustness", "linf", "--report", page, "-q"});
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string text = read_text(page);
  for (const char* word :
       {"Curves over all thresholds", "false positive rate", "gain", "Robustness", "stay right"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
  EXPECT_NE(run.out.find("stay right"), std::string::npos);
}

TEST_F(CurvesCommand, RobustnessBeginsWithTheAccuracy) {
  const std::string model = trained(2, {"--scale", "standard"});
  const Json result = evaluated(model, {"--robustness", "l2"});
  const Json& found = result["robustness"];
  EXPECT_EQ(found["norm"], "l2");
  EXPECT_EQ(found["units"], "original");
  EXPECT_EQ(found["curve"][0]["epsilon"], 0);
  EXPECT_EQ(found["curve"][0]["share"], result["accuracy"]);
  for (std::size_t k = 1; k < found["curve"].size(); ++k) {
    EXPECT_GT(found["curve"][k]["epsilon"], found["curve"][k - 1]["epsilon"]);
    EXPECT_LE(found["curve"][k]["share"], found["curve"][k - 1]["share"]);
  }
  const Json scaled = evaluated(model, {"--robustness", "l2", "--units", "scaled"})["robustness"];
  EXPECT_NE(scaled["median_radius"], found["median_radius"]);
  expect_refusal({"evaluate", model, data, "--units", "scaled"}, 2, "--robustness");
  expect_refusal({"evaluate", model, data, "--curves"}, 2, "--report");
}

TEST_F(CurvesCommand, PredictionsAreInTheOrderOfTheRows) {
  data = folder.file("data.csv", clouds(60, 3, 1));
  const std::string out = folder.path("out.csv");
  const Words words = {"validate", data, "--learner", "logistic", "--predictions", out, "-q"};
  const Outcome run = run_program(words + Words{"--json"});
  ASSERT_EQ(run.status, 0) << run.err;
  std::istringstream lines(read_text(out));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line,
            "row,class,prediction,score k0,score k1,score k2,probability k0,probability k1,"
            "probability k2,fold");
  int rows = 0;
  int right = 0;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string row, truth, predicted;
    std::getline(cells, row, ',');
    std::getline(cells, truth, ',');
    std::getline(cells, predicted, ',');
    EXPECT_EQ(row, std::to_string(++rows));
    right += truth == predicted ? 1 : 0;
  }
  EXPECT_EQ(rows, 60);
  EXPECT_NEAR(run.json()["pooled_accuracy"].get<double>(), right / 60.0, 1e-15);
  // Only what was held out, with a holdout; numbers of the test file with --test.
  const std::string other = folder.path("out.jsonl");
  EXPECT_EQ(run_program({"validate", data, "--test", data, "--predictions", other, "-q"}).status,
            0);
  const std::string text = read_text(other);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 60);
  EXPECT_TRUE(text.starts_with("{\"row\":1,\"class\":\"k0\"")) << text.substr(0, 80);
  expect_refusal({"validate", data, "--predictions", folder.path("out.txt")}, 2, ".jsonl");
  expect_refusal({"validate", data, "--predictions", data}, 2, "--predictions");
}

TEST_F(CurvesCommand, ValidateAndTuneChooseAThresholdInEachFold) {
  data = folder.file("data.csv", clouds(300, 2, 1));
  const Words words = {"validate", data,      "--learner", "logistic", "--metric",
                       "cost",     "--costs", "k1:k0=20",  "--json",   "-q"};
  const Json plain = run_program(words).json();
  const Json chosen = run_program(words + Words{"--threshold", "cost"}).json();
  EXPECT_LT(chosen["score"], plain["score"]);
  EXPECT_GT(chosen["per_class"]["k1"]["recall"], plain["per_class"]["k1"]["recall"]);
  EXPECT_FALSE(chosen.contains("training_accuracy"));
  const Json shifted = run_program(words + Words{"--threshold", "-100"}).json();
  EXPECT_EQ(shifted["per_class"]["k1"]["recall"], 1);
  const std::string model = folder.path("tuned.model");
  const Outcome tuned =
      run_program({"tune", data, "--learner", "logistic", "--grid", "l2=0.001,0.1", "--costs",
                   "k1:k0=20", "--threshold", "cost", "-o", model, "--json"});
  ASSERT_EQ(tuned.status, 0) << tuned.err;
  EXPECT_LT(run_program({"inspect", model, "--json"}).json()["threshold"], 0);
  data = folder.file("three.csv", clouds(60, 3, 1));
  expect_refusal({"validate", data, "--threshold", "f1"}, 2, "two classes");
}

}  // namespace
}  // namespace perceptron::core::test
