// The figures of the source documents, recomputed exactly by their authors and
// by us (see docs/figures.md): every number here comes from there.

#include <cmath>

#include "certify/margin.h"
#include "evaluate/metrics.h"
#include "model/scorer.h"
#include "model/train.h"
#include "problem.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

LearnSettings in_file_order(const char* learner, std::uint64_t epochs = 100) {
  LearnSettings settings;
  settings.learner = by_name(learner);
  settings.order = VisitOrder::file;
  settings.epochs = epochs;
  return settings;
}

struct FourPoints {
  std::vector<std::vector<double>> points;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  double offset;
  std::uint64_t mistakes;
  std::vector<double> average;
  double average_offset;
};

const std::vector<FourPoints> kFourPoints = {
    {{{2, 5}, {3, 1}, {9, 6}, {12, 5}}, {1, 0, 1, 0}, {-9, 18}, 2, 12, {-9.0525, 17.5825}, 1.9425},
    {{{2, 5}, {3, 2}, {9, 6}, {12, 5}},
     {1, 0, 1, 0},
     {-24, 37},
     -3,
     47,
     {-22.1925, 34.06},
     -2.1725},
    {{{1, 1}, {2, 2}, {1, 2}, {2, 1}}, {1, 1, 0, 0}, {0, -3}, 0, 394, {1.47, -1.7275}, 0.985},
};

TEST(FourPoints, PerceptronEndsWithTheDocumentsWeights) {
  for (const FourPoints& set : kFourPoints) {
    const Fit fit = fit_binary({set.points, set.labels}, in_file_order("perceptron"));
    EXPECT_EQ(fit.weights, set.weights);
    EXPECT_EQ(fit.offset, set.offset);
    EXPECT_EQ(fit.updates, set.mistakes);
  }
}

TEST(FourPoints, AverageIsTakenOverAllStepsCleanPassesIncluded) {
  for (const FourPoints& set : kFourPoints) {
    const Fit fit = fit_binary({set.points, set.labels}, in_file_order("averaged"));
    EXPECT_NEAR(fit.weights[0], set.average[0], 1e-12);
    EXPECT_NEAR(fit.weights[1], set.average[1], 1e-12);
    EXPECT_NEAR(fit.offset, set.average_offset, 1e-12);
  }
}

Training train_file(const std::string& path, const LearnSettings& settings) {
  Dataset data = read_dataset(path, {});
  TrainOptions options;
  options.learn = settings;
  Listener silent;
  return train(data, options, silent);
}

double test_accuracy(const Model& model, const std::string& path) {
  Meter meter(2);
  Listener silent;
  score_file(model, path, {}, LabelUse::match, 2, silent, [&](const ScoredBlock& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      meter.add({rows.labels[i], model.scheme().decide(rows[i])});
  });
  return meter.metrics().accuracy;
}

TEST(Homework, TrainingOnOneSetAndTestingOnAnotherMatchesTheDocument) {
  REQUIRE_DATA(data1, "hw02_data1.csv");
  REQUIRE_DATA(data2, "hw02_data2.csv");
  EXPECT_EQ(test_accuracy(train_file(data1, in_file_order("perceptron")).model, data2),
            0.5333333333333333);
  EXPECT_EQ(test_accuracy(train_file(data2, in_file_order("perceptron")).model, data2),
            0.6333333333333333);
}

TEST(BinaryClassification, ThousandUpdatesAreCheckedBetweenPasses) {
  REQUIRE_DATA(path, "binary_classification.csv");
  LearnSettings settings = in_file_order("perceptron", 100000);
  settings.updates = 1000;
  const Training with_offset = train_file(path, settings);
  EXPECT_EQ(with_offset.planes[0].fit.updates, 1049U);
  EXPECT_EQ(with_offset.planes[0].fit.epochs, 11U);
  EXPECT_NEAR(with_offset.planes[0].fit.weights[0], -116.43108251, 1e-8);
  EXPECT_NEAR(with_offset.planes[0].fit.weights[1], 92.42864204, 1e-8);
  EXPECT_EQ(with_offset.planes[0].fit.offset, -259);
  EXPECT_NEAR(static_cast<double>(with_offset.correct) / 297, 0.7508417508, 1e-10);

  settings.offset = false;
  const Training through_origin = train_file(path, settings);
  EXPECT_EQ(through_origin.planes[0].fit.updates, 1039U);
  EXPECT_NEAR(through_origin.planes[0].fit.weights[0], -126.20305278, 1e-8);
  EXPECT_NEAR(through_origin.planes[0].fit.weights[1], 83.66980425, 1e-8);
  EXPECT_NEAR(static_cast<double>(through_origin.correct) / 297, 0.7676767677, 1e-10);
}

struct MarginRow {
  const char* file;
  double radius;
  double optimum;
  std::uint64_t mistakes;
  double margin;
};

TEST(MarginData, PlainPerceptronRowOfTheTable) {
  const std::vector<MarginRow> table = {
      {"margin-2d.csv", 15.999741497772932, 3.2011371433959, 4, 1.10656824322146},
      {"margin-4d.csv", 23.99981823002204, 7.2032335123752, 3, 1.91712534427008},
      {"margin-8d.csv", 11.999888667713044, 3.6018234494344, 5, 1.44052369341928},
  };
  for (const MarginRow& row : table) {
    REQUIRE_DATA(path, row.file);
    LearnSettings settings = in_file_order("perceptron");
    settings.offset = false;
    const Training training = train_file(path, settings);
    const MarginEvidence& evidence = *training.planes[0].evidence;
    EXPECT_TRUE(training.planes[0].fit.converged);
    EXPECT_EQ(training.planes[0].fit.updates, row.mistakes);
    EXPECT_NEAR(evidence.radius, row.radius, 1e-13);
    ASSERT_TRUE(evidence.margin.has_value());
    EXPECT_NEAR(evidence.margin->lower, row.margin, 1e-12);
    // The interval holds the optimum, and the bound holds the mistakes.
    EXPECT_LE(evidence.margin->lower, row.optimum);
    EXPECT_GE(evidence.margin->upper, row.optimum);
    ASSERT_TRUE(evidence.mistake_bound.has_value());
    EXPECT_GE(*evidence.mistake_bound, static_cast<double>(row.mistakes));
    EXPECT_NEAR(*evidence.mistake_bound, std::pow(row.radius / row.margin, 2), 1e-8);
  }
}

// Class 1 against 2 and so on of the iris figures: rows of two classes only.
TEST(Iris, PairsOfClassesInFileOrder) {
  REQUIRE_DATA(path, "iris-train.csv");
  REQUIRE_DATA(test_path, "iris-test.csv");
  struct Pair {
    std::string first, second;
    std::vector<double> weights;
    double offset;
    std::uint64_t updates;
    std::uint64_t correct;
  };
  const std::vector<Pair> pairs = {
      {"class-1", "class-2", {1.3, 4.1, -5.2, -2.2}, 1, 5, 20},
      {"class-1", "class-3", {2.7, 3.9, -7.8, -4.4}, 1, 5, 20},
      {"class-2", "class-3", {15.5, -0.2, -23.3, -20.2}, 0, 40, 10},
  };
  const Dataset data = read_dataset(path, {});
  const Dataset test = read_dataset(test_path, {});
  for (const Pair& pair : pairs) {
    // The document counts the first class as positive.
    Targets targets(3, 1);
    targets.sign(*data.classes.find(pair.first), 0) = 1;
    targets.sign(*data.classes.find(pair.second), 0) = -1;
    Listener silent;
    const Fit fit = perceptron::core::fit({data.matrix.view(), data.labels}, targets,
                                          in_file_order("perceptron", 20), 1, silent)[0];
    for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(fit.weights[j], pair.weights[j], 1e-9);
    EXPECT_EQ(fit.offset, pair.offset);
    EXPECT_EQ(fit.updates, pair.updates);
    Bank bank(4, 1);
    bank.put(0, fit.weights, fit.offset);
    std::vector<double> scores(test.rows());
    score(test.matrix.view(), 0, test.rows(), bank, scores);
    std::uint64_t correct = 0;
    for (std::uint64_t i = 0; i < test.rows(); ++i) {
      const double y = targets.sign(test.labels[i], 0);
      correct += (y > 0 && scores[i] >= 0) || (y < 0 && scores[i] < 0) ? 1U : 0U;
    }
    EXPECT_EQ(correct, pair.correct);
  }
}

}  // namespace
}  // namespace perceptron::core::test
