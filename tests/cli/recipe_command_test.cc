// Recipes on the command line.

#include <string>

#include "certificates.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

std::string people() {
  std::string text = "name,age,town,class\n";
  for (int i = 0; i < 60; ++i) {
    text += "n" + std::to_string(i) + "," + std::to_string(20 + i % 7) + "," +
            (i % 3 == 0 ? "Oslo" : "Rome") + "," + (i % 7 > 3 ? "u" : "v") + "\n";
  }
  return text;
}

TEST(RecipeCommand, WhatInspectWritesOtherCommandsRead) {
  const Folder folder;
  const std::string data = folder.file("people.csv", people());
  const std::string recipe = folder.path("recipe.json");
  ASSERT_EQ(run_program({"inspect", data, "--recipe", recipe, "-q"}).status, 0);
  const auto json = nlohmann::json::parse(read_text(recipe));
  EXPECT_EQ(json["ignore"], (Words{"name"}));
  EXPECT_EQ(json["column"]["town"], "category");
  const std::string model = folder.path("model");
  const Outcome trained = run_program({"train", data, "--recipe", recipe, "-o", model});
  ASSERT_EQ(trained.status, 0) << trained.err;
  EXPECT_FALSE(contains(trained.err, "was not used")) << trained.err;
  for (const Words& words :
       {Words{"evaluate", model, data}, Words{"predict", model, data}, Words{"validate", data},
        Words{"tune", data, "--grid", "epochs=2", "--folds", "3"},
        Words{"convert", data, "-o", folder.path("cache")},
        Words{"split", data, "--test", "0.5", "-o", folder.path("a"), folder.path("b")}}) {
    const Outcome outcome = run_program(words + Words{"--recipe", recipe});
    EXPECT_EQ(outcome.status, 0) << words[0] << ' ' << outcome.err;
    EXPECT_FALSE(contains(outcome.err, "no meaning")) << words[0] << ' ' << outcome.err;
  }
}

TEST(RecipeCommand, OptionsTakePrecedence) {
  const Folder folder;
  const std::string data = folder.file("people.csv", people());
  const std::string recipe = folder.file(
      "recipe.json",
      R"({"label": "town", "column": {"age": "category"}, "ignore": ["name"], "scale": "maxabs"})");
  const auto by_recipe = run_json({"train", data, "--recipe", recipe});
  EXPECT_EQ(by_recipe["classes"], (Words{"Oslo", "Rome"}));
  EXPECT_EQ(by_recipe["features"], 9);  // seven ages, two classes
  const auto by_options =
      run_json({"train", data, "--recipe=" + recipe, "--label", "class", "--column", "age=number"});
  EXPECT_EQ(by_options["classes"], (Words{"u", "v"}));
  EXPECT_EQ(by_options["features"], 3);
  // So the recipe's types of columns that they name are void.
  const std::string all = folder.file(
      "all.json", R"({"label": "class", "column": {"name": "ignore", "age": "number", "town":
          "category"}})");
  const auto features = [&](const Words& options) {
    return run_json(Words{"train", data, "--recipe", all} + options)["features"];
  };
  EXPECT_EQ(features({}), 3);
  EXPECT_EQ(features({"--ignore", "age"}), 2);
  EXPECT_EQ(features({"--label", "town"}), 3);  // age and two classes
  // A scaling that the recipe names is none that is left open.
  EXPECT_FALSE(by_recipe.contains("scale"));
}

TEST(RecipeCommand, MistakesAreNamed) {
  const Folder folder;
  const std::string data = folder.file("people.csv", people());
  const auto failure = [&](const Words& words, int status) {
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.status, status) << outcome.err;
    return outcome.err;
  };
  EXPECT_TRUE(
      contains(failure({"train", data, "--recipe", folder.path("none")}, 4), "cannot read"));
  EXPECT_TRUE(contains(failure({"train", data, "--recipe"}, 2), "--recipe takes one value"));
  EXPECT_TRUE(contains(failure({"inspect", data, "--recipe", data}, 2), "would overwrite"));
  EXPECT_TRUE(
      contains(failure({"inspect", data, "--recipe", "-", "--json"}, 2), "give one a file"));
  const std::string model = folder.path("model");
  ASSERT_EQ(run_program({"train", data, "-q", "-o", model}).status, 0);
  EXPECT_TRUE(
      contains(failure({"inspect", model, "--recipe", folder.path("r")}, 2), "is no table"));
}

}  // namespace
}  // namespace perceptron::core::test
