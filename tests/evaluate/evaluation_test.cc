// Measuring a model: from a file and from rows in memory.

#include "evaluate/evaluation.h"

#include "data/cache/convert.h"
#include "model/train.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const char* const kThree = "0,0,a\n0,1,a\n5,0,b\n5,1,b\n0,7,c\n1,7,c\n1,0,b\n";

Model model_of(Dataset data, const std::string& learner) {
  TrainOptions options;
  options.learn.learner = by_name(learner);
  options.scale = ScalingKind::standard;
  Listener silent;
  return train(data, options, silent).model;
}

TEST(Evaluation, IsTheSameFromAFileAndFromMemory) {
  const Folder folder;
  const std::string path = folder.file("three.csv", kThree);
  const Dataset data = read_dataset(path, {});
  for (const char* learner : {"averaged", "logistic"}) {
    const Model model = model_of(data, learner);
    Listener silent;
    const EvaluateOptions options{2, true};
    const Evaluation file = evaluate(model, path, {}, options, silent);
    const Evaluation memory = evaluate(model, data, options);
    EXPECT_EQ(file.metrics.rows, data.rows());
    EXPECT_EQ(file.metrics.accuracy, memory.metrics.accuracy);
    EXPECT_EQ(file.metrics.confusion, memory.metrics.confusion);
    EXPECT_EQ(file.metrics.log_loss, memory.metrics.log_loss);
    EXPECT_EQ(file.metrics.log_loss.has_value(), std::string(learner) == "logistic");
    ASSERT_EQ(file.worst.size(), memory.worst.size());
    for (std::size_t k = 0; k < file.worst.size(); ++k) {
      EXPECT_EQ(file.worst[k].row, memory.worst[k].row);
      EXPECT_EQ(file.worst[k].by, memory.worst[k].by);
    }
  }
}

TEST(Evaluation, MatchesClassesByName) {
  const Folder folder;
  const Dataset data = read_dataset(folder.file("three.csv", kThree), {});
  const Model model = model_of(data, "logistic");
  // Only b and c, so that b is class 0 of these rows and class 1 of the model.
  const Dataset some = read_dataset(folder.file("some.csv", "5,0,b\n0,7,c\n"), {});
  EXPECT_EQ(evaluate(model, some).metrics.accuracy, 1);
  const Dataset other = read_dataset(folder.file("other.csv", "5,0,b\n0,7,d\n"), {});
  EXPECT_THROW(evaluate(model, other), Error);
  const Dataset narrow = read_dataset(folder.file("narrow.csv", "5,b\n0,c\n"), {});
  EXPECT_THROW(evaluate(model, narrow), Error);
}

// ---- The rows of the training ----

std::optional<bool> trained_on(const Model& model, const std::string& path,
                               const ReadSettings& reading = {}) {
  Listener silent;
  return evaluate(model, path, reading, {}, silent).trained_on;
}

TEST(Evaluation, KnowsTheRowsThatTheModelWasTrainedOn) {
  const Folder folder;
  const std::string path = folder.file("three.csv", kThree);
  const Model model = model_of(read_dataset(path, {}), "averaged");
  EXPECT_EQ(trained_on(model, path), true);
  EXPECT_EQ(trained_on(model, folder.file("copy.tsv",
                                          "0\t0\ta\n0\t1\ta\n5\t0\tb\n5\t1\tb\n"
                                          "0\t7\tc\n1\t7\tc\n1\t0\tb\n")),
            true)
      << "the name and the format of the file do not matter";
  const std::string first = "0,0,a\n0,1,a\n5,0,b\n5,1,b\n0,7,c\n1,7,c\n";
  EXPECT_EQ(trained_on(model, folder.file("fewer.csv", first)), false);
  EXPECT_EQ(trained_on(model, folder.file("value.csv", first + "1,0.5,b\n")), false);
  EXPECT_EQ(trained_on(model, folder.file("label.csv", first + "1,0,c\n")), false);
  EXPECT_EQ(trained_on(model, folder.file("more.csv", first + "1,0,b\n1,0,b\n")), false);
  EXPECT_EQ(trained_on(model, folder.file("order.csv", "1,0,b\n" + first)), false);
}

TEST(Evaluation, KnowsTheRowsOfTheTrainingInEveryFormat) {
  const Folder folder;
  const std::string text = "-1 1:3 4:1\n+1 2:5\n-1 1:2\n+1 2:1 3:7\n";
  const std::string path = folder.file("rows.libsvm", text);
  const std::string cache = folder.path("rows.cache");
  convert(path, Reading{}, cache);
  for (const std::string& trained : {path, cache}) {
    const Model model = model_of(read_dataset(trained, {}), "logistic");
    EXPECT_EQ(trained_on(model, path), true) << trained;
    EXPECT_EQ(trained_on(model, cache), true) << trained;
    EXPECT_EQ(trained_on(model, folder.file("one.libsvm", "1 1:3 4:1\n")), false);
  }
}

TEST(Evaluation, KnowsTheRowsOfTheTrainingWithMissingValuesAndText) {
  const Folder folder;
  const std::string path = folder.file("gaps.csv", "1,red,a\n,blue,b\n4,red,a\n2,,b\n");
  ReadSettings reading;
  reading.missing = MissingPolicy::mean;
  Reading how;
  how.options = reading;
  const Model model = model_of(read_dataset(path, how), "averaged");
  EXPECT_EQ(trained_on(model, path), true);
  EXPECT_EQ(trained_on(model, folder.file("other.csv", "1,red,a\n,red,b\n4,red,a\n2,,b\n")), false);
}

// The weights of rows are not read again, and are part of the fingerprint.
TEST(Evaluation, DoesNotKnowTheRowsOfATrainingWithWeights) {
  const Folder folder;
  const std::string path = folder.file("weights.csv", "1,1,a\n5,2,b\n2,1,a\n4,1,b\n");
  Reading reading;
  reading.options.weight = ColumnChoice("2");
  const Model model = model_of(read_dataset(path, reading), "averaged");
  EXPECT_EQ(trained_on(model, path), std::nullopt);
}

TEST(WorstPredictions, KeepTheFurthestOff) {
  WorstPredictions worst;
  for (std::uint64_t row = 0; row < 20; ++row) {
    const double scores[] = {static_cast<double>(row % 10), 0};
    worst.add(row, 1, row % 10 > 0 ? 0 : 1, scores);
  }
  const auto list = worst.list();
  ASSERT_EQ(list.size(), 8U);
  EXPECT_EQ(list[0].row, 9U);
  EXPECT_EQ(list[1].row, 19U);
  EXPECT_EQ(list[0].by, 9);
  EXPECT_EQ(list[7].by, 6);
}

}  // namespace
}  // namespace perceptron::core::test
