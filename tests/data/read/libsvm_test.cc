// Reading LIBSVM text: what a line means, and what a model expects of it.

#include <variant>
#include <vector>

#include "support.h"

namespace perceptron::core::test {
namespace {

// The stored (feature, value) pairs of a row.
using Pairs = std::vector<std::pair<std::uint64_t, double>>;
Pairs stored(const Dataset& data, std::uint64_t i) {
  Pairs pairs;
  std::visit(
      [&](const auto& view) {
        const auto row = view[i];
        for (std::uint64_t k = 0; k < row.size; ++k)
          pairs.emplace_back(row.feature(k), row.value(k));
      },
      data.matrix.view());
  return pairs;
}

// What is known of training data with `features` numbered features.
Dataset numbered(std::uint64_t features, std::uint64_t index_base = 1) {
  Dataset data;
  data.schema.features = features;
  data.schema.index_base = index_base;
  data.classes = Classes({"-1", "+1"});
  return data;
}

TEST(Libsvm, ReadsLabelsAndPairs) {
  const Dataset data = read_string("+1 1:0.5 3:-2\n-1 2:1e2\n");
  EXPECT_EQ(data.rows(), 2U);
  EXPECT_EQ(data.features(), 3U);
  EXPECT_EQ(data.matrix.layout(), Matrix::Layout::sparse);
  EXPECT_EQ(stored(data, 0), (Pairs{{0, 0.5}, {2, -2}}));
  EXPECT_EQ(stored(data, 1), (Pairs{{1, 100}}));
  EXPECT_EQ(data.classes.names(), (Names{"-1", "+1"}));
  EXPECT_EQ(data.labels, (Labels{1, 0}));
  EXPECT_FALSE(data.schema.table);
  EXPECT_EQ(data.schema.features, 3U);
  EXPECT_EQ(data.schema.feature_name(2), "3");
}

TEST(Libsvm, CountsFromOneUnlessAZeroIsFound) {
  const Dataset data = read_string("1 1:5\n0 2:6\n");
  EXPECT_EQ(data.schema.index_base, 1U);
  EXPECT_EQ(data.features(), 2U);
}

TEST(Libsvm, CountsFromZeroWhenAZeroIsFound) {
  // The zero comes after rows that could have been counted from 1.
  const Dataset data = read_string("1 1:5\n0 0:6 2:7\n");
  EXPECT_EQ(data.schema.index_base, 0U);
  EXPECT_EQ(data.features(), 3U);
  EXPECT_EQ(stored(data, 0), (Pairs{{1, 5}}));
  EXPECT_EQ(stored(data, 1), (Pairs{{0, 6}, {2, 7}}));
  EXPECT_EQ(data.schema.feature_name(2), "2");
}

TEST(Libsvm, SaysThatItCountsFromZero) {
  const Folder folder;
  Notes notes;
  Reading reading;
  reading.listener = &notes;
  const std::string path = folder.file("data.txt", "1 0:5\n");
  read_dataset(path, reading);
  EXPECT_EQ(notes.sentences,
            (Names{path + ": feature numbers start at 0 (use --index-base to decide)"}));
}

TEST(Libsvm, CountsFromZeroWhenTold) {
  const Dataset data = read_string("1 1:5\n", with(&ReadSettings::index_base, 0));
  EXPECT_EQ(data.features(), 2U);
  EXPECT_EQ(stored(data, 0), (Pairs{{1, 5}}));
}

TEST(Libsvm, TakesTheNumberOfFeaturesItIsTold) {
  EXPECT_EQ(read_string("1 2:5\n", with(&ReadSettings::features, {.count = 7, .ignore_new = false}))
                .features(),
            7U);
}

TEST(Libsvm, TakesTheLargestIndexThereCanBe) {
  const Dataset data =
      read_string("1 4294967295:5\n", with(&ReadSettings::limits, {.most_features = 4294967295U}));
  EXPECT_EQ(data.features(), 4294967295U);
  EXPECT_EQ(stored(data, 0), (Pairs{{4294967294U, 5}}));
}

TEST(Libsvm, DropsExplicitZerosButCountsTheirFeature) {
  const Dataset data = read_string("1 1:0 2:3 9:0\n");
  EXPECT_EQ(stored(data, 0), (Pairs{{1, 3}}));
  EXPECT_EQ(data.features(), 9U);
}

TEST(Libsvm, KeepsRowsWithoutFeatures) {
  const Dataset data = read_string("1 1:1\n0\n");
  EXPECT_EQ(data.rows(), 2U);
  EXPECT_TRUE(stored(data, 1).empty());
}

TEST(Libsvm, PassesOverCommentsAndBlankLines) {
  const Dataset data = read_string("# made by hand\n\n  \t\n1 1:2 # 2:3\n # more\n-1 2:4#5:6\n");
  EXPECT_EQ(data.rows(), 2U);
  EXPECT_EQ(data.features(), 2U);
  EXPECT_EQ(stored(data, 0), (Pairs{{0, 2}}));
  EXPECT_EQ(stored(data, 1), (Pairs{{1, 4}}));
}

TEST(Libsvm, ReadsTheSameWhateverSurroundsTheLines) {
  const std::string plain = read_string("a 1:1 2:2\nb 1:3\n").fingerprint();
  EXPECT_EQ(read_string("a 1:1 2:2\r\nb 1:3\r\n").fingerprint(), plain) << "CRLF";
  EXPECT_EQ(read_string("\xef\xbb\xbf"
                        "a 1:1 2:2\nb 1:3\n")
                .fingerprint(),
            plain)
      << "byte order mark";
  EXPECT_EQ(read_string("a 1:1 2:2\nb 1:3").fingerprint(), plain) << "no newline at the end";
  EXPECT_EQ(read_string("  a\t1:1   2:+2.0 \nb 1:3e0\t\n").fingerprint(), plain) << "blanks";
}

TEST(Libsvm, ReadsLinesLongerThanItsBuffer) {
  std::string text = "a 1:1\nb";
  for (int j = 1; j <= 100'000; ++j) text += ' ' + std::to_string(j) + ":1";
  const Dataset data = read_string(text + "\nc 7:2\n");
  EXPECT_EQ(data.rows(), 3U);
  EXPECT_EQ(data.matrix.nonzeros(), 100'002U);
  EXPECT_EQ(stored(data, 2), (Pairs{{6, 2}}));
}

TEST(Libsvm, PassesOverQueryIdsAndSaysSoOnce) {
  const Folder folder;
  Notes notes;
  Reading reading;
  reading.listener = &notes;
  const std::string path = folder.file("data.txt", "1 qid:1 1:2\n0 qid:2 1:3\n");
  const Dataset data = read_dataset(path, reading);
  EXPECT_EQ(stored(data, 1), (Pairs{{0, 3}}));
  EXPECT_EQ(notes.sentences,
            (Names{path + ": line 1: query ids (qid) mean nothing to a classifier and were "
                          "ignored"}));
}

TEST(Libsvm, SaysThatLabelAndColumnsAreNotForIt) {
  const Folder folder;
  Notes notes;
  Reading reading;
  reading.options.label = "first";
  reading.listener = &notes;
  const std::string path = folder.file("data.txt", "1 1:2\n");
  read_dataset(path, reading);
  ASSERT_EQ(notes.sentences.size(), 1U);
  EXPECT_NE(notes.sentences[0].find("was not used"), std::string::npos);
}

TEST(Libsvm, KeepsFloat32UntilANumberNeedsMore) {
  EXPECT_FALSE(read_string("1 1:0.5 2:-3e9\n").matrix.values().wide());
  for (const char* needs_more : {"0.1", "1e300", "1e-50", "16777217"}) {
    const Dataset data = read_string("1 1:0.5\n0 1:" + std::string(needs_more) + "\n");
    EXPECT_TRUE(data.matrix.values().wide()) << needs_more;
    EXPECT_EQ(stored(data, 0), (Pairs{{0, 0.5}}));
    EXPECT_EQ(stored(data, 1), (Pairs{{0, std::stod(needs_more)}}));
  }
}

// ---- Classes ----

TEST(Libsvm, OrdersNumbersByValue) {
  const Dataset data = read_string("10 1:1\n9 1:1\n-2 1:1\n");
  EXPECT_EQ(data.classes.names(), (Names{"-2", "9", "10"}));
  EXPECT_EQ(data.labels, (Labels{2, 1, 0}));
}

TEST(Libsvm, OrdersByBytesWhereOneNameIsNoNumber) {
  const Dataset data = read_string("9 1:1\n10 1:1\nspam 1:1\nHam 1:1\n");
  EXPECT_EQ(data.classes.names(), (Names{"10", "9", "Ham", "spam"}));
}

TEST(Libsvm, TakesEqualNumbersForOneClassNamedAsFirstWritten) {
  const Dataset data = read_string("+1 1:1\n1 1:1\n1.0 1:1\n-1 1:1\n-1.00 1:1\n");
  EXPECT_EQ(data.classes.names(), (Names{"-1", "+1"}));
  EXPECT_EQ(data.labels, (Labels{1, 1, 1, 0, 0}));
}

TEST(Libsvm, TakesNanAndInfinityForNames) {
  EXPECT_EQ(read_string("nan 1:1\n5 1:1\ninf 1:1\nnan 1:1\n").classes.names(),
            (Names{"5", "inf", "nan"}));
}

// ---- For a model ----

TEST(Libsvm, MatchesTheModelsClassesInTheModelsOrder) {
  ForModel model(numbered(2));
  const Dataset data = model.read("1 1:1\n-1.0 2:1\n");
  EXPECT_EQ(data.labels, (Labels{1, 0}));
  EXPECT_EQ(data.features(), 2U);
}

TEST(Libsvm, RefusesAClassTheModelDoesNotKnow) {
  const std::string text = ForModel(numbered(2)).failure("1 1:1\n 2 1:1\n");
  EXPECT_EQ(text.substr(0, text.find(" (")), "data.txt:2:2: expected one of the model's classes");
  EXPECT_NE(text.find("found \"2\""), std::string::npos) << text;
  // There is no label column to choose here.
  EXPECT_EQ(text.find("--label"), std::string::npos) << text;
}

TEST(Libsvm, PassesOverLabelsWhenTold) {
  ForModel model(numbered(2));
  model.labels = LabelUse::ignore;
  const Dataset data = model.read("who 1:1\nknows 2:1\n");
  EXPECT_EQ(data.rows(), 2U);
  EXPECT_TRUE(data.labels.empty());
}

TEST(Libsvm, RefusesAFeatureTheModelDoesNotKnow) {
  EXPECT_EQ(ForModel(numbered(2)).failure("1 1:1 3:1\n"),
            "data.txt:1:7: expected one of the model's 2 features, found feature 3 (use "
            "--features ignore-new to ignore new ones)");
}

TEST(Libsvm, PassesOverNewFeaturesWhenTold) {
  ForModel model(numbered(2));
  model.options.features.ignore_new = true;
  const Dataset data = model.read("1 1:1\n1 2:1 3:1 4:1\n");
  EXPECT_EQ(stored(data, 1), (Pairs{{1, 1}}));
  EXPECT_EQ(data.features(), 2U);
  ASSERT_EQ(model.notes.sentences.size(), 1U);
  EXPECT_NE(model.notes.sentences[0].find(
                "ignored 2 values of features the model does not know, the first in line 2"),
            std::string::npos);
}

TEST(Libsvm, TakesANewFeatureThatIsZero) {
  EXPECT_EQ(stored(ForModel(numbered(2)).read("1 1:1 3:0\n"), 0), (Pairs{{0, 1}}));
}

TEST(Libsvm, CountsAsTheModelsTrainingDataDid) {
  EXPECT_EQ(stored(ForModel(numbered(3, 0)).read("1 1:1\n"), 0), (Pairs{{1, 1}}));
  EXPECT_EQ(ForModel(numbered(3, 1)).failure("1 0:1\n"),
            "data.txt:1:3: expected feature numbers from 1 on, found 0 (use --index-base 0 if the "
            "file counts from 0)");
  ForModel told(numbered(3, 0));
  told.options.index_base = 1;
  EXPECT_EQ(stored(told.read("1 1:1\n"), 0), (Pairs{{0, 1}}));
}

TEST(Libsvm, FillsTheColumnsOfATableByNumber) {
  ForModel model(numbered(0));
  model.trained.schema = Schema::numbered_table(2);
  const Dataset data = model.read("1 2:7\n");
  EXPECT_EQ(stored(data, 0), (Pairs{{1, 7}}));
  EXPECT_EQ(data.features(), 2U);
}

TEST(Libsvm, RefusesAModelWithTextColumns) {
  ForModel model(numbered(0));
  model.trained.schema = Schema::numbered_table(2);
  model.trained.schema.columns[1].type = ColumnType::category;
  model.trained.schema.columns[1].name = "color";
  model.trained.schema.columns[1].categories = {"red"};
  EXPECT_EQ(
      model.failure("1 2:7\n"),
      "data.txt:1:1: expected a CSV with the text column \"color\" of the model's training data, "
      "found another format (predict from a CSV)");
}

}  // namespace
}  // namespace perceptron::core::test
