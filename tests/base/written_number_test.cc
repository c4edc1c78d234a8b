#include <gtest/gtest.h>

#include <limits>
#include <string>

#include <perceptron/error.h>
#include <perceptron/written_number.h>

namespace perceptron {
namespace {

TEST(WrittenNumber, KeepsItsText) {
  for (const char* text : {"0.1", "1e-1", "0.10", "+0.1", "0.1000000000000000055511151231257827"}) {
    const WrittenNumber number(0.1, text);
    EXPECT_EQ(static_cast<double>(number), 0.1);
    EXPECT_EQ(number.text(), text);
    EXPECT_EQ(number, WrittenNumber(0.1));
  }
  EXPECT_EQ(WrittenNumber(0.1).text(), "0.1");
}

TEST(WrittenNumber, RefusesTheTextOfAnotherNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](double value, const std::string& text) {
    try {
      const WrittenNumber number(value, text);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      return true;
    }
    return false;
  };
  for (const char* text : {"0.2", "0.10000000000000002", "-0.1", "", "0.1x", " 0.1", "nan", "auto"})
    EXPECT_TRUE(refused(0.1, text)) << text;
  EXPECT_TRUE(refused(nan, "nan"));
  EXPECT_TRUE(refused(nan, "0"));
}

}  // namespace
}  // namespace perceptron
