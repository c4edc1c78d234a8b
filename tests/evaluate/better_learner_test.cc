// A quick look at another learner: bounded, repeatable, and silent unless it is clearly better.

#include "evaluate/better_learner.h"

#include <cmath>

#include "data/scaling.h"
#include "evaluate/trained_folds.h"

namespace perceptron::core::test {
namespace {

LearnSettings perceptron_settings() {
  LearnSettings settings;
  settings.learner = Learner::perceptron;
  return settings;
}

// Clouds with a column of noise that drowns the others, and with wrong labels.
Dataset unlike(std::uint64_t rows, std::uint32_t classes = 2) {
  Dataset data = clouds(rows, classes, Matrix::Layout::dense);
  data.matrix.transform([&](std::uint64_t row, std::uint64_t j, double x) {
    return j == 5 ? 1000 * std::sin(static_cast<double>(row * row)) : x;
  });
  for (std::uint64_t i = 0; i < rows; i += 7) data.labels[i] = (data.labels[i] + 1) % classes;
  return data;
}

TEST(BetterLearner, IsFoundWhereColumnsOfUnlikeSizeMisleadAPerceptron) {
  const auto better = find_better_learner(unlike(600), perceptron_settings(), ScalingKind::none);
  ASSERT_TRUE(better);
  EXPECT_EQ(better->learner, Learner::logistic);
  EXPECT_EQ(better->scale, ScalingKind::standard);
  EXPECT_EQ(better->rows, 600U);
  EXPECT_GT(better->accuracy, better->own_accuracy + 0.01);
  const auto again = find_better_learner(unlike(600), perceptron_settings(), ScalingKind::none);
  EXPECT_EQ(again->accuracy, better->accuracy);
  EXPECT_EQ(again->own_accuracy, better->own_accuracy);
}

TEST(BetterLearner, IsFoundOnASampleOfManyRowsAndForManyClasses) {
  const auto two = find_better_learner(unlike(9000), perceptron_settings(), ScalingKind::none);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->rows, kSampleRows);
  const auto three = find_better_learner(unlike(900, 3), perceptron_settings(), ScalingKind::none);
  ASSERT_TRUE(three);
  EXPECT_GT(three->accuracy, three->own_accuracy);
}

TEST(BetterLearner, HasTheScalingThatTheRowsHave) {
  Dataset data = unlike(600);
  Scaling::fit(ScalingKind::maxabs, data).apply(data.matrix);
  const auto better = find_better_learner(data, perceptron_settings(), ScalingKind::maxabs);
  ASSERT_TRUE(better);
  EXPECT_EQ(better->scale, ScalingKind::maxabs);
}

TEST(BetterLearner, IsNotFoundWhereNoneIsClearlyBetter) {
  LearnSettings averaged = perceptron_settings();
  averaged.learner = Learner::averaged;
  const Dataset data = clouds(600, 2, Matrix::Layout::dense);
  EXPECT_FALSE(find_better_learner(data, averaged, ScalingKind::none));
}

TEST(BetterLearner, IsNotLookedForWhereThereIsNothingToCompare) {
  const auto found = [](const Dataset& data, const auto& change) {
    LearnSettings settings = perceptron_settings();
    change(settings);
    return find_better_learner(data, settings, ScalingKind::none).has_value();
  };
  const Dataset data = unlike(600);
  EXPECT_TRUE(found(data, [](LearnSettings&) {}));
  EXPECT_FALSE(found(data, [](LearnSettings& s) { s.learner = Learner::hinge; }));
  EXPECT_FALSE(found(data, [](LearnSettings& s) { s.learner = Learner::max_margin; }));
  EXPECT_FALSE(found(data, [](LearnSettings& s) { s.l2 = WrittenNumber(0.1, "0.1"); }));
  EXPECT_FALSE(found(data, [](LearnSettings& s) { s.early_stop = 0.2; }));
  EXPECT_FALSE(found(data, [](LearnSettings& s) { s.initial_weights = {1, 2, 3, 4, 5, 6}; }));
  EXPECT_FALSE(found(unlike(50), [](LearnSettings&) {})) << "too few rows";
}

TEST(SampledRows, AreAtEqualDistances) {
  Dataset data = clouds(10, 2, Matrix::Layout::dense);
  const Dataset some = sample_rows(data, 5);
  ASSERT_EQ(some.rows(), 5U);
  for (std::uint64_t k = 0; k < 5; ++k) EXPECT_EQ(grid(some.matrix)[k], grid(data.matrix)[2 * k]);
  EXPECT_EQ(grid(sample_rows(data, 50).matrix), grid(data.matrix));
}

}  // namespace
}  // namespace perceptron::core::test
