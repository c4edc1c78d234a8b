#include "base/message.h"

#include <gtest/gtest.h>

#include <string>

namespace perceptron::core::test {
namespace {

TEST(Message, SettingsAreSpelledByTheReader) {
  const Message message("use " + setting("early-stop", "0.1") + ", not " + setting("l2"));
  EXPECT_EQ(message.text(), "use early_stop = 0.1, not l2");
  EXPECT_EQ(message.text([](const Mention& mention) { return mention.name + "!"; }),
            "use early-stop!, not l2!");
}

TEST(Message, ANameInAListIsMarkedAsSuch) {
  const Message message(setting_name("early-stop") + ", " + setting("seed"));
  const auto only = [](const Mention& mention) {
    EXPECT_EQ(mention.value, "");
    return mention.name + (mention.name_only ? " alone" : "");
  };
  EXPECT_EQ(message.text(only), "early-stop alone, seed");
  EXPECT_EQ(Message(message.marked()).text(only), "early-stop alone, seed");
}

}  // namespace
}  // namespace perceptron::core::test
