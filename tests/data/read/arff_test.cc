// Reading ARFF: declared columns, dense and sparse rows.

#include <gtest/gtest.h>

#include <string>

#include "data/read/file_start.h"
#include "data/read/formats.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const std::string kWeather =
    "% a comment\n"
    "@RELATION weather\n"
    "\n"
    "@ATTRIBUTE outlook {sunny, 'over cast', rainy}\n"
    "@attribute temperature numeric\n"
    "@attribute \"is windy\" {TRUE,FALSE}\n"
    "@attribute play {yes,no}\n"
    "@DATA\n"
    "sunny, 85, FALSE, no\n"
    "'over cast', ?, TRUE, yes\n"
    "% another\n"
    "rainy,\t70 , FALSE, yes\n";

const std::string kNumbers =
    "@relation r\n@attribute x real\n@attribute y INTEGER\n@attribute c {u,v}\n@data\n";

TEST(Arff, ReadsDeclaredColumns) {
  ReadSettings zero;
  zero.missing = MissingPolicy::zero;
  const Dataset data = read_string(kWeather, zero);
  EXPECT_EQ(names(data), (Names{"outlook=over cast", "outlook=rainy", "outlook=sunny",
                                "temperature", "is windy=FALSE", "is windy=TRUE"}));
  EXPECT_EQ(grid(data.matrix),
            (Grid{{0, 0, 1, 85, 1, 0}, {1, 0, 0, 0, 0, 1}, {0, 1, 0, 70, 1, 0}}));
  EXPECT_EQ(data.classes.names(), (Names{"no", "yes"}));
  EXPECT_EQ(data.labels, (Labels{0, 1, 1}));
}

TEST(Arff, TakesTheTypesOfTheHeader) {
  // Numbers that are listed are categories, and so are those of a column of strings in which one is
  // none.
  const Dataset data = read_string(
      "@relation r\n@attribute a {0,1}\n@attribute d date\n@attribute c {u,v}\n@data\n"
      "0,2024-01-31,u\n1,2024-02-29,v\n");
  EXPECT_EQ(names(data),
            (Names{"a=0", "a=1", "d year", "d month", "d weekday", "d day of year", "d days"}));
  ReadSettings number;
  number.column = {{"a", ColumnType::number}, {"d", ColumnType::ignore}};
  EXPECT_EQ(names(read_string("@relation r\n@attribute a {0,1}\n@attribute d date\n@attribute c "
                              "{u,v}\n@data\n0,2024-01-31,u\n1,2024-02-29,v\n",
                              number)),
            (Names{"a"}));
}

TEST(Arff, ReadsSparseRows) {
  const Dataset sparse = read_string(kNumbers + "{0 1.5, 2 v}\n{ 1 -2 }\n{}\n{2 'v', 0 4}\n");
  const Dataset dense = read_string(kNumbers + "1.5,0,v\n0,-2,u\n0,0,u\n4,0,v\n");
  EXPECT_EQ(grid(sparse.matrix), grid(dense.matrix));
  EXPECT_EQ(sparse.labels, dense.labels);
  EXPECT_EQ(sparse.labels, (Labels{1, 0, 0, 1}));
}

TEST(Arff, TakesBackslashesInQuotes) {
  const Dataset data = read_string(
      "@relation r\n@attribute 'it\\'s' {'a\\'b',\"c\\\"d\"}\n@attribute c {u,v}\n@data\n"
      "'a\\'b',u\n\"c\\\"d\",v\n");
  EXPECT_EQ(names(data), (Names{"it's=a'b", "it's=c\"d"}));
}

TEST(Arff, TakesCommentsAfterValuesAndEscapesInQuotes) {
  const Dataset data = read_string(
      "@relation r % of trees\n@attribute a {'50%',q} % share\n@attribute c{u,v}%\n@data\n"
      "'50%',u % the first\nq , v%\n");
  EXPECT_EQ(names(data), (Names{"a=50%", "a=q"}));
  EXPECT_EQ(data.classes.names(), (Names{"u", "v"}));
  const Dataset tab = read_string(
      "@relation r\n@attribute a {'x\\ty',q}\n@attribute c {u,v}\n@data\n'x\ty',u\nq,v\n");
  EXPECT_EQ(names(tab)[1].substr(0, 3), "a=x");
}

TEST(Arff, TakesValuesBetweenBlanks) {
  const Dataset blanks = read_string(kNumbers + "1 2 u\n3\t? \tv % w\n 4  5 'u'\n");
  const Dataset commas = read_string(kNumbers + "1,2,u\n3,?,v\n4,5,u\n");
  EXPECT_EQ(grid(blanks.matrix), grid(commas.matrix));
  EXPECT_EQ(blanks.labels, (Labels{0, 1, 0}));
}

TEST(Arff, ReadsDatesInTheOrderOfTheirFormat) {
  const auto days = [](const std::string& type, const std::string& date) {
    const std::string header = "@relation r\n@attribute d " + type;
    return grid(
        read_string(header + "\n@attribute c {u,v}\n@data\n" + date + ",u\n" + date + ",v\n")
            .matrix)[0];
  };
  const auto expected = days("date", "2024-02-01");
  EXPECT_EQ(days("date \"yyyy-MM-dd'T'HH:mm:ss\"", "2024-02-01T00:00:00"), expected);
  EXPECT_EQ(days("date 'dd/MM/yyyy'", "01/02/2024"), expected);
  EXPECT_EQ(days("DATE MM-dd-yyyy", "02-01-2024"), expected);
}

TEST(Arff, RefusesValuesThatTheHeaderDoesNotDeclare) {
  const std::string header = "@relation r\n@attribute a {p,'q r'}\n@attribute c {u,v}\n@data\n";
  const auto text = [&](const std::string& rows) { return read_failure(header + rows).text; };
  EXPECT_EQ(text("p,u\nq,v\n"),
            "data.txt:6:1: expected a value that the header declares for column \"a\", found \"q\" "
            "(they are \"p\", \"q r\"; add it to the header, or correct it)");
  EXPECT_NE(text("p,u\np,w\n").find("data.txt:6:3: expected a value that the header declares"),
            std::string::npos);
  EXPECT_NE(text("{1 w}\n").find("data.txt:5:4: expected a value that"), std::string::npos);
}

TEST(Arff, IsRecognisedByItsFirstWord) {
  EXPECT_TRUE(looks_like_arff({kWeather, true}));
  EXPECT_TRUE(looks_like_arff({"@Relation x\n", true}));
  EXPECT_FALSE(looks_like_arff({"% only a comment\n", true}));
  EXPECT_FALSE(looks_like_arff({"@relations,a\n1,2\n", true}));
  EXPECT_FALSE(looks_like_arff({"", true}));
}

TEST(Arff, BrokenHeadersAndRowsAreNamed) {
  const auto text = [](const std::string& content) { return read_failure(content).text; };
  EXPECT_NE(
      text(kNumbers + "1,2\n").find("data.txt:6:1: expected 3 values, as the header declares"),
      std::string::npos)
      << text(kNumbers + "1,2\n");
  EXPECT_NE(text(kNumbers + "1,2,u,{5}\n").find("weights in braces"), std::string::npos);
  EXPECT_NE(text(kNumbers + "1,x,u\n").find("data.txt:6:3: "), std::string::npos);
  EXPECT_NE(text(kNumbers + "{7 1}\n").find("data.txt:6:2: "), std::string::npos);
  EXPECT_NE(text(kNumbers + "{0 1, 0 2}\n").find("data.txt:6:7: "), std::string::npos);
}

TEST(Arff, WithPredictionsBecomesCsvAndIsSplitWithItsHeader) {
  const Folder folder;
  const std::string data = folder.file("weather.arff", kWeather);
  const std::string model = folder.path("weather.model");
  ASSERT_EQ(run_program({"train", data, "-q", "-o", model}).status, 0);
  EXPECT_EQ(run_program({"predict", model, data, "--join", "-q"}).out,
            "outlook,temperature,is windy,play,prediction\nsunny,85,FALSE,no,no\n"
            "over cast,,TRUE,yes,yes\nrainy,70,FALSE,yes,yes\n");
  ASSERT_EQ(run_program({"split", data, "--test", "0.4", "-o", folder.path("a"), folder.path("b")})
                .status,
            0);
  for (const char* part : {"a", "b"})
    EXPECT_NE(read_text(folder.path(part)).find("@attribute play {yes,no}\n@DATA\n"),
              std::string::npos);
}

}  // namespace
}  // namespace perceptron::core::test
