// Ordinary files go through the commands with no more than the label named.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/json.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

struct OrdinaryFile {
  const char* name;
  const char* label = "last";
};

// Large files, and texts of which each would be a category, are left to `make stress` and
// benchmarks.
const std::vector<OrdinaryFile> kOrdinary = {
    {"margin-2d.csv"},         {"margin-4d.csv"},       {"margin-8d.csv"},
    {"iris-train.csv"},        {"iris-test.csv"},       {"binary_classification.csv"},
    {"hw02_data1.csv"},        {"hw02_data2.csv"},      {"hw02_big_data.csv"},
    {"ionosphere.csv"},        {"oil-spill.csv"},       {"plane-3d.txt"},
    {"letter.csv", "Letter"},  {"auto-mpg.tsv", "mpg"}, {"titanic.csv", "Survived"},
    {"sms-spam.tsv", "first"}, {"a9a.test.libsvm.gz"}};

std::uint64_t lines_of(const std::string& text) {
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(OrdinaryFiles, GoThroughAllCommands) {
  const Folder folder;
  int files = 0;
  for (const OrdinaryFile& file : kOrdinary) {
    SCOPED_TRACE(file.name);
    const std::string data = shared_data(file.name);
    if (data.empty()) continue;
    ++files;
    const std::vector<std::string> label = {"--label", file.label};
    const auto run = [&](std::vector<std::string> words, bool labelled = true) {
      if (labelled && std::string(file.name).find("libsvm") == std::string::npos)
        words.insert(words.end(), label.begin(), label.end());
      Outcome outcome = run_program(words);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      return outcome;
    };
    const std::string model = folder.path("m");
    const Json inspected = Json::parse(run({"inspect", data, "--json"}).out);
    const auto rows = inspected.at("rows").get<std::uint64_t>();
    EXPECT_GT(rows, 0U);
    run({"train", data, "-o", model, "--learner", "averaged", "--epochs", "2"});
    const Json evaluated = Json::parse(run({"evaluate", model, data, "--json"}).out);
    EXPECT_EQ(evaluated.at("rows").get<std::uint64_t>(), rows);
    EXPECT_GT(evaluated.at("accuracy").get<double>(), 0.3);
    const std::string joined = run({"predict", model, data, "--join"}).out;
    EXPECT_GE(lines_of(joined), rows);
  }
  if (files == 0) GTEST_SKIP() << "the shared data is not here";
}

TEST(OrdinaryFiles, TitanicIsPredictedWithoutAnyPreparation) {
  const std::string data = shared_data("titanic.csv");
  if (data.empty()) GTEST_SKIP() << "titanic.csv is not here";
  const Outcome outcome = run_program({"validate", data, "--label", "Survived", "--learner",
                                       "averaged", "--scale", "standard", "--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GE(Json::parse(outcome.out).at("accuracy").get<double>(), 0.78);
}

}  // namespace
}  // namespace perceptron::core::test
