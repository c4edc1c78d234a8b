// Reading fastText: a class and a bag of words in each line.

#include <gtest/gtest.h>

#include <string>

#include "data/read/file_start.h"
#include "data/read/formats.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const std::string kMail = "__label__ham hello my friend hello\n__label__spam win money now\n";

TEST(Fasttext, CountsWords) {
  const Dataset data = read_string(kMail);
  EXPECT_EQ(data.schema.feature_names(), (Names{"friend", "hello", "money", "my", "now", "win"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 2, 0, 1, 0, 0}, {0, 0, 1, 0, 1, 1}}));
  EXPECT_EQ(data.classes.names(), (Names{"ham", "spam"}));
  EXPECT_EQ(data.labels, (Labels{0, 1}));
}

TEST(Fasttext, SplitsWordsAtBlanksOnly) {
  EXPECT_EQ(read_string("__label__a\tHello,  world! caf\xc3\xa9 :-) \r\n").schema.feature_names(),
            (Names{":-)", "Hello,", "caf\xc3\xa9", "world!"}));
}

TEST(Fasttext, HasTheLabelAnywhereInTheLine) {
  const Dataset data = read_string("__label__a x\ny __label__b z\n");
  EXPECT_EQ(data.labels, (Labels{0, 1}));
  EXPECT_EQ(grid(data.matrix), (Grid{{1, 0, 0}, {0, 1, 1}}));
}

TEST(Fasttext, MayHaveARowWithoutWords) {
  EXPECT_EQ(grid(read_string("__label__a x\n__label__b\n").matrix), (Grid{{1}, {0}}));
}

TEST(Fasttext, IsRecognisedByItsFirstWord) {
  EXPECT_TRUE(looks_like_fasttext({kMail, true}));
  EXPECT_TRUE(looks_like_fasttext({"__label__a 1:2 3:4\n", true}));
  EXPECT_FALSE(looks_like_fasttext({"a __label__b\n", true}));
  EXPECT_FALSE(looks_like_fasttext({"", true}));
  // LIBSVM rows look like this too, but for the prefix.
  EXPECT_EQ(read_string("__label__a 1:2 3:4\n").schema.feature_names(), (Names{"1:2", "3:4"}));
}

TEST(Fasttext, ForAModelNeedsNoLabel) {
  ForModel model(read_string(kMail));
  model.options.format = Format::fasttext;
  model.labels = LabelUse::ignore;
  EXPECT_EQ(grid(model.read("now now hello\n").matrix), (Grid{{0, 1, 0, 0, 2, 0}}));
  EXPECT_EQ(grid(model.read("__label__a __label__b win\n").matrix), (Grid{{0, 0, 0, 0, 0, 1}}));
}

TEST(Fasttext, ForAModelNamesTheFirstNewWord) {
  ForModel model(read_string(kMail));
  EXPECT_EQ(model.failure("__label__ham hello\n__label__ham hello stranger danger\n"),
            "data.txt:2:20: expected one of the model's 6 features, found the new feature "
            "\"stranger\" (use --features ignore-new to ignore new ones)");
  model.options.features.ignore_new = true;
  EXPECT_EQ(grid(model.read("__label__ham stranger win\n").matrix), (Grid{{0, 0, 0, 0, 0, 1}}));
}

// A model knows names, whatever text they came from.
TEST(Fasttext, IsReadForAModelOfVowpalWabbitText) {
  ForModel model(
      read_string("ham | hello my:2\nspam | win\n", with(&ReadSettings::format, Format::vw)));
  EXPECT_EQ(grid(model.read("__label__spam win my\n").matrix), (Grid{{0, 1, 1}}));
}

TEST(Fasttext, HasWordsWithinTheLimits) {
  ReadSettings options;
  options.limits.most_features = 3;
  EXPECT_EQ(read_failure("__label__a x y\n__label__b x z u\n", options).text,
            "data.txt:2:16: expected at most 3 features, found 4 (use --most-features 4 if it is "
            "meant to be so)");
}

}  // namespace
}  // namespace perceptron::core::test
