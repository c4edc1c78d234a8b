#include "base/text.h"

#include <gtest/gtest.h>

#include <string>

namespace perceptron::core::test {
namespace {

TEST(Text, EscapesWhatCouldDisturbATerminal) {
  EXPECT_EQ(printable("caf\u00e9, \u65e5\u672c"), "caf\u00e9, \u65e5\u672c");
  EXPECT_EQ(printable("\x1b[31mred\x7f"), "\\x1b[31mred\\x7f");
  EXPECT_EQ(printable(std::string("a\0b\n", 4)), "a\\x00b\\x0a");
  EXPECT_EQ(printable("\u009b31m"), "\\xc2\\x9b31m");           // the same as ESC [
  EXPECT_EQ(printable("\u202egnp.x"), "\\xe2\\x80\\xaegnp.x");  // right to left
  EXPECT_EQ(printable("\u2067x\u2069"), "\\xe2\\x81\\xa7x\\xe2\\x81\\xa9");
  EXPECT_EQ(printable("\u2028"), "\\xe2\\x80\\xa8");
  EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
}

TEST(Text, IsUtf8WithoutControlCharacters) {
  for (const char* text : {"", "a b\tc\nd", "\u00a0", "\u202f", "\u2027", "\u2065", "\u206a"})
    EXPECT_TRUE(is_text(text)) << printable(text);
  for (const char* text : {"\x01", "\r", "\x7f", "\u0080", "\u009f", "\u202a", "\u202e", "\u2066",
                           "\u2069", "\x80", "\xed\xa0\x80", "a\xc3"})
    EXPECT_FALSE(is_text(text)) << printable(text);
  EXPECT_EQ(first_not_text("ab\u202ec"), 2U);
}

TEST(Text, LosesItsControlsButNotItsLines) {
  EXPECT_EQ(without_controls("a\x08\u0085b\tc\n\u202e\u00e9"), "a\uFFFD\uFFFDb\tc\n\uFFFD\u00e9");
  EXPECT_EQ(without_controls("a\xff"), "a\xff");
  EXPECT_EQ(without_controls(std::string_view("a\0", 2)), std::string_view("a\0", 2));
}

TEST(Text, IsShortenedInItsMiddle) {
  EXPECT_EQ(shortened("abcdefg", 3), "abcdefg");
  EXPECT_EQ(shortened("abcdefgh", 3), "abc\u2026fgh");
  EXPECT_EQ(shortened("\u00e4\u00f6\u00fc\u00df\u00e9", 1), "\u00e4\u2026\u00e9");
}

}  // namespace
}  // namespace perceptron::core::test
