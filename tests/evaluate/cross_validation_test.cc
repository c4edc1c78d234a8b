// Cross-validation: nothing of the test rows leaks into a model, and nothing depends on threads.

#include "evaluate/cross_validation.h"

#include "data/read/missing_values.h"
#include "data/scaling.h"
#include "evaluate/fold_data.h"
#include "evaluate/learning_curve.h"
#include "evaluate/trained_folds.h"

namespace perceptron::core::test {
namespace {

// ---- What must not leak from the test rows ----

TEST(CrossValidation, ScalingIsFittedToTheTrainingRows) {
  for (const ScalingKind scale : {ScalingKind::standard, ScalingKind::maxabs, ScalingKind::unit}) {
    const Dataset data = clouds(40, 2, Matrix::Layout::dense);
    SplitSettings settings;
    settings.folds = 4;
    const Split split = split_rows(data, settings);
    Candidate one = candidate("logistic");
    one.scale = scale;
    one.learn.order = VisitOrder::file;
    const Crossed crossed = cross(data, split, {one});
    for (std::uint32_t fold = 0; fold < split.folds; ++fold) {
      Dataset rows = data.select(split.training_rows(fold));
      Scaling::fit(scale, rows.matrix).apply(rows.matrix);
      expect_same(crossed.models[0][fold], train_alone(rows, one.learn),
                  std::string(name_of(scale)));
    }
  }
}

TEST(CrossValidation, MissingValuesAreFilledWithMeansOfTheTrainingRows) {
  const Folder folder;
  const std::string path =
      folder.file("gaps.csv", "1,5,a\n,1,b\n3,,a\n100,2,b\n5,4,a\n7,,b\n2,8,a\n,9,b\n");
  Reading reading;
  reading.options.missing = MissingPolicy::mean;
  reading.keep_missing = true;
  const Dataset data = read_dataset(path, reading);
  EXPECT_TRUE(has_missing_values(data));
  // Without row 3 the mean of the first column is (1 + 3 + 5 + 7 + 2)/5.
  const std::vector<std::uint64_t> training = {0, 1, 2, 4, 5, 6, 7};
  const std::vector<std::uint64_t> test = {3};
  const FoldData fold = prepare_fold(data, training, test, ScalingKind::none);
  EXPECT_FALSE(has_missing_values(fold.training));
  EXPECT_NEAR(grid(fold.training.matrix)[1][0], 3.6, 1e-15);
  EXPECT_NEAR(grid(fold.training.matrix)[2][1], 27.0 / 5, 1e-15);
  EXPECT_FALSE(folds_share_rows(data, ScalingKind::none));
  // The whole file gives what a reader gives that fills gaps itself.
  reading.keep_missing = false;
  const Dataset filled = read_dataset(path, reading);
  Dataset all = data;
  fill_missing_values(all, column_means(all));
  EXPECT_EQ(grid(all.matrix), grid(filled.matrix));
  EXPECT_EQ(all.schema.columns[0].fill, filled.schema.columns[0].fill);
}

TEST(CrossValidation, CategoriesOnlyInTheTestRowsAreUnknown) {
  const Folder folder;
  const std::string path = folder.file("text.csv", "x,k,c\n3,u,a\n4,v,b\n3,u,a\n4,w,b\n");
  const Dataset data = read_dataset(path, {});
  const std::vector<std::uint64_t> training = {0, 1, 2};
  const std::vector<std::uint64_t> test = {3};
  const FoldData fold = prepare_fold(data, training, test, ScalingKind::unit);
  // Scaled to length 1 without the category that no training row has.
  EXPECT_EQ(grid(fold.test.matrix)[0], (std::vector<double>{1, 0, 0, 0}));
}

// Labels of noise: whatever is fitted inside the folds, the accuracy is that of chance.
TEST(CrossValidation, NoiseIsPredictedByChance) {
  Random random(3);
  Dataset data = clouds(400, 2, Matrix::Layout::dense);
  for (std::uint32_t& label : data.labels) label = static_cast<std::uint32_t>(random.below(2));
  std::vector<Candidate> candidates;
  for (const auto& [scale, name] : enum_names(ScalingKind{})) {
    for (const char* learner : {"perceptron", "averaged", "logistic"}) {
      candidates.push_back(candidate(learner));
      candidates.back().scale = scale;
    }
  }
  ValidationOptions options;
  Listener silent;
  const auto validations = cross_validate(data, candidates, SplitSettings{}, options, silent);
  for (const Validation& validation : validations)
    EXPECT_NEAR(*validation.accuracy, 0.5, 4 * 0.5 / std::sqrt(400));
}

// ---- Threads, predictions, learning curves ----

TEST(CrossValidation, NothingDependsOnThreads) {
  const Dataset data = clouds(90, 3, Matrix::Layout::sparse);
  const Split split = split_rows(data, {});
  const Crossed one = cross(data, split, kMany, 1, true);
  const Crossed four = cross(data, split, kMany, 4, true);
  for (std::size_t c = 0; c < kMany.size(); ++c) {
    EXPECT_EQ(one.results[c].predictions.classes, four.results[c].predictions.classes);
    EXPECT_EQ(one.results[c].predictions.scores, four.results[c].predictions.scores);
    EXPECT_EQ(one.results[c].predictions.probabilities, four.results[c].predictions.probabilities);
    EXPECT_EQ(one.results[c].predictions.probabilities.empty(),
              kMany[c].learn.learner != Learner::logistic);
    std::uint64_t right = 0;
    for (std::uint64_t i = 0; i < data.rows(); ++i)
      right += one.results[c].predictions.classes[i] == data.labels[i] ? 1U : 0U;
    std::uint64_t counted = 0;
    for (const FoldResult& fold : one.results[c].folds) counted += fold.correct;
    EXPECT_EQ(right, counted);
  }
}

TEST(CrossValidation, CalibratedAndEarlyStoppedAndWidestLearnersTrainByThemselves) {
  Dataset data = clouds(60, 2, Matrix::Layout::dense);
  // Separable: the first feature tells.
  data.matrix = Matrix(Matrix::Layout::dense, 2);
  Random random(5);
  for (std::uint64_t i = 0; i < data.labels.size(); ++i) {
    data.matrix.push(0, (data.labels[i] == 1 ? 1 : -1) * (0.5 + random.uniform()));
    data.matrix.push(1, random.normal());
    data.matrix.end_row();
  }
  std::vector<Candidate> candidates = {candidate("max-margin"), candidate("averaged"),
                                       candidate("perceptron")};
  candidates[1].learn.calibrate = CalibrationKind::sigmoid;
  candidates[2].learn.early_stop = 0.2;
  const Split split = split_rows(data, {});
  const Crossed crossed = cross(data, split, candidates, 2, true);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (const FoldResult& fold : crossed.results[c].folds) EXPECT_GE(fold.accuracy(), 0.8);
  }
  EXPECT_EQ(crossed.results[1].predictions.probabilities.size(), 120U);
  for (const double p : crossed.results[1].predictions.probabilities) {
    EXPECT_GT(p, 0);
    EXPECT_LT(p, 1);
  }
  for (std::uint32_t fold = 0; fold < split.folds; ++fold)
    expect_same(crossed.models[2][fold],
                train_alone(data.select(split.training_rows(fold)), candidates[2].learn),
                "early stop");
}

TEST(CrossValidation, EachShareHeldOutForEarlyStoppingIsItsOwn) {
  const Dataset data = clouds(80, 2, Matrix::Layout::dense);
  const Split split = split_rows(data, {});
  std::vector<Candidate> candidates(3, candidate("logistic"));
  candidates[1].learn.early_stop = 0.2;
  candidates[2].learn.early_stop = 0.4;
  const Crossed together = cross(data, split, candidates);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Crossed alone = cross(data, split, {candidates[c]});
    for (std::uint32_t fold = 0; fold < split.folds; ++fold)
      expect_same(together.models[c][fold], alone.models[0][fold], "logistic");
  }
  // Calibration goes with it.
  Candidate both = candidate("averaged");
  both.learn.early_stop = 0.2;
  both.learn.calibrate = CalibrationKind::sigmoid;
  const Crossed calibrated = cross(data, split, {both}, 1, true);
  for (const double p : calibrated.results[0].predictions.probabilities) EXPECT_GT(p, 0);
}

TEST(CrossValidation, ALearningCurveEndsAtAllRows) {
  const Dataset data = clouds(100, 2, Matrix::Layout::dense);
  Listener silent;
  const Candidate one = candidate("averaged");
  const auto curve = learning_curve(data, one, SplitSettings{}, 4, 2, silent);
  ASSERT_EQ(curve.size(), 4U);
  EXPECT_EQ(curve[3].training_rows, 80);
  EXPECT_NEAR(curve[0].training_rows, 20, 1e-9);
  ValidationOptions options;
  const auto validation = cross_validate(data, one, SplitSettings{}, options, silent);
  EXPECT_EQ(curve[3].accuracies.mean, *validation.accuracy);
  EXPECT_EQ(curve[3].training_accuracy, *validation.training_accuracy);
}

TEST(CrossValidation, RepeatsThatNoSeedChangesAreMadeOnce) {
  const Dataset data = clouds(40, 2, Matrix::Layout::dense);
  std::vector<Candidate> candidates = {candidate("perceptron"), candidate("perceptron")};
  candidates[1].learn.order = VisitOrder::file;
  ValidationOptions options;
  options.repeats = 3;
  Listener silent;
  SplitSettings file;
  file.order = SplitOrder::file;
  const auto fixed = cross_validate(data, candidates, file, options, silent);
  EXPECT_EQ(fixed[0].folds.size(), 15U);
  EXPECT_EQ(fixed[1].folds.size(), 5U);
  const auto drawn = cross_validate(data, candidates, SplitSettings{}, options, silent);
  EXPECT_EQ(drawn[1].folds.size(), 15U);
  EXPECT_EQ(drawn[1].repeats, 3U);
}

}  // namespace
}  // namespace perceptron::core::test
