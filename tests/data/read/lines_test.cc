#include "data/read/lines.h"

#include <gtest/gtest.h>

#include <string>

namespace perceptron::core {
namespace {

// Memory for all rows is reserved by the position after the first ones.
TEST(LinesTest, PositionIsThatOfTheLinesTakenNotOfTheBuffer) {
  std::string text;
  for (int i = 0; i < 40'000; ++i) text += "1 3:0.25 17:" + std::to_string(10'000 + i) + "\n";
  Lines lines("text", open_bytes(text, "text"));
  TextBlock block;
  double taken = 0;
  while (lines.take(100'000, block)) {
    taken += static_cast<double>(block.view().size());
    EXPECT_NEAR(static_cast<double>(lines.position()), taken, 1);
  }
  EXPECT_EQ(lines.position(), text.size());
}

}  // namespace
}  // namespace perceptron::core
