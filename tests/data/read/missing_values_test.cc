// Which values are missing: the marks that are known, and those that the settings add.

#include <string>

#include "data/schema_json.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

ReadSettings marked(const Names& marks) {
  ReadSettings settings;
  settings.missing_values = marks;
  settings.missing = MissingPolicy::zero;
  return settings;
}

TEST(MissingMarks, OfSpreadsheetsAreKnown) {
  for (const char* mark : {"#N/A", "#N/A N/A", "#VALUE!", "#DIV/0!", "#REF!", "#NUM!", "#NAME?",
                           "#NULL!", "<NA>", "NA", "?", ""}) {
    const std::string text = "x,z,y\n1,a,u\n" + std::string(mark) + ",b,v\n3,c,u\n";
    EXPECT_EQ(grid(read_string(text, marked({})).matrix)[1][0], 0) << mark;
  }
}

TEST(MissingMarks, CanBeAdded) {
  const std::string text = "x,w,y\n1,red,u\n-,unknown,v\n-999,blue,u\n-999.0,red,v\n7,-,u\n";
  const Dataset data = read_string(text, marked({"-", "-999", "unknown"}));
  EXPECT_EQ(names(data), (Names{"x", "w=blue", "w=red"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 0, 1}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {7, 0, 0}}));
}

TEST(MissingMarks, OfNumbersAreNumbersWithADecimalCommaToo) {
  const Dataset data = read_string("x;y\n1,5;u\n-999,0;v\n-999;u\n", marked({"-999"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{1.5}, {0}, {0}}));
}

// Rows of the fast parser, and one line in quotes for the plain one.
TEST(MissingMarks, AreTheSameForBothParsers) {
  std::string text = "x,w,y\n";
  for (int i = 0; i < 50; ++i)
    text += (i % 5 == 0 ? "-9.50" : std::to_string(i)) + (i % 7 == 0 ? ",none" : ",some") +
            (i % 2 == 0 ? ",u\n" : ",v\n");
  ReadSettings settings = marked({"-9.5", "none"});
  const Dataset fast = read_string(text, settings);
  settings.missing = MissingPolicy::zero;
  const Dataset plain = read_string(text + "3,\"some\",u\n", settings);
  const Grid fast_rows = grid(fast.matrix);
  Grid plain_rows = grid(plain.matrix);
  plain_rows.pop_back();
  EXPECT_EQ(fast_rows, plain_rows);
  EXPECT_EQ(fast_rows[5][0], 0);
  EXPECT_EQ(fast_rows[6][0], 6);
}

TEST(MissingMarks, AreKeptForOtherFiles) {
  ForModel model(read_string("x,w,y\n1,a,u\n-1,b,v\n3,none,u\n", marked({"-1", "none"})));
  model.options.missing = MissingPolicy::automatic;
  EXPECT_EQ(grid(model.read("x,w,y\n-1,a,u\n5,none,v\n").matrix), (Grid{{0, 1, 0}, {5, 0, 0}}));
  const Schema again = schema_from(Json::parse(to_json(model.trained.schema).dump()));
  EXPECT_EQ(again.missing_values, (Names{"-1", "none"}));
  // Such a file may have further marks.
  EXPECT_NE(model.failure("x,w,y\n.,a,u\n"), "");
  model.options.missing_values = {"."};
  EXPECT_EQ(grid(model.read("x,w,y\n.,a,u\n").matrix), (Grid{{0, 1, 0}}));
}

TEST(MissingMarks, DoNotMakeTextOfNumbers) {
  std::string text = "x,y\n";
  for (int i = 0; i < 40; ++i)
    text += std::string(i % 2 == 0 ? "-" : std::to_string(i)) + (i % 3 == 0 ? ",u\n" : ",v\n");
  EXPECT_EQ(names(read_string(text, marked({"-"}))), (Names{"x"}));
  EXPECT_GT(names(read_string(text, marked({}))).size(), 2U);
}

}  // namespace
}  // namespace perceptron::core::test
