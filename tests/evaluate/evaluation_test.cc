// Measuring a model: from a file and from rows in memory.

#include "evaluate/evaluation.h"

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
