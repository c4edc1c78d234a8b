// Folds in one bank: every model is the one that training on its rows alone gives.

#include "evaluate/folds.h"

#include "evaluate/fold_data.h"
#include "evaluate/trained_folds.h"

namespace perceptron::core::test {
namespace {

std::uint64_t count_correct(const Dataset& data, const Split& split, std::uint32_t fold,
                            const std::vector<Fit>& fits, const std::string& multiclass) {
  const Scheme scheme(by_name(multiclass), data.classes.size());
  Bank bank(data.features(), fits.size());
  for (std::size_t m = 0; m < fits.size(); ++m) bank.put(m, fits[m].weights, fits[m].offset);
  const auto rows = split.test_rows(fold);
  std::vector<double> scores(rows.size() * fits.size());
  score(data.matrix.view(), rows, bank, scores);
  std::uint64_t right = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::span<const double> row(scores.data() + k * fits.size(), fits.size());
    right += scheme.decide(row) == data.labels[rows[k]] ? 1U : 0U;
  }
  return right;
}

// ---- One bank, many models ----

TEST(TrainedFolds, EveryModelOfABankIsTheOneThatItsRowsAloneMake) {
  for (const auto layout : {Matrix::Layout::dense, Matrix::Layout::sparse}) {
    for (const std::uint32_t classes : {2U, 3U}) {
      const Dataset data = clouds(67, classes, layout);
      SplitSettings settings;
      settings.folds = 4;
      const Split split = split_rows(data, settings);
      auto candidates = kMany;
      for (Candidate& each : candidates) each.learn.order = VisitOrder::file;
      const Crossed crossed = cross(data, split, candidates);
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        for (std::uint32_t fold = 0; fold < split.folds; ++fold) {
          const Dataset alone = data.select(split.training_rows(fold));
          const auto fits = train_alone(alone, candidates[c].learn);
          expect_same(crossed.models[c][fold], fits, name_text(candidates[c].learn));
          EXPECT_EQ(crossed.results[c].folds[fold].correct,
                    count_correct(data, split, fold, fits, "one-vs-rest"));
          EXPECT_EQ(crossed.results[c].folds[fold].training_rows, alone.rows());
        }
      }
    }
  }
}

// In a shuffled order the rows of a fold come as they do in that of all rows.
TEST(TrainedFolds, ShuffledModelsDoNotDependOnThoseBesideThem) {
  const Dataset data = clouds(80, 3, Matrix::Layout::dense);
  SplitSettings settings;
  settings.folds = 5;
  const Split split = split_rows(data, settings);
  const Crossed together = cross(data, split, kMany, 3);
  for (std::size_t c = 0; c < kMany.size(); ++c) {
    const Crossed alone = cross(data, split, {kMany[c]});
    for (std::uint32_t fold = 0; fold < split.folds; ++fold) {
      expect_same(together.models[c][fold], alone.models[0][fold], name_text(kMany[c].learn));
      // With fewer of the other folds too.
      Split two = split;
      two.folds = 2;
      for (std::uint32_t& each : two.fold_of_row)
        each = each == fold ? 0 : each == (fold + 1) % 5 ? 1 : Split::kNoFold;
      const Crossed fewer = cross(data, two, {kMany[c]});
      expect_same(together.models[c][fold], fewer.models[0][0], name_text(kMany[c].learn));
    }
  }
}

// Models that are trained together, in two threads, are those of a training of each fold by itself.
void expect_same_as_alone(const Dataset& data, const Split& split,
                          const std::vector<Candidate>& candidates) {
  const Crossed crossed = cross(data, split, candidates, 2);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (std::uint32_t fold = 0; fold < split.folds; ++fold)
      expect_same(crossed.models[c][fold],
                  train_alone(data.select(split.training_rows(fold)), candidates[c].learn),
                  name_text(candidates[c].learn));
  }
}

TEST(TrainedFolds, WeightsAndSchemesKeepTheirMeaning) {
  Dataset data = clouds(70, 3, Matrix::Layout::dense);
  for (std::uint64_t i = 0; i < data.rows(); ++i)
    data.weights.push_back(i % 7 == 0 ? 0 : 0.1 * static_cast<double>(1 + i % 5));
  SplitSettings settings;
  settings.folds = 3;
  const Split split = split_rows(data, settings);
  std::vector<Candidate> candidates;
  for (const char* scheme : {"one-vs-rest", "one-vs-one", "joint"}) {
    for (const char* learner : {"averaged", "logistic"}) {
      if (std::string(scheme) == "joint" && std::string(learner) == "logistic") continue;
      Candidate one = candidate(learner);
      one.learn.multiclass = by_name(scheme);
      one.learn.order = VisitOrder::file;
      one.learn.class_weight.balanced = true;
      candidates.push_back(one);
    }
  }
  expect_same_as_alone(data, split, candidates);
}

TEST(TrainedFolds, EpochsOfABankEndEachModelByItself) {
  const Dataset data = clouds(60, 2, Matrix::Layout::dense);
  const Split split = split_rows(data, {});
  std::vector<Candidate> candidates;
  for (const std::uint64_t epochs : {1U, 5U, 2U, 30U}) {
    candidates.push_back(candidate("averaged"));
    candidates.back().learn.epochs = epochs;
  }
  const Crossed together = cross(data, split, candidates);
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const Crossed alone = cross(data, split, {candidates[c]});
    for (std::uint32_t fold = 0; fold < split.folds; ++fold)
      expect_same(together.models[c][fold], alone.models[0][fold], "averaged");
  }
}

// Each L2 penalty is warm-started from the one before, and still reaches the tolerance.
TEST(TrainedFolds, APathIsWithinTheToleranceOfTheOptimum) {
  const Dataset data = clouds(90, 3, Matrix::Layout::dense);
  const Split split = split_rows(data, {});
  std::vector<Candidate> candidates;
  for (const char* learner : {"hinge", "squared-hinge", "logistic", "averaged"}) {
    for (const char* l2 : {"0.01", "1", "0.1"})
      candidates.push_back(candidate(learner, std::string(learner) == "averaged" ? "auto" : l2));
  }
  for (Candidate& each : candidates) {
    each.learn.tolerance = 1e-9;
    each.learn.epochs.reset();
  }
  const Models cold = cross(data, split, candidates).models;
  const Models warm = cross(data, split, candidates, 1, false, true).models;
  const Models again = cross(data, split, candidates, 3, false, true).models;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (std::uint32_t fold = 0; fold < split.folds; ++fold) {
      expect_same(warm[c][fold], again[c][fold], name_text(candidates[c].learn));
      for (std::size_t m = 0; m < 3; ++m) {
        for (std::size_t j = 0; j < data.features(); ++j)
          EXPECT_NEAR(warm[c][fold][m].weights[j], cold[c][fold][m].weights[j], 1e-3)
              << name_text(candidates[c].learn);
      }
    }
  }
}

// ---- Leave-one-out ----

TEST(TrainedFolds, LeaveOneOutIsATrainingWithoutEachRow) {
  for (const std::uint32_t classes : {2U, 3U}) {
    const Dataset data = clouds(50, classes, Matrix::Layout::dense, classes);
    SplitSettings settings;
    settings.leave_one_out = true;
    const Split split = split_rows(data, settings);
    std::vector<Candidate> candidates;
    for (const char* learner :
         {"perceptron", "averaged", "pocket", "passive-aggressive", "hinge"}) {
      candidates.push_back(candidate(learner));
      candidates.back().learn.order = VisitOrder::file;
    }
    expect_same_as_alone(data, split, candidates);
  }
}

TEST(TrainedFolds, RowsThatCauseNoUpdateNeedNoModelOfTheirOwn) {
  const Dataset data = clouds(200, 2, Matrix::Layout::dense);
  SplitSettings settings;
  settings.leave_one_out = true;
  const Split split = split_rows(data, settings);
  const Crossed crossed = cross(data, split, {candidate("perceptron"), candidate("averaged")});
  const auto trained = [&](std::size_t c) {
    std::uint64_t models = 0;
    for (const FoldResult& fold : crossed.results[c].folds) models += fold.models;
    return models;
  };
  EXPECT_LT(trained(0), 150U);
  EXPECT_EQ(trained(1), 200U);  // their number is part of an average
}

// ---- Folds that lack a class ----

TEST(TrainedFolds, AFoldWithoutAClassIsTrainedWithoutIt) {
  // The third class is in the first fold only, so the first model does not know it.
  Dataset data = clouds(30, 3, Matrix::Layout::dense);
  for (std::uint64_t i = 0; i < data.rows(); ++i)
    data.labels[i] = i < 6 ? 2 : static_cast<std::uint32_t>(i % 2);
  SplitSettings settings;
  settings.folds = 5;
  settings.order = SplitOrder::file;
  const Split split = split_rows(data, settings);
  for (const char* scheme : {"one-vs-rest", "one-vs-one", "joint"}) {
    Candidate one = candidate("averaged");
    one.learn.order = VisitOrder::file;
    one.learn.multiclass = by_name(scheme);
    const Crossed crossed = cross(data, split, {one}, 1, true);
    EXPECT_EQ(crossed.models[0][0].size(), 1U);  // two classes are one model
    EXPECT_EQ(crossed.models[0][1].size(), 3U);
    Dataset rest = data.select(split.training_rows(0));
    rest.classes = Classes({"c0", "c1"});
    expect_same(crossed.models[0][0], train_alone(rest, one.learn), scheme);
    EXPECT_EQ(crossed.results[0].folds[0].correct, 0U);
    for (std::uint64_t i = 0; i < 6; ++i) {
      EXPECT_LT(crossed.results[0].predictions.classes[i], 2U);
      EXPECT_EQ(crossed.results[0].predictions.scores[i * 3 + 2],
                -std::numeric_limits<double>::infinity());
    }
  }
}

// Without the class "x" the others are numbers, and 2 comes before 10.
TEST(TrainedFolds, ClassesThatAreLeftStandInTheirOwnOrder) {
  const Folder folder;
  const Dataset data = read_dataset(folder.file("d.csv", "1,x\n2,10\n3,2\n4,10\n5,2\n"), {});
  ASSERT_EQ(data.classes.names(), (Names{"10", "2", "x"}));
  const std::vector<std::uint64_t> training = {1, 2, 3, 4};
  const std::vector<std::uint64_t> test = {0};
  const FoldData fold = prepare_fold(data, training, test, ScalingKind::none);
  EXPECT_EQ(fold.training.classes.names(), (Names{"2", "10"}));
  EXPECT_EQ(fold.training.labels, (Labels{1, 0, 1, 0}));
  EXPECT_EQ(fold.classes, (std::vector<std::uint32_t>{1, 0}));
}

// As a model trained on those rows alone would ignore them.
TEST(FoldData, LeavesOutNamesThatTheTrainingRowsLack) {
  const Folder folder;
  const Dataset data =
      read_dataset(folder.file("d.vw", "1 | a:3 b:4\n2 | a:1\n1 | c:9\n2 | a:3 b:4 c:12\n"), {});
  const std::vector<std::uint64_t> training = {0, 1};
  const std::vector<std::uint64_t> test = {2, 3};
  const FoldData plain = prepare_fold(data, training, test, ScalingKind::none);
  EXPECT_EQ(grid(plain.test.matrix), (Grid{{0, 0, 0}, {3, 4, 0}}));
  EXPECT_EQ(plain.test.matrix.layout(), Matrix::Layout::sparse);
  const FoldData unit = prepare_fold(data, training, test, ScalingKind::unit);
  EXPECT_EQ(grid(unit.test.matrix), (Grid{{0, 0, 0}, {0.6, 0.8, 0}}));
  EXPECT_TRUE(folds_share_rows(data, ScalingKind::none));
  EXPECT_FALSE(folds_share_rows(data, ScalingKind::unit));
}

TEST(TrainedFolds, OneClassLeftIsTheAnswer) {
  Dataset data = clouds(6, 2, Matrix::Layout::dense);
  data.labels = {0, 1, 1, 1, 1, 1};
  SplitSettings settings;
  settings.leave_one_out = true;
  const Crossed crossed =
      cross(data, split_rows(data, settings), {candidate("logistic"), candidate("perceptron")});
  for (const FoldResults& results : crossed.results) {
    EXPECT_EQ(results.folds[0].correct, 0U);
    EXPECT_EQ(results.folds[0].test_rows, 1U);
    EXPECT_EQ(results.folds.size(), 6U);
  }
}

}  // namespace
}  // namespace perceptron::core::test
