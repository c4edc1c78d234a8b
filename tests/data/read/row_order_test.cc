// Files of row numbers.

#include "data/read/row_order.h"

#include "support.h"

namespace perceptron::core::test {
namespace {

using Rows = std::vector<std::uint64_t>;

Rows order_of(std::string_view text, std::uint64_t rows, Notes& notes) {
  const Folder folder;
  return read_order(folder.file("order.txt", text), rows, {}, notes);
}

std::string order_failure(std::string_view text, std::uint64_t rows) {
  Notes notes;
  try {
    order_of(text, rows, notes);
  } catch (const Error& error) {
    const std::string what = in_options(error.message());
    return what.substr(what.find("order.txt"));
  }
  return "";
}

TEST(RowOrder, CountsFromOne) {
  Notes notes;
  EXPECT_EQ(order_of("2\n3\n1\n", 3, notes), (Rows{1, 2, 0}));
  EXPECT_TRUE(notes.sentences.empty());
}

TEST(RowOrder, CountsFromZeroIfThereIsAZero) {
  Notes notes;
  EXPECT_EQ(order_of("2,1,0", 3, notes), (Rows{2, 1, 0}));
  ASSERT_EQ(notes.sentences.size(), 1U);
  EXPECT_NE(notes.sentences[0].find("row numbers start at 0"), std::string::npos);
}

TEST(RowOrder, TakesCommasSpacesTabsAndLineEnds) {
  Notes notes;
  EXPECT_EQ(order_of("\n4, 2\t1 ,\r\n3,\n\n", 4, notes), (Rows{3, 1, 0, 2}));
}

TEST(RowOrder, SaysWhereANumberIsWrong) {
  EXPECT_EQ(
      order_failure("1\n2,x", 3),
      "order.txt:2:3: expected a row number, found \"x\" (whole numbers, separated by commas, "
      "spaces or line ends)");
  EXPECT_EQ(order_failure("1 -2", 3).substr(0, 14), "order.txt:1:3:");
  EXPECT_EQ(order_failure("1,2\n3,2", 3),
            "order.txt:2:3: expected every row once, found row 2 again (leave it out)");
  EXPECT_EQ(order_failure("1\n4", 3),
            "order.txt:2:1: expected a row number from 1 to 3, found 4 (the data has 3 rows; its "
            "header is not one)");
  const std::string from_zero =
      "expected a row number from 0 to 2, as there is a 0, found 3 (the data has 3 rows; its "
      "header "
      "is not one)";
  EXPECT_EQ(order_failure("3\n0", 3), "order.txt:1:1: " + from_zero);
  EXPECT_EQ(order_failure("0\n3", 3), "order.txt:2:1: " + from_zero);
}

TEST(RowOrder, NamesARowThatIsMissing) {
  EXPECT_EQ(order_failure("3,1", 3),
            "order.txt: expected the numbers of all 3 rows, found 2; row 2 is missing");
  EXPECT_EQ(order_failure("0,1", 3),
            "order.txt: expected the numbers of all 3 rows, found 2; row 2 is missing");
  EXPECT_EQ(order_failure("", 3),
            "order.txt: expected the numbers of all 3 rows, found 0; row 1 is missing");
}

}  // namespace
}  // namespace perceptron::core::test
