// Recipes: how a table is to be read, in a file.

#include "data/recipe.h"

#include <gtest/gtest.h>

#include <string>

#include "support.h"

namespace perceptron::core::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kTown =
    "id,size,when,town,grade,class\n"
    "1,2.5,31.12.2024,Oslo,low,u\n2,3.5,30.11.2024,Rome,high,v\n"
    "3,4.5,01.02.2024,Oslo,low,u\n4,5.5,13.05.2024,Rome,high,v\n";

std::string failure_of(const std::string& content) {
  const Folder folder;
  const std::string path = folder.file("recipe.json", content);
  try {
    load_recipe(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    const std::string text = in_options(error.message());
    return text.substr(std::min(text.size(), text.find(": ") + 2));
  }
  return "";
}

TEST(Recipe, HoldsSettingsByTheirNames) {
  const Folder folder;
  const std::string path = folder.file(
      "recipe.json",
      R"({"label": "class", "ignore": ["id", "x*"], "column": {"a=b": "category", "size":
          "ordinal:s,m,l"}, "missing": "zero", "scale": "standard", "index-base": 0})");
  const ReadSettings settings = settings_of(load_recipe(path));
  EXPECT_EQ(settings.label.text(), "class");
  EXPECT_EQ(settings.ignore, (Names{"id", "x*"}));
  ASSERT_EQ(settings.column.size(), 2U);
  EXPECT_EQ(settings.column[0], (ColumnSetting{"a=b", ColumnType::category}));
  EXPECT_EQ(settings.column[1], (ColumnSetting{"size", ColumnType::ordinal, {"s", "m", "l"}}));
  EXPECT_EQ(settings.missing, MissingPolicy::zero);
  EXPECT_EQ(settings.scale, ScalingKind::standard);
  EXPECT_EQ(settings.index_base, 0U);
}

TEST(Recipe, ThatIsBrokenSaysWhere) {
  EXPECT_NE(failure_of(R"({"lable": "x"})").find("found \"lable\"; they are format, label, "),
            std::string::npos);
  EXPECT_EQ(failure_of(R"({"ignore": ["a,b"]})"),
            "ignore: a name with a comma, \"a,b\", cannot be in a list (write the number of its "
            "column)");
  EXPECT_EQ(failure_of(R"({"ignore": [["a"]]})"), "ignore: expected names in the list");
  EXPECT_EQ(failure_of(R"({"label": null})"),
            "label: expected a text, a number or a list of names");
  EXPECT_EQ(failure_of(R"({"column": {"a": 3}})"),
            "column \"a\": expected a type such as \"category\"");
  EXPECT_EQ(failure_of(R"({"labels": "/dev/zero"})"),
            "labels names a file, which a recipe may not do (give it as an option)");
  EXPECT_NE(failure_of(R"({"missing": "guess"})").find("missing: expected one of auto"),
            std::string::npos);
  for (const char* content : {"", "x", "[1]", "3", "{\"label\": ", "\x01"})
    EXPECT_NE(failure_of(content).find("expected a recipe, such as {\"label\""), std::string::npos)
        << content;
}

TEST(Recipe, SaysWhereItIsNoJson) {
  const Folder folder;
  const std::string path = folder.file("r.json", "{\"label\": \"y\",\n  ignore: 3}");
  try {
    load_recipe(path);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).substr(path.size(), 6), ":2:3: ") << error.what();
  }
}

TEST(Recipe, OfATableReadsItAsItWouldBeRead) {
  const Folder folder;
  const std::string data = folder.file("town.csv", kTown);
  Reading reading;
  const TableProfile profile = profile_table(data, open_source(data), reading, delimited_text);
  const std::string text = recipe_text(profile, reading.options);
  EXPECT_EQ(Json::parse(text), Json::parse(R"({"label": "class", "column": {"id": "number", "size":
      "number", "when": "date:dmy", "town": "category", "grade": "category"}, "missing": "auto"})"));
  const ReadSettings settings = settings_of(load_recipe(folder.file("recipe.json", text)));
  Reading with = reading;
  with.options = settings;
  const Dataset plain = read_dataset(data, reading);
  const Dataset same = read_dataset(data, with);
  EXPECT_EQ(names(plain), names(same));
  EXPECT_EQ(grid(plain.matrix), grid(same.matrix));
  // Of two rows alone the order of the dates could not be found.
  const std::string two = folder.file("two.csv",
                                      "id,size,when,town,grade,class\n1,2.5,01.02.2024,Oslo,low,u\n"
                                      "2,3.5,02.02.2024,Rome,high,v\n");
  EXPECT_NO_THROW(read_dataset(two, with));
}

TEST(Recipe, OfATableWithoutAHeaderNamesTheLabelByItsNumber) {
  const Folder folder;
  const std::string data = folder.file("rows.csv", "1,u,2\n2,v,3\n");
  Reading reading;
  reading.options.label = ColumnChoice::number(2);
  const TableProfile profile = profile_table(data, open_source(data), reading, delimited_text);
  const std::string recipe = folder.file("recipe.json", recipe_text(profile, reading.options));
  Reading with;
  with.options = settings_of(load_recipe(recipe));
  EXPECT_EQ(grid(read_dataset(data, with).matrix), (Grid{{1, 2}, {2, 3}}));
}

}  // namespace
}  // namespace perceptron::core::test
