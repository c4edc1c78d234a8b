// Rows that another program lends: looked at where they lie, with ids of any length, in
// pieces, and until somebody presses Ctrl-C.

#include <csignal>
#include <numeric>

#include "base/interrupt.h"
#include "data/generate.h"
#include "model/scorer.h"
#include "model/train.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

Dataset words_of_three_kinds() {
  GenerateSettings settings;
  settings.rows = 200;
  settings.features = 300;
  settings.words = 12;
  settings.classes = 3;
  return generate_dataset(GeneratorKind::text, settings);
}

// The same rows with ids of 64 bits, for as long as this lives.
struct Lent {
  explicit Lent(const Dataset& from) : data(from) {
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < rows.rows; ++i) {
            const auto row = rows[i];
            for (std::uint64_t k = 0; k < row.size; ++k) {
              ids.push_back(row.feature(k));
              values.push_back(row.value(k));
            }
            starts.push_back(ids.size());
          }
        },
        from.matrix.view());
    const SparseRows<double, std::uint64_t> view{starts.data(), ids.data(), values.data(),
                                                 from.rows(), from.features()};
    data.matrix = Matrix(view, nullptr);
  }

  std::vector<std::uint64_t> starts = {0};
  std::vector<std::uint64_t> ids;
  std::vector<double> values;
  Dataset data;
};

Training train_with(Dataset data, const std::string& learner, ScalingKind scale = ScalingKind::none,
                    bool partial = false) {
  TrainOptions options;
  options.learn.learner = by_name(learner);
  options.learn.epochs = 5;
  options.scale = scale;
  options.partial = partial;
  Listener silent;
  return train(data, options, silent);
}

TEST(LentRows, TeachWhatRowsOfTheLibraryTeach) {
  const Dataset own = words_of_three_kinds();
  for (const char* learner : {"perceptron", "averaged", "pocket", "passive-aggressive", "hinge",
                              "squared-hinge", "logistic"}) {
    for (const ScalingKind scale : {ScalingKind::none, ScalingKind::maxabs}) {
      Lent lent(own);
      const Training expected = train_with(own, learner, scale);
      const Training found = train_with(lent.data, learner, scale);
      for (std::size_t m = 0; m < 3; ++m) {
        EXPECT_EQ(found.model.planes[m].weights, expected.model.planes[m].weights) << learner;
        EXPECT_EQ(found.model.planes[m].offset, expected.model.planes[m].offset) << learner;
      }
      EXPECT_EQ(found.model.origin.data_hash, expected.model.origin.data_hash);
    }
  }
}

TEST(LentRows, AreScoredAsAFileIsAndStayAsTheyAre) {
  const Dataset own = words_of_three_kinds();
  for (const auto& [scale, name] : enum_names(ScalingKind{})) {
    Lent lent(own);
    const std::vector<double> before = lent.values;
    const Model model = train_with(own, "perceptron", scale).model;
    Matrix copy = own.matrix;
    Scorer scorer(model);
    const auto expected = scorer.score(copy);
    for (const std::uint64_t threads : {1U, 3U}) {
      std::vector<double> found(expected.size());
      score_rows(model, lent.data.matrix, threads,
                 [&](std::uint64_t first, const ScoredBlock& block) {
                   std::copy(block.scores.begin(), block.scores.end(),
                             found.begin() + static_cast<std::ptrdiff_t>(first * 3));
                 });
      EXPECT_EQ(found, std::vector<double>(expected.begin(), expected.end())) << name_of(scale);
    }
    EXPECT_EQ(lent.values, before);
  }
}

TEST(LentRows, CanBeCutIntoPieces) {
  const Dataset own = words_of_three_kinds();
  for (const Matrix& matrix : {own.matrix, own.matrix.as(Matrix::Layout::dense)}) {
    Matrix joined(matrix.layout(), matrix.features());
    for (std::uint64_t at = 0; at < 200; at += 40) joined.append(slice(matrix.view(), at, at + 40));
    EXPECT_EQ(grid(joined), grid(matrix));
  }
}

TEST(PartialTraining, TakesRowsThatLackAClass) {
  Dataset own = words_of_three_kinds();
  std::vector<std::uint64_t> some;
  for (std::uint64_t i = 0; i < own.rows(); ++i) {
    if (own.labels[i] != 1) some.push_back(i);
  }
  const Dataset rest = own.select(some);
  EXPECT_THROW(train_with(rest, "perceptron"), Error);
  const Training training = train_with(rest, "perceptron", ScalingKind::none, true);
  EXPECT_EQ(training.model.classes.size(), 3U);
  EXPECT_EQ(training.planes[0].evidence.has_value(), false);
  EXPECT_EQ(training.model.origin.margin.has_value(), false);
  // Of the class that is not there the model says no to all.
  const auto& none = training.model.planes[1];
  EXPECT_LT(none.offset, 0);
}

TEST(Scalings, ThatThereAreNotAreRefused) {
  try {
    parse_named<ScalingKind>("scale", "some");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
  }
}

volatile std::sig_atomic_t heard = 0;

TEST(InterruptScope, CatchesCtrlCAndGivesItBack) {
  const auto before = std::signal(SIGINT, [](int) { heard = heard + 1; });
  {
    const InterruptScope scope;
    EXPECT_FALSE(scope.interrupted());
    std::raise(SIGINT);
    std::raise(SIGINT);  // a second one ends nothing
    EXPECT_TRUE(scope.interrupted());
    EXPECT_THROW(check_interrupt(), Error);
  }
  EXPECT_EQ(heard, 0);
  EXPECT_NO_THROW(check_interrupt());
  std::raise(SIGINT);
  EXPECT_EQ(heard, 1);
  std::signal(SIGINT, SIG_IGN);
  {
    const InterruptScope scope;
    std::raise(SIGINT);
    EXPECT_FALSE(scope.interrupted());  // who ignores it goes on ignoring it
  }
  std::signal(SIGINT, before);
}

}  // namespace
}  // namespace perceptron::core::test
