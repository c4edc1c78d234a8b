#include "base/message.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

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

TEST(Message, OfAnErrorIsTheFactAndThenTheAdvice) {
  const Error error(ErrorKind::negative, "no plane, so no margin",
                    "use " + setting("learner", "averaged"));
  EXPECT_EQ(error.message().text(), "no plane, so no margin; use learner = averaged");
  EXPECT_EQ(error.what(), error.message().text());
  EXPECT_EQ(error.fact().text(), "no plane, so no margin");
  const Error about = error.after("\"a\" against the rest: ");
  EXPECT_EQ(about.kind(), ErrorKind::negative);
  EXPECT_EQ(about.what(),
            std::string("\"a\" against the rest: no plane, so no margin; use learner = averaged"));
  EXPECT_EQ(about.fact().text(), "\"a\" against the rest: no plane, so no margin");
}

TEST(Message, OfAnErrorWithoutAdviceIsTheFact) {
  EXPECT_EQ(Error(ErrorKind::usage, "a goes with b", "").message().text(), "a goes with b");
  EXPECT_EQ(Error(ErrorKind::usage, "a; b").fact().text(), "a; b");
}

}  // namespace
}  // namespace perceptron::core::test
