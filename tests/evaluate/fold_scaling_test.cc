// The scaling `auto` in cross-validation: each fold resolves it on its own training rows.

#include "evaluate/fold_scaling.h"

#include "data/scaling.h"
#include "evaluate/trained_folds.h"

namespace perceptron::core::test {
namespace {

// Clouds with one column this many times as large, and shifted by this much.
Dataset columns(std::uint64_t rows, double times, double shift, std::uint64_t seed = 1) {
  Dataset data = clouds(rows, 2, Matrix::Layout::dense, seed);
  data.matrix.transform([&](std::uint64_t /*row*/, std::uint64_t j, double x) {
    return j == 2 ? times * x + shift : x;
  });
  return data;
}

Candidate automatic(const std::string& learner) {
  Candidate one = candidate(learner);
  one.learn.order = VisitOrder::file;
  one.scale = ScalingKind::automatic;
  return one;
}

// Near the limits some folds are scaled and others are not.
TEST(FoldScaling, EveryModelIsTheOneThatItsRowsAloneMake) {
  int scaled = 0;
  int unscaled = 0;
  for (const double times : {1.0, 2.6, 2.7, 2.8, 2.9, 3.0, 50.0}) {
    const Dataset data = columns(90, times, 0);
    SplitSettings settings;
    settings.folds = 5;
    const Split split = split_rows(data, settings);
    const std::vector<Candidate> candidates = {automatic("averaged"), automatic("logistic"),
                                               automatic("pocket")};
    const Crossed crossed = cross(data, split, candidates, 2);
    for (std::uint32_t fold = 0; fold < split.folds; ++fold) {
      Dataset alone = data.select(split.training_rows(fold));
      const Scaling scaling = Scaling::fit(ScalingKind::automatic, alone);
      ++(scaling.kind == ScalingKind::none ? unscaled : scaled);
      scaling.apply(alone.matrix);
      for (std::size_t c = 0; c < candidates.size(); ++c)
        expect_same(crossed.models[c][fold], train_alone(alone, candidates[c].learn),
                    name_text(candidates[c].learn));
    }
  }
  EXPECT_GT(scaled, 5);
  EXPECT_GT(unscaled, 5);
}

// The quick answer is never wrong where it says that no fold is scaled.
TEST(FoldScaling, IsSureOnlyWhereNoFoldIsScaled) {
  Random random(3);
  int sure = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const double times = 1 + 3 * random.uniform();
    const double shift = 3 * random.uniform();
    const Dataset data = columns(40, times, shift, seed);
    SplitSettings settings;
    settings.leave_one_out = seed % 2 == 0;
    if (!settings.leave_one_out) settings.folds = 4;
    settings.seed = seed;
    const Split split = split_rows(data, settings);
    const TrainingSets sets(data, split, {}, 1);
    if (!surely_unscaled(data, sets)) continue;
    ++sure;
    for (std::uint32_t fold = 0; fold < split.folds; ++fold)
      EXPECT_EQ(choose_scaling(data.select(split.training_rows(fold))).kind, ScalingKind::none);
  }
  EXPECT_GT(sure, 5);
}

TEST(FoldScaling, IsSureOfSparseRowsAndOfColumnsOfLikeSize) {
  for (const auto layout : {Matrix::Layout::dense, Matrix::Layout::sparse}) {
    const Dataset data = clouds(80, 3, layout);
    const Split split = split_rows(data, {});
    EXPECT_TRUE(surely_unscaled(data, TrainingSets(data, split, {}, 1)));
  }
  const Dataset unlike = columns(80, 10, 0);
  const Split split = split_rows(unlike, {});
  EXPECT_FALSE(surely_unscaled(unlike, TrainingSets(unlike, split, {}, 1)));
  const Dataset huge = columns(80, 1e200, 0);
  EXPECT_FALSE(surely_unscaled(huge, TrainingSets(huge, split, {}, 1)));
}

// A column that is constant in all rows does not count; one that is so in a fold may.
TEST(FoldScaling, OfAConstantColumnDoesNotMatter) {
  Dataset data = columns(60, 0, 7);
  const Split split = split_rows(data, {});
  EXPECT_TRUE(surely_unscaled(data, TrainingSets(data, split, {}, 1)));
}

}  // namespace
}  // namespace perceptron::core::test
