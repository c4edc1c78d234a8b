// Reading Vowpal Wabbit text: labels, weights, tags, namespaces, and what a model expects.

#include <gtest/gtest.h>

#include <string>

#include "data/read/file_start.h"
#include "data/read/formats.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const ReadSettings kVw = with(&ReadSettings::format, Format::vw);

Grid rows_of(std::string_view text) { return grid(read_string(text, kVw).matrix); }

Names names_of(std::string_view text) { return read_string(text, kVw).schema.feature_names(); }

// The example of the format's own documentation.
const std::string kZebra =
    "1 1.0 zebra|MetricFeatures:3.28 height:1.5 length:2.0 |Says black with white stripes "
    "|OtherFeatures NumberOfLegs:4.0 HasStripes\n";

TEST(Vw, ReadsTheExampleOfItsDocumentation) {
  const Dataset data = read_string(kZebra, kVw);
  EXPECT_EQ(data.schema.feature_names(),
            (Names{"MetricFeatures^height", "MetricFeatures^length", "OtherFeatures^HasStripes",
                   "OtherFeatures^NumberOfLegs", "Says^black", "Says^stripes", "Says^white",
                   "Says^with"}));
  EXPECT_EQ(grid(data.matrix), (Grid{{3.28 * 1.5, 3.28 * 2.0, 1, 4, 1, 1, 1, 1}}));
  EXPECT_EQ(data.classes.names(), (Names{"1"}));
  EXPECT_TRUE(data.weights.empty());
  EXPECT_EQ(data.matrix.layout(), Matrix::Layout::sparse);
}

TEST(Vw, CallsAFeatureWithoutANamespaceByItsNameAlone) {
  EXPECT_EQ(names_of("1 | b a |n a\n"), (Names{"a", "b", "n^a"}));
}

TEST(Vw, AddsNoConstant) { EXPECT_EQ(rows_of("1 | a\n2 |\n"), (Grid{{1}, {0}})); }

TEST(Vw, AddsTheValuesOfAFeatureThatARowNamesTwice) {
  EXPECT_EQ(rows_of("1 | a b a:2\n2 | b:1 b:-1 a\n"), (Grid{{3, 1}, {1, 0}}));
}

TEST(Vw, ScalesEachNamespaceByItself) {
  EXPECT_EQ(rows_of("1 |m:2 a:3 |n a:3 |m b\n"), (Grid{{6, 1, 3}}));
}

// What touches the bar, or has an apostrophe before it, is a tag.
TEST(Vw, KeepsTagsOutOfTheFeatures) {
  for (const char* row : {"yes 'row1 | a\n", "yes 'row1| a\n", "yes row1| a\n", "yes 2 row1| a\n",
                          "yes 2 0 'row1 | a\n", "yes | a\n", "  yes\t | a\n"}) {
    const Dataset data = read_string(row, kVw);
    EXPECT_EQ(data.schema.feature_names(), (Names{"a"})) << row;
    EXPECT_EQ(data.classes.names(), (Names{"yes"})) << row;
  }
}

TEST(Vw, HasTwoClassesOrMany) {
  const Dataset two = read_string("1 | a\n-1 | b\n+1.0 | c\n", kVw);
  EXPECT_EQ(two.classes.names(), (Names{"-1", "1"}));
  EXPECT_EQ(two.labels, (Labels{1, 0, 1}));
  EXPECT_EQ(read_string("3 | a\n1 | b\n10 | c\n", kVw).classes.names(), (Names{"1", "3", "10"}));
}

TEST(Vw, WeighsRowsByTheirImportance) {
  using Values = std::vector<double>;
  EXPECT_EQ(read_string("1 | a\n-1 2.5 | b\n1 0 't| c\n1 1 0.5| c\n", kVw).weights,
            (Values{1, 2.5, 0, 1}));
  EXPECT_TRUE(read_string("1 1 | a\n-1 1.0 | b\n", kVw).weights.empty());
}

TEST(Vw, NotesABaseThatItIgnores) {
  Notes notes;
  Reading reading;
  reading.options = kVw;
  reading.listener = &notes;
  const Folder folder;
  const std::string path = folder.file("a.vw", "1 1 0 | a\n2 1 0.5 | b\n1 1 7 | b\n");
  EXPECT_EQ(read_dataset(path, reading).rows(), 3U);
  EXPECT_EQ(notes.sentences, (Names{path + ": line 2: bases (initial predictions) were ignored"}));
}

TEST(Vw, DoesNotDependOnTheOrderOfRowsAndWords) {
  const Dataset one = read_string("1 |n b:2 a |m z\n2 |n c a:0.1 a:0.2 a:0.3\n", kVw);
  const Dataset other = read_string("1 |m z |n a b:2\n2 |n a:0.3 a:0.2 c a:0.1\n", kVw);
  EXPECT_EQ(one.fingerprint(), other.fingerprint());
  EXPECT_EQ(one.schema.feature_names(), other.schema.feature_names());
  EXPECT_EQ(names_of("2 | c\n1 | a b\n"), names_of("1 | b a\n2 | c\n"));
}

// ---- For a model ----

struct ForModelOfVw : ForModel {
  explicit ForModelOfVw(std::string_view text) : ForModel(read_string(text, kVw)) { options = kVw; }
};

TEST(Vw, ForAModelNeedsNoLabel) {
  ForModelOfVw model("1 |n a b\n2 |n b\n");
  model.labels = LabelUse::ignore;
  for (const char* row : {"|n b:3\n", "1 |n b:3\n", "'tag |n b:3\n", "x:y 5 z |n b:3\n"})
    EXPECT_EQ(grid(model.read(row).matrix), (Grid{{0, 3}})) << row;
}

TEST(Vw, ForAModelFindsItsFeaturesByName) {
  ForModelOfVw model("1 |n a b\n2 |m c\n");
  const Dataset data = model.read("2 |n b:2 |m c:5\n1 |m d:0 c\n");
  EXPECT_EQ(grid(data.matrix), (Grid{{5, 0, 2}, {1, 0, 0}}));
  EXPECT_EQ(data.labels, (Labels{1, 0}));
}

TEST(Vw, ForAModelNamesTheFirstNewFeature) {
  ForModelOfVw model("1 |n a b\n2 |n b\n");
  EXPECT_EQ(model.failure("1 |n a\n2 |n b c:2 d\n"),
            "data.txt:2:8: expected one of the model's 2 features, found the new feature "
            "\"n^c\" (use --features ignore-new to ignore new ones)");
}

TEST(Vw, ForAModelIgnoresNewFeaturesWhenTold) {
  ForModelOfVw model("1 |n a b\n2 |n b\n");
  model.options.features.ignore_new = true;
  EXPECT_EQ(grid(model.read("1 |n a\n2 |n b c:2 d\n").matrix), (Grid{{1, 0}, {0, 1}}));
  ASSERT_EQ(model.notes.sentences.size(), 1U);
  EXPECT_NE(model.notes.sentences[0].find(
                "ignored 2 values of features the model does not know, the first in line 2"),
            std::string::npos);
}

TEST(Vw, ForAModelSaysThatItIgnoresWeights) {
  ForModelOfVw model("1 |n a b\n2 |n b\n");
  EXPECT_TRUE(model.read("1 3 |n a\n").weights.empty());
  ASSERT_EQ(model.notes.sentences.size(), 1U);
  EXPECT_NE(model.notes.sentences[0].find("importance weights were ignored"), std::string::npos);
}

TEST(Vw, IsRefusedByAModelOfOtherFeatures) {
  ForModel columns(read_string("a,b,y\n1,2,u\n3,4,v\n"));
  columns.options.format = Format::vw;
  EXPECT_EQ(columns.failure("u | a b\n"),
            "data.txt:1:1: expected columns as in the model's training data, found vw data, whose "
            "rows name their features (train a model on such data)");
  ForModel numbers(read_string("1 1:1\n2 1:2\n"));
  numbers.options.format = Format::vw;
  EXPECT_NE(numbers.failure("1 | 1:2\n").find("expected numbered features as in"),
            std::string::npos);
}

TEST(Vw, OfAModelIsNotReadFromOtherFormats) {
  ForModelOfVw model("1 |n a b\n2 |n b\n");
  for (const char* text : {"1 1:2\n", "a,b,y\n1,2,u\n", "2,1,5\n1,2,1\n"}) {
    for (const LabelUse labels : {LabelUse::match, LabelUse::ignore}) {
      model.labels = labels;
      model.options.format = Format::automatic;
      EXPECT_NE(model.failure(text).find("data.txt:1:1: expected rows that name their features, as "
                                         "the model's training data did, found "),
                std::string::npos);
    }
  }
}

// ---- Recognition ----

bool is_recognised(std::string_view text) { return looks_like_vw({text, true}); }

TEST(Vw, IsRecognised) {
  for (const char* text :
       {"1 | a:2\n", "1 |n a b\n-1 |n c\n", "|n a:1 b\n", "1 2 'tag |n a:1 |m b\n",
        "1 'tag|n a:1\n-1 |\n", "1 |user u1 |item i5\n-1 |item i2 |user u9\n"})
    EXPECT_TRUE(is_recognised(text)) << text;
}

TEST(Vw, IsNotSeenInTablesWithBars) {
  for (const char* text :
       {"a|b|c\n1|2|3\n", "a | b | c\n1 | 2 | 3\n", "name | time | x\nBob | 12:30 | 5\n",
        "Bob | 12:30 | 5\nAnn | 13:40 | 6\n", "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "12 |Bob Smith |Paris\n13 |Ann Lee |Oslo\n", "1 1:2 # |a b:2\n", "name |age |city\n",
        "x |y\n1 |2\n", "1 1:2\n", ""})
    EXPECT_FALSE(is_recognised(text)) << text;
}

TEST(Vw, HasFeaturesWithinTheLimits) {
  ReadSettings options = kVw;
  options.limits.most_features = 2;
  const Failure failure = read_failure("1 | a b\n2 | b c d\n", options);
  EXPECT_EQ(failure.code, ErrorKind::input);
  EXPECT_EQ(failure.text,
            "data.txt:2:7: expected at most 2 features, found 3 (use --most-features 3 if it is "
            "meant to be so)");
}

}  // namespace
}  // namespace perceptron::core::test
