// Weights of rows in LIBSVM text, and in a file of their own.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/read/file_start.h"
#include "data/read/libsvm_text.h"
#include "model/streams.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

using Numbers = std::vector<double>;

const std::string kPlain = "+1 3:1\n-1 1:2 # none\n+1 2:1\n";
const std::string kWeighted = "+1:0.5 3:1\n-1:2 1:2 # none\n+1:1e0 2:1\n";

LabelWeights weights_in(std::string_view text) { return find_label_weights({text, true}); }

TEST(LabelWeights, ArePartsOfTheLabels) {
  const Dataset data = read_string(kWeighted);
  EXPECT_EQ(data.weights, (Numbers{0.5, 2, 1}));
  EXPECT_EQ(data.classes.names(), (Names{"-1", "+1"}));
  EXPECT_EQ(grid(data.matrix), grid(read_string(kPlain).matrix));
  EXPECT_TRUE(read_string(kPlain).weights.empty());
}

TEST(LabelWeights, AreNoted) {
  const Folder folder;
  Notes notes;
  Reading reading;
  reading.listener = &notes;
  const std::string path = folder.file("data.txt", kWeighted);
  read_dataset(path, reading);
  EXPECT_EQ(notes.sentences, (Names{path + ": the number after each label and its colon is the "
                                           "weight of the row"}));
}

TEST(LabelWeights, AreCertainWhereALabelCannotBeAFeature) {
  for (const char* text : {"+1:0.5 3:1\n-1:2 4:1\n", "yes:1 1:1\nno:2 1:1\n", "1:2 1:1\n2:1 3:1\n",
                           "1:2 3:1\n4:1 2:1\n", "1 2:1\n-1:2 3:1\n", "# weighted\n\n-1:2\n"})
    EXPECT_EQ(weights_in(text), LabelWeights::certain) << text;
}

TEST(LabelWeights, AreOnlyPossibleWhereEachLabelMayBeAFeature) {
  EXPECT_EQ(weights_in("1:2 3:1\n1:1 2:1\n"), LabelWeights::possible);
  EXPECT_EQ(weights_in("0:2 1:1\n"), LabelWeights::possible);
}

TEST(LabelWeights, AreNotSeenInOtherLabels) {
  for (const char* text : {"1 2:1\n1:2 3:4\n", "a:b 1:1\n", "a:1 1:1\nb 1:1\n", "qid:1 1:2\n",
                           ":2 1:1\n", "", "# 1:2\n"})
    EXPECT_EQ(weights_in(text), LabelWeights::none) << text;
}

TEST(LabelWeights, AreNotAskedForInDataForAModel) {
  ForModel model(read_string(kPlain));
  const Dataset data = model.read(kWeighted);
  EXPECT_TRUE(data.weights.empty());
  EXPECT_EQ(data.labels, (Labels{1, 0, 1}));
  ASSERT_EQ(model.notes.sentences.size(), 1U);
  EXPECT_NE(model.notes.sentences[0].find("the weights of the rows were ignored"),
            std::string::npos);
  model.labels = LabelUse::ignore;
  EXPECT_EQ(grid(model.read(kWeighted).matrix), grid(data.matrix));
}

// ---- A file ----

struct WithFile {
  explicit WithFile(const std::string& rows, const std::string& weights = "0.5\n 2\t\n1e0")
      : data(folder.file("data.txt", rows)) {
    reading.options.row_weights = folder.file("weights.txt", weights);
  }
  Dataset read() const { return read_dataset(data, reading); }

  Folder folder;
  Reading reading;
  std::string data;
};

TEST(RowWeights, OfAFileAreThoseOfLabels) {
  for (const Way& way : kWays) {
    WithFile file(kPlain);
    way.of(file.reading);
    EXPECT_EQ(file.read().weights, (Numbers{0.5, 2, 1}));
    EXPECT_EQ(file.read().fingerprint(), read_string(kWeighted).fingerprint());
  }
}

TEST(RowWeights, GoWithEveryFormatThatHasNone) {
  for (const char* rows : {"__label__a x\n__label__b y\n__label__a z\n",
                           "2,3,9\n1,2,a\n3,4,b\n5,6,a\n", "a 1:1\nb 2:1\na 3:1\n"})
    EXPECT_EQ(WithFile(rows).read().weights, (Numbers{0.5, 2, 1})) << rows;
}

TEST(RowWeights, AreForTrainingOnly) {
  WithFile file(kPlain);
  const Dataset trained = read_string(kPlain);
  file.reading.schema = &trained.schema;
  file.reading.labels = LabelUse::ignore;
  try {
    file.read();
    ADD_FAILURE() << "was read";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(in_options(error.message()).find("--row-weights is for training"), std::string::npos);
  }
}

// The first scan of a streamed file leaves out its values, but needs its weights.
TEST(RowWeights, AreStreamed) {
  const Folder folder;
  WithFile file(kPlain, "0.5\n0\n1\n");
  const std::string labelled = folder.file("data.svm", "+1:0.5 3:1\n-1:0 1:2\n+1:1 2:1\n");
  for (const auto& [path, reading] :
       {std::pair{file.data, file.reading}, std::pair{labelled, Reading()}}) {
    const auto stream = stream_text(path, reading);
    EXPECT_EQ(stream->rows(), 2U);  // those of weight 0 are not visited
    for (int pass = 0; pass < 2; ++pass) {
      stream->start(0);
      RowBatch batch;
      ASSERT_TRUE(stream->next(batch));
      EXPECT_EQ(batch.order.size(), 2U);
      EXPECT_EQ(Numbers(batch.examples.weights.begin(), batch.examples.weights.end()),
                (Numbers{0.5, 0, 1}));
      EXPECT_FALSE(stream->next(batch));
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
