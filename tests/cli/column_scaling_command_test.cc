// Scaling by column on the command line: in models, streams, caches and certificates.

#include <string>

#include "certificates.h"
#include "model/file.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// The classes are separable by a and b.
std::string numbers() {
  std::string text = "a,b,c,class\n";
  for (int i = 0; i < 80; ++i) {
    text += std::to_string(1000 + i) + "," + std::to_string(i * 31 % 17) + ".5," +
            std::to_string(i % 3) + (i < 40 ? ",u\n" : ",v\n");
  }
  return text;
}

Model scaled_model(const Folder& folder, const std::string& data, const Words& options) {
  const std::string path = folder.path("trained.model");
  const Outcome outcome = run_program(Words{"train", data, "-o", path} + options);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return load_model(path);
}

void expect_same(const Model& a, const Model& b) {
  EXPECT_EQ(a.planes[0].weights, b.planes[0].weights);
  EXPECT_EQ(a.planes[0].offset, b.planes[0].offset);
  EXPECT_EQ(a.scaling.scale, b.scaling.scale);
  EXPECT_EQ(a.scaling.shift, b.scaling.shift);
}

TEST(ColumnScalingCommand, OfAllColumnsIsTheirCommonScaling) {
  const Folder folder;
  const std::string data = folder.file("numbers.csv", numbers());
  for (const std::string kind : {"standard", "maxabs"}) {
    const Words own = {"--column", "?=number:" + kind};
    const Words common = {"--scale", kind};
    for (const Words& options :
         {Words{"--learner", "perceptron"}, Words{"--learner", "logistic", "--l2", "0.01"},
          Words{"--learner", "averaged", "--memory", "64M"}})
      expect_same(scaled_model(folder, data, options + own),
                  scaled_model(folder, data, options + common));
  }
}

TEST(ColumnScalingCommand, StreamsAndCachesScaleAsMemory) {
  const Folder folder;
  const std::string data = folder.file("numbers.csv", numbers());
  const Words columns = {"--column", "a=number:standard", "--column", "b=number:maxabs"};
  const Words learner = {"--learner", "perceptron", "--order", "file", "--scale", "none"};
  const Model model = scaled_model(folder, data, columns + learner);
  expect_same(scaled_model(folder, data, columns + learner + Words{"--memory", "64M"}), model);
  const std::string cache = folder.path("cache");
  ASSERT_EQ(run_program(Words{"convert", data, "-o", cache} + columns).status, 0);
  expect_same(scaled_model(folder, cache, learner), model);
  expect_same(scaled_model(folder, cache, learner + Words{"--memory", "64M"}), model);
}

TEST(ColumnScalingCommand, HoldsForEachRowOfAFileToPredict) {
  const Folder folder;
  const std::string data = folder.file("numbers.csv", numbers());
  scaled_model(folder, data, {"--learner", "perceptron", "--column", "a=number:standard"});
  const std::string model = folder.path("trained.model");
  const Outcome all = run_program({"predict", model, data, "--scores"});
  ASSERT_EQ(all.status, 0) << all.err;
  const std::string first = folder.file("first.csv", "a,b,c\n1000,0.5,0\n");
  const Outcome one = run_program({"predict", model, first, "--scores"});
  EXPECT_EQ(one.out, all.out.substr(0, all.out.find('\n') + 1));
  EXPECT_TRUE(contains(run_program({"inspect", model}).out, "none; standard for \"a\""));
}

TEST(ColumnScalingCommand, IsPartOfACertificate) {
  const Folder folder;
  const std::string data = folder.file("numbers.csv", numbers());
  const std::string certificate = folder.path("certificate.json");
  const Outcome margin =
      run_program({"margin", data, "--column", "a=number:standard", "-o", certificate});
  ASSERT_EQ(margin.status, 0) << margin.err;
  EXPECT_TRUE(run_json({"verify", certificate, data})["valid"]);
  const std::string unscaled = folder.path("unscaled.json");
  ASSERT_EQ(run_program({"margin", data, "-o", unscaled}).status, 0);
  EXPECT_NE(nlohmann::json::parse(read_text(certificate))["claim"],
            nlohmann::json::parse(read_text(unscaled))["claim"]);
}

TEST(ColumnScalingCommand, GivesEveryFoldItsOwn) {
  const Folder folder;
  const std::string data = folder.file("numbers.csv", numbers());
  for (const Words& learner :
       {Words{"--learner", "perceptron", "--epochs", "2"},
        Words{"--learner", "perceptron", "--epochs", "2", "--calibrate", "sigmoid"}}) {
    const auto own = run_json(Words{"validate", data, "--column", "?=number:standard"} + learner);
    const auto common = run_json(Words{"validate", data, "--scale", "standard"} + learner);
    EXPECT_EQ(own["folds"], common["folds"]);
    EXPECT_NE(own["folds"], run_json(Words{"validate", data} + learner)["folds"]);
  }
}

TEST(ColumnScalingCommand, MayStandInARecipe) {
  const Folder folder;
  const std::string data = folder.file("numbers.csv", numbers());
  const std::string recipe =
      folder.file("recipe.json", R"({"column": {"a": "number:standard", "b": "number:none"}})");
  const Words learner = {"--learner", "perceptron"};
  expect_same(scaled_model(folder, data, learner + Words{"--recipe", recipe}),
              scaled_model(folder, data, learner + Words{"--column", "a=number:standard"}));
  const std::string again = folder.path("again.json");
  ASSERT_EQ(
      run_program({"inspect", data, "--column", "a=number:standard", "--recipe", again}).status, 0);
  EXPECT_EQ(nlohmann::json::parse(read_text(again))["column"]["a"], "number:standard");
}

}  // namespace
}  // namespace perceptron::core::test
