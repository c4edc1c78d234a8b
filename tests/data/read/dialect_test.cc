// How a table is written: delimiters, quotes, decimal marks, a first line with the size, and
// headers with numbers in them.

#include <vector>

#include "support.h"

namespace perceptron::core::test {
namespace {

std::string repeated(const std::string& lines, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += lines;
  return text;
}

TEST(Delimiter, IsFoundWhateverItIs) {
  const Grid expected = {{1, 2}, {3, 4}};
  for (const std::string delimiter : {",", ";", "\t", "|", " ", "   "}) {
    std::string text = "a,b,y\n1,2,u\n3,4,v\n";
    for (std::size_t at = 0; (at = text.find(',', at)) != std::string::npos; at += delimiter.size())
      text.replace(at, 1, delimiter);
    const Dataset data = read_string(text);
    EXPECT_EQ(grid(data.matrix), expected) << '"' << delimiter << '"';
    EXPECT_EQ(names(data), (Names{"a", "b"})) << '"' << delimiter << '"';
  }
}

TEST(Delimiter, IsTheOneThatGivesAllLinesAsManyFields) {
  EXPECT_EQ(names(read_string("note|x|y\na, b|1|u\na|2|v\na, b, c|3|u\n")),
            (Names{"note=a", "note=a, b", "note=a, b, c", "x"}));
  EXPECT_EQ(names(read_string("note\tx\ty\na;b;c\t1\tu\nd\t2\tv\n")),
            (Names{"note=a;b;c", "note=d", "x"}));
}

TEST(Delimiter, CanBeAnyCharacter) {
  ReadSettings settings;
  settings.delimiter.character = '^';
  EXPECT_EQ(grid(read_string("1^2^u\n3^4^v\n", settings).matrix), (Grid{{1, 2}, {3, 4}}));
}

TEST(Delimiter, SpacesAndTabsMayAlignColumns) {
  EXPECT_EQ(grid(read_string("  1   2.5 u\n 10  3   v  \n100\t4 u\n").matrix),
            (Grid{{1, 2.5}, {10, 3}, {100, 4}}));
}

TEST(Delimiter, IsNamedWhereLinesDiffer) {
  EXPECT_EQ(
      read_failure("a,b,y\n1,2,u\n1,2,3,u\n").text,
      "data.txt:3:1: expected 3 columns as in the first line, found 4 (quote fields that hold "
      "the delimiter; fields are separated by commas: choose another delimiter with "
      "--delimiter)");
  EXPECT_EQ(read_failure("only\none\n").text,
            "data.txt:1:1: expected at least one column besides the label, found none (fields are "
            "separated by commas; choose another delimiter with --delimiter)");
}

TEST(Delimiter, ManyRowsGiveTheSameThroughTheFastParser) {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += std::to_string(i) + "  " + std::to_string(i % 7) + ".5   " + (i % 2 == 0 ? "u" : "v") +
            "\n";
  const Dataset data = read_string(text);
  ASSERT_EQ(data.rows(), 5000U);
  EXPECT_EQ(grid(data.matrix)[4999], (std::vector<double>{4999, 1.5}));
  EXPECT_EQ(data.labels[4999], 1U);
}

TEST(Quotes, ArePartOfTheTextWhereTheyDoNotFit) {
  const std::string text = repeated("ham\t\"Hi\" he said\nspam\twin \"now\nham\tfine\n", 3);
  const Dataset data = read_string(text, with(&ReadSettings::label, "first"));
  EXPECT_EQ(data.rows(), 9U);
  EXPECT_EQ(names(data), (Names{"x2=\"Hi\" he said", "x2=fine", "x2=win \"now"}));
}

TEST(Quotes, AreTakenOffWhereTheyFit) {
  EXPECT_EQ(names(read_string("name\tx\ty\n\"a b\"\t1\tu\n\"c\td\"\t2\tv\n")),
            (Names{"name=a b", "name=c\td", "x"}));
}

TEST(Quotes, CanBeTurnedOff) {
  ReadSettings settings;
  settings.quote = QuoteUse::none;
  EXPECT_EQ(names(read_string("w,y\n\"a\",u\nb\",v\n", settings)), (Names{"w=\"a\"", "w=b\""}));
  EXPECT_EQ(
      read_failure("w,y\n\"a\"b,u\n").text,
      "data.txt:2:4: expected a delimiter after the closing quote, found \"b\" (a quote inside "
      "quotes is written twice; use --quote none if quotes are part of the text)");
}

TEST(DecimalMarks, AreCommasBesideOtherDelimiters) {
  EXPECT_EQ(grid(read_string("a;b;y\n1,5;2;u\n-0,25;3;v\n").matrix), (Grid{{1.5, 2}, {-0.25, 3}}));
  EXPECT_EQ(grid(read_string("a;y\n1.234,5;u\n2;v\n").matrix), (Grid{{1234.5}, {2}}));
  EXPECT_EQ(grid(read_string("a|y\n1,234,567|u\n0.5|v\n").matrix), (Grid{{1234567}, {0.5}}));
}

TEST(DecimalMarks, ThatFollowAZeroSeparateNoThousands) {
  EXPECT_EQ(grid(read_string("a;y\n0,095;u\n1,250;v\n").matrix), (Grid{{0.095}, {1.25}}));
  EXPECT_EQ(
      names(read_string("a;y\n0,095;u\n1;v\n", with(&ReadSettings::decimal, DecimalMark::point))),
      (Names{"a=0,095", "a=1"}));
}

TEST(DecimalMarks, StandInQuotesBetweenCommas) {
  EXPECT_EQ(grid(read_string("a,b,y\n\"1,5\",2,u\n\"0,25\",3,v\n").matrix),
            (Grid{{1.5, 2}, {0.25, 3}}));
  EXPECT_EQ(grid(read_string("a,y\n\"1,234.5\",u\n2,v\n").matrix), (Grid{{1234.5}, {2}}));
  EXPECT_EQ(names(read_string("a,y\n\"1,5\",u\n\"1,x\",v\n")), (Names{"a=1,5", "a=1,x"}));
  // A model reads what it was trained with, and the same numbers without quotes.
  ForModel model(read_string("a,y\n\"1,5\",u\n\"0,25\",v\n"));
  EXPECT_EQ(grid(model.read("a,y\n\"2,5\",u\n").matrix), (Grid{{2.5}}));
  EXPECT_EQ(grid(model.read("a,y\n2.5,u\n").matrix), (Grid{{2.5}}));
}

TEST(Dialect, ADelimiterMayEndEachLine) {
  for (const char* const header : {"", "a,b,y,\n"}) {
    const Dataset data = read_string(std::string(header) + "1,2,u,\n3,4,v,\n5,,u,\n");
    EXPECT_EQ(data.schema.columns.size(), 2U);
    EXPECT_EQ(data.classes.names(), (std::vector<std::string>{"u", "v"}));
  }
  // A column that has a name is one, and so is one with a value.
  EXPECT_EQ(read_failure("a,b,y,z\n1,2,u,\n3,4,v,\n").text.find("data.txt:2:7: expected a class"),
            0U);
  EXPECT_EQ(read_string("1,2,u,\n3,4,v,w\n", with(&ReadSettings::label, ColumnChoice("3")))
                .schema.columns.size(),
            3U);
}

TEST(DecimalMarks, AreAskedForWhereTheyCouldBeEither) {
  EXPECT_EQ(
      read_failure("a;y\n1,234;u\n2,345;v\n").text,
      "data.txt: cannot tell whether the comma in \"1,234\" in column \"a\" is a decimal mark or "
      "separates thousands (use --decimal comma or --decimal point)");
  EXPECT_EQ(
      read_failure("a;b;y\n1,5;2.5;u\n2,5;1.5;v\n").text,
      "data.txt: expected numbers with one decimal mark, found both \"2.5\" in column \"b\" and "
      "\"1,5\" in column \"a\" (write all of them alike, or leave a column out with --ignore "
      "a)");
  const std::string text = "a;y\n1,234;u\n2,345;v\n";
  EXPECT_EQ(grid(read_string(text, with(&ReadSettings::decimal, DecimalMark::comma)).matrix),
            (Grid{{1.234}, {2.345}}));
  EXPECT_EQ(grid(read_string(text, with(&ReadSettings::decimal, DecimalMark::point)).matrix),
            (Grid{{1234}, {2345}}));
}

TEST(DecimalMarks, OfAModelHoldForItsNextFile) {
  ForModel model(read_string("a;b;y\n1,5;2;u\n-0,25;3;v\n"));
  EXPECT_EQ(grid(model.read("a;b;y\n1,234;2;u\n").matrix), (Grid{{1.234, 2}}));
  EXPECT_EQ(grid(model.read("a,b,y\n1.5,2,u\n").matrix), (Grid{{1.5, 2}}));
}

TEST(Size, InTheFirstLineIsChecked) {
  const std::string text = "3 2\n1 2 u\n3 4 v\n5 6 u\n";
  EXPECT_EQ(grid(read_string(text).matrix), (Grid{{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(grid(read_string("2 3\n1 2 u\n3 4 v\n5 6 u\n").matrix), (Grid{{1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(read_failure("4 2\n1 2 u\n3 4 v\n5 6 u\n").text,
            "data.txt:1:1: expected 4 rows, as the first line states, found 3 rows (correct the "
            "line, or remove it)");
}

TEST(Header, MayHaveNumbersInIt) {
  const std::string letters = repeated("T,2,8,3\nI,5,12,3\nD,4,11,6\n", 5);
  EXPECT_EQ(names(read_string("Letter,1,2,3\n" + letters, with(&ReadSettings::label, "first"))),
            (Names{"1", "2", "3"}));
  const std::string years = repeated("A,1.5,2.5,3.5\nB,2.5,3,4\n", 6);
  EXPECT_EQ(
      names(read_string("country,2019,2020,2021\n" + years, with(&ReadSettings::label, "first"))),
      (Names{"2019", "2020", "2021"}));
  const std::string plain = repeated("0.5,0.25,3,7\n1.5,2.5,4,8\n", 6);
  EXPECT_EQ(names(read_string("0,1,2,3\n" + plain)), (Names{"0", "1", "2"}));
}

TEST(Header, IsNotARowOfNumbers) {
  const std::string rows = repeated("1,2,3,u\n4,5,6,v\n", 6);
  EXPECT_EQ(read_string(rows).rows(), 12U);
  EXPECT_EQ(read_string("1,2,3,w\n" + rows).rows(), 13U);
  EXPECT_EQ(read_string("0,1,2,3\n" + repeated("1,2,3,3\n0,0,0,1\n", 6)).rows(), 13U)
      << "its last number is a class";
}

// A further line in quotes is for the plain parser.
TEST(Decimals, AreTheSameForBothParsers) {
  std::string text = "a;b;w;y\n";
  for (int i = 0; i < 300; ++i) {
    text += std::to_string(i % 9) + "," + std::to_string(i) + ";-1.234.567," + std::to_string(i) +
            ";" + (i % 4 == 0 ? "" : "1e-3") + (i % 2 == 0 ? ";u\n" : ";v\n");
  }
  const Dataset fast = read_string(text);
  const Dataset plain = read_string(text + "\"1,5\";2;1;u\n");
  Grid rows = grid(plain.matrix);
  rows.pop_back();
  for (auto& row : rows) row.resize(2);  // the mean of w differs
  Grid fast_rows = grid(fast.matrix);
  for (auto& row : fast_rows) row.resize(2);
  EXPECT_EQ(fast_rows, rows);
  EXPECT_EQ(fast_rows[10][0], 1.1);
  EXPECT_EQ(fast_rows[10][1], -1234567.1);
}

}  // namespace
}  // namespace perceptron::core::test
