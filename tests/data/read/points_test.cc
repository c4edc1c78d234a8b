// Reading points: a first line "d,n,r", then n lines "x1,…,xd,label".

#include <variant>
#include <vector>

#include "support.h"

namespace perceptron::core::test {
namespace {

ReadSettings points() {
  ReadSettings options;
  options.format = Format::points;
  return options;
}

Dataset read_for(const Schema& schema, const std::string& content,
                 LabelUse labels = LabelUse::ignore) {
  const Folder folder;
  const Classes classes({"-1", "1"});
  return read_dataset(folder.file("data.txt", content),
                      {points(), labels, &schema, &classes, nullptr});
}

TEST(Points, AreToldByTheirFirstLine) {
  const Dataset data = read_string("3,2,5\n1,2,-0.5,-1\n0,3,4,1\n");
  EXPECT_EQ(data.matrix.layout(), Matrix::Layout::dense);
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 2, -0.5}, {0, 3, 4}}));
  EXPECT_EQ(data.classes.names(), (Names{"-1", "1"}));
  EXPECT_EQ(data.labels, (Labels{0, 1}));
}

TEST(Points, AreNumberedColumnsToAModel) {
  const Dataset data = read_string("2,1,5\n1,2,a\n");
  EXPECT_TRUE(data.schema.table);
  EXPECT_FALSE(data.schema.named);
  EXPECT_EQ(data.schema.feature_names(), (Names{"x1", "x2"}));
}

TEST(Points, ReadTheSameWhateverSurroundsTheLines) {
  const std::string plain = read_string("2,2,5\n1,2,a\n0,1,b\n").fingerprint();
  EXPECT_EQ(read_string("2,2,5\r\n1,2,a\r\n0,1,b\r\n").fingerprint(), plain) << "CRLF";
  EXPECT_EQ(read_string("2,2,5\n1,2,a\n0,1,b").fingerprint(), plain) << "no newline";
  EXPECT_EQ(read_string("2,2,5\n\n1,2,a\n0,1,b\n\n").fingerprint(), plain) << "blank lines";
  EXPECT_EQ(read_string("\xef\xbb\xbf"
                        "2,2,5\n1,2,a\n0,1,b\n")
                .fingerprint(),
            plain)
      << "byte order mark";
}

TEST(Points, AreToldWithBlanksAroundTheCommas) {
  const Dataset data = read_string("2, 2, 5\n1, 2, a\n0, 1, b\n");
  EXPECT_EQ(data.rows(), 2U);
  EXPECT_EQ(data.classes.names(), (Names{"a", "b"}));
}

TEST(Points, AreACsvWhenTheNumbersDoNotFit) {
  // One row too many for n, and one point outside r: plain rows of three numbers.
  EXPECT_EQ(read_string("2,1,8\n1,2,7\n0,1,8\n").rows(), 3U);
  EXPECT_EQ(read_string("2,1,5\n4,4,7\n").rows(), 2U);
}

TEST(Points, ThatAreCutOffAreStillPoints) {
  // In two dimensions all lines have three fields; that 16 is none of the labels tells.
  EXPECT_EQ(read_failure("2,3,16\n1,2,-1\n3,4,1\n").text,
            "data.txt:3:1: expected 3 points as the first line says, found 2 (is the file cut "
            "off?)");
  // No CSV has three numbers in its first row and five fields in the next, as d says.
  EXPECT_EQ(read_failure("4,3,10\n1,2,3,4,a\n").text,
            "data.txt:2:1: expected 3 points as the first line says, found 1 (is the file cut "
            "off?)");
}

TEST(Points, MayLieOnTheRadius) {
  EXPECT_EQ(read_string("2,1,5\n3,-4,a\n", points()).rows(), 1U);
  // 0.2² + 0.21² = 0.29², but rounded it comes out above: the reader allows for that.
  EXPECT_EQ(read_string("2,1,0.29\n0.2,0.21,a\n", points()).rows(), 1U);
}

TEST(Points, MayBeFarAway) {
  // The square of 1e200 overflows; the point is well within the radius.
  EXPECT_EQ(read_failure("1,1,1e300\n1e200,a\n", points()).text, "");
}

TEST(Points, FitAModelOfTheirDimensions) {
  const std::string two = "2,1,5\n1,2,1\n";
  EXPECT_EQ(grid(read_for(Schema::numbered_table(2), two).matrix), (Grid{{1, 2}}));
  Schema numbered;
  numbered.features = 2;
  EXPECT_EQ(read_for(numbered, two, LabelUse::match).labels, (Labels{1}));
  EXPECT_THROW(read_for(Schema::numbered_table(3), two), Error);
}

TEST(Points, DoNotFitAModelWithTextColumns) {
  Schema schema = Schema::numbered_table(1);
  schema.columns[0].type = ColumnType::category;
  schema.columns[0].categories = {"blue", "red"};
  EXPECT_THROW(read_for(schema, "2,1,5\n1,2,1\n"), Error);
}

}  // namespace
}  // namespace perceptron::core::test
