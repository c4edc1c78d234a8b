// Lines of units and second headers: named as such, and rows are not taken for them.

#include <string>

#include "support.h"

namespace perceptron::core::test {
namespace {

std::string below(const std::string& header, int rows = 30) {
  std::string text = header;
  for (int i = 0; i < rows; ++i)
    text += std::to_string(i) + ".5," + std::to_string(i % 4) + (i % 2 == 0 ? ",red" : ",blue") +
            (i % 3 == 0 ? ",u\n" : ",v\n");
  return text;
}

bool is_second_header(const std::string& text, const ReadSettings& settings = {}) {
  return read_failure(text, settings)
      .text.starts_with("data.txt:2: expected a row below the header");
}

TEST(SecondHeader, IsRefused) {
  const std::string header = "length,width,colour,class\n";
  EXPECT_TRUE(is_second_header(below(header + "(cm),(mm),,\n")));
  EXPECT_TRUE(is_second_header(below(header + "cm,,,\n")));
  EXPECT_TRUE(is_second_header(below(header + "Länge,Breite,Farbe,Klasse\n")));
  EXPECT_TRUE(is_second_header(below(header + "cm,mm,,\n", 3)));
}

TEST(SecondHeader, IsNoRow) {
  const std::string header = "length,width,colour,class\n";
  EXPECT_FALSE(is_second_header(below(header)));
  EXPECT_FALSE(is_second_header(below(header + "?,NA,red,u\n")));
  EXPECT_FALSE(is_second_header(below(header + "1,wide,red,u\n")));     // a number beside the text
  EXPECT_FALSE(is_second_header(below(header + "long,wide,red,u\n")));  // its class is a class
  EXPECT_FALSE(is_second_header(below(header + "cm,mm,,\n", 2)));       // too few to tell
  ReadSettings settings;
  settings.missing_values = {"cm", "mm"};
  EXPECT_FALSE(is_second_header(below(header + "cm,mm,red,u\n"), settings));
  settings = {};
  settings.column = {{"length", ColumnType::category}, {"width", ColumnType::category}};
  EXPECT_FALSE(is_second_header(below(header + "cm,mm,,w\n"), settings));
}

}  // namespace
}  // namespace perceptron::core::test
