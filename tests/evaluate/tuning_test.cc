// Grid search from the library: which points it tries, and which it chooses.

#include "evaluate/tuning.h"

#include "support.h"

namespace perceptron::core::test {
namespace {

const char* const kTwo = "0,0,a\n0,1,a\n5,0,b\n5,1,b\n1,0,a\n4,1,b\n2,2,a\n3,0,b\n2.4,1,b\n1,2,a\n";

Dataset tuning_data() {
  const Folder folder;
  return read_dataset(folder.file("two.csv", kTwo), {});
}

perceptron::core::Grid grid_of(const std::string& learner, const std::vector<Axis>& axes) {
  Candidate common;
  set_value(common, "learner", learner);
  return make_grid(common, axes);
}

std::string refusal(const perceptron::core::Grid& grid, const TuneOptions& options = {}) {
  try {
    require_tunable(grid, options);
  } catch (const Error& error) {
    return in_options(error.message());
  }
  return "none";
}

TEST(TuneGrid, HasEveryCombinationAndTheLastAxisChangesFastest) {
  const auto grid = grid_of(
      "logistic", {make_axis("l2", {"0.10", "1", "0.1"}), make_axis("scale", {"none", "unit"})});
  ASSERT_EQ(grid.axes[0].values, (Names{"0.1", "1"}));
  ASSERT_EQ(grid.points.size(), 4U);
  EXPECT_EQ(grid.points[1].values, (Names{"0.1", "unit"}));
  EXPECT_EQ(grid.points[1].candidate.scale, ScalingKind::unit);
  EXPECT_EQ(grid.points[2].values, (Names{"1", "none"}));
  EXPECT_TRUE(grid.axes[0].number);
  EXPECT_FALSE(grid.axes[1].number);
}

TEST(TuneGrid, ALargerPenaltyIsSimpler) {
  const auto grid = grid_of("logistic", {make_axis("l2", {"0.1", "1"})});
  EXPECT_LT(simplicity(grid.points[1], grid.axes), simplicity(grid.points[0], grid.axes));
}

TEST(TuneGrid, FewerEpochsAndSmallerStepsAreSimpler) {
  const auto ranks = [](const char* learner, const char* axis, const Names& values) {
    const auto grid = grid_of(learner, {make_axis(axis, values)});
    std::vector<double> all;
    for (const auto& point : grid.points) all.push_back(simplicity(point, grid.axes).at(0));
    return all;
  };
  using Ranks = std::vector<double>;
  EXPECT_EQ(ranks("perceptron", "epochs", {"20", "3"}), (Ranks{20, 3}));
  EXPECT_EQ(ranks("perceptron", "updates", {"20", "3"}), (Ranks{20, 3}));
  EXPECT_EQ(ranks("passive-aggressive", "aggressiveness", {"2", "0.5"}), (Ranks{2, 0.5}));
  EXPECT_EQ(ranks("hinge", "l1", {"0", "0.25"}), (Ranks{0, -0.25}));
  EXPECT_EQ(ranks("hinge", "l2", {"auto", "0.25"}), (Ranks{-1e-4, -0.25}));
  // Others are as simple as the user lists them.
  EXPECT_EQ(ranks("hinge", "tolerance", {"0.2", "0.1"}), (Ranks{0, 1}));
  EXPECT_EQ(ranks("hinge", "scale", {"unit", "none"}), (Ranks{0, 1}));
}

TEST(TuneGrid, PointsThatDifferOnlyInWhatTheirLearnerDoesNotUseAreOne) {
  const auto grid = grid_of("averaged", {make_axis("learner", {"averaged", "hinge"}),
                                         make_axis("tolerance", {"0.1", "0.2"})});
  ASSERT_EQ(grid.points.size(), 3U);
  EXPECT_EQ(grid.points[0].values, (Names{"averaged", kUnused}));
  EXPECT_EQ(grid.points[2].values, (Names{"hinge", "0.2"}));
  EXPECT_EQ(refusal(grid), "none");
}

TEST(TuneGrid, RefusesWhatHasNothingToTune) {
  EXPECT_NE(refusal(grid_of("max-margin", {make_axis("scale", {"none"})})).find("max-margin"),
            std::string::npos);
  Candidate calibrated;
  calibrated.learn.calibrate = CalibrationKind::sigmoid;
  EXPECT_NE(refusal(make_grid(calibrated, {make_axis("epochs", {"1"})})).find("--calibrate"),
            std::string::npos);
  EXPECT_EQ(refusal(grid_of("averaged", {make_axis("lambda", {"2", "3"})})),
            "--lambda goes with --learner margin");
  TuneOptions path;
  path.validation.path = true;
  EXPECT_EQ(refusal(grid_of("logistic", {make_axis("epochs", {"1", "2"})}), path),
            "--path goes along --grid l2=…; add it");
  EXPECT_EQ(refusal(grid_of("logistic", {make_axis("l2", {"1"})}), path), "none");
  EXPECT_THROW(make_axis("speed", {"1"}), Error);
}

TEST(Tuning, ChoosesTheBestOrTheSimplestAndTrainsIt) {
  const Dataset data = tuning_data();
  Listener silent;
  SplitSettings split;
  split.folds = 5;
  const auto grid = grid_of("logistic", {make_axis("l2", {"1e-4", "1e-2"})});
  TuneOptions options;
  const Tuning best = tune(data, grid, split, options, silent);
  options.choice = Choice::simplest;
  options.outer_folds = 2;
  const Tuning simplest = tune(data, grid, split, options, silent);
  ASSERT_EQ(best.validations.size(), 2U);
  EXPECT_EQ(best.chosen, best.best);
  EXPECT_EQ(simplest.chosen, simplest.simplest);
  EXPECT_EQ(best.models(), 10U);
  EXPECT_FALSE(best.nested);
  ASSERT_TRUE(simplest.nested);
  EXPECT_EQ(simplest.nested->chosen.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const Validation alone =
        cross_validate(data, grid.points[i].candidate, split, options.validation, silent);
    EXPECT_EQ(best.validations[i].accuracy, alone.accuracy);
  }
  const ChosenModel model = train_chosen(data, best.chosen_settings(), split, {}, {}, silent);
  EXPECT_EQ(model.rows, data.rows());
  EXPECT_EQ(model.training.model.origin.learner, "logistic");
  EXPECT_GE(model.accuracy, 0.8);
}

TEST(Tuning, OfATestSetOnlyTheTrainingRowsMakeTheModel) {
  const Dataset data = tuning_data();
  Listener silent;
  const auto grid = grid_of("averaged", {make_axis("epochs", {"3", "5"})});
  const TestSet split{7};
  const Tuning tuning = tune(data, grid, split, {}, silent);
  EXPECT_EQ(tuning.validations[0].folds[0].training_rows, 7U);
  EXPECT_EQ(train_chosen(data, tuning.chosen_settings(), split, {}, {}, silent).rows, 7U);
  TuneOptions nested;
  nested.outer_folds = 2;
  EXPECT_THROW(tune(data, grid, split, nested, silent), Error);
}

TEST(Tuning, PointsThatCannotBeTrainedAreLeftOutWithANote) {
  const Dataset data = tuning_data();
  Notes notes;
  auto grid = grid_of("pocket", {make_axis("l2", {"0", "1"})});
  const Tuning tuning = tune(data, grid, SplitSettings{}, {}, notes);
  EXPECT_EQ(tuning.grid.points.size(), 1U);
  ASSERT_EQ(notes.sentences.size(), 1U);
  EXPECT_EQ(notes.sentences[0].find("1 setting of the grid left out: "), 0U);
  grid.points.erase(grid.points.begin());
  EXPECT_THROW(tune(data, grid, SplitSettings{}, {}, notes), Error);
}

}  // namespace
}  // namespace perceptron::core::test
