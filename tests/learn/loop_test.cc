// The loop against the textbook, and against itself in every other shape.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <string>

#include "instruction_sets.h"
#include "learn/learners.h"
#include "model/train.h"
#include "problem.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// The perceptron as a lecture writes it, in file order.
struct Textbook {
  std::vector<double> w;
  double b = 0;
  std::vector<double> sum_w;
  double sum_b = 0;
  std::uint64_t mistakes = 0;

  Textbook(const Problem& problem, std::uint64_t epochs, bool offset) {
    const Matrix dense = problem.matrix.as(Matrix::Layout::dense);
    const std::uint64_t d = dense.features();
    w.resize(d);
    sum_w.resize(d);
    for (std::uint64_t t = 0; t < epochs; ++t) {
      for (std::uint64_t i = 0; i < dense.rows(); ++i) {
        const double y = problem.labels[i] == 1 ? 1 : -1;
        double s = 0;
        for (std::uint64_t j = 0; j < d; ++j) s += dense.values()[i * d + j] * w[j];
        if (y * (s + b) <= 0) {
          for (std::uint64_t j = 0; j < d; ++j) w[j] += y * dense.values()[i * d + j];
          if (offset) b += y;
          ++mistakes;
        }
        for (std::uint64_t j = 0; j < d; ++j) sum_w[j] += w[j];
        sum_b += b;
      }
    }
  }
};

LearnSettings settings_for(const std::string& learner, std::uint64_t epochs, bool offset) {
  LearnSettings settings;
  settings.learner = by_name(learner);
  settings.epochs = epochs;
  settings.offset = offset;
  return settings;
}

void expect_same(const Fit& a, const Fit& b) {
  ASSERT_EQ(a.weights.size(), b.weights.size());
  for (std::size_t j = 0; j < a.weights.size(); ++j) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.weights[j]),
              std::bit_cast<std::uint64_t>(b.weights[j]));
  }
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.offset), std::bit_cast<std::uint64_t>(b.offset));
  EXPECT_EQ(a.mistakes, b.mistakes);
  EXPECT_EQ(a.updates, b.updates);
  EXPECT_EQ(a.converged, b.converged);
  EXPECT_EQ(a.alpha, b.alpha);
}

RC_GTEST_PROP(Loop, FollowsTheTextbookBitForBit, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = real_problem(random);
  const std::uint64_t epochs = 1 + random.below(8);
  const bool offset = random.below(2) == 0;
  LearnSettings settings = settings_for("perceptron", epochs, offset);
  settings.order = VisitOrder::file;
  const Fit fit = fit_binary(problem, settings);
  const Textbook textbook(problem, epochs, offset);
  RC_ASSERT(fit.weights == textbook.w);
  RC_ASSERT(fit.offset == textbook.b);
  RC_ASSERT(fit.updates == textbook.mistakes);

  settings.learner = Learner::averaged;
  const Fit averaged = fit_binary(problem, settings);
  const auto steps = static_cast<double>(epochs * problem.labels.size());
  for (std::size_t j = 0; j < textbook.w.size(); ++j) {
    RC_ASSERT(std::abs(averaged.weights[j] - textbook.sum_w[j] / steps) <=
              1e-10 * (1 + std::abs(textbook.w[j])));
  }
  RC_ASSERT(std::abs(averaged.offset - textbook.sum_b / steps) <=
            1e-10 * (1 + std::abs(textbook.b)));
}

// Any learner that is a run of the loop, or a search with many.
std::string some_learner(Random& random) {
  while (true) {
    const LearnerTraits& learner = kLearners[random.below(kLearners.size())];
    if (learner.rule != nullptr || learner.learner == Learner::margin)
      return std::string(name_of(learner.learner));
  }
}

RC_GTEST_PROP(Loop, ModelInABankEqualsTheModelAlone, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t classes = 2 + random.below(4);
  const Problem problem = real_problem(random, classes);
  const std::uint64_t models = 1 + random.below(40);
  Targets targets(classes, models);
  for (std::uint64_t c = 0; c < classes; ++c) {
    for (std::uint64_t m = 0; m < models; ++m)
      targets.sign(c, m) = static_cast<double>(random.below(3)) - 1;
  }
  LearnSettings settings =
      settings_for(some_learner(random), 1 + random.below(6), random.below(2) == 0);
  settings.seed = random.bits();
  settings.updates = random.below(2) * random.below(20);
  const auto bank = fit_all(problem, targets, settings);
  const auto threaded = fit_all(problem, targets, settings, 3);
  for (std::uint64_t m = 0; m < models; ++m) {
    expect_same(bank[m], fit_all(problem, targets.slice(m, 1), settings)[0]);
    expect_same(bank[m], threaded[m]);
  }
  RC_ASSERT(!::testing::Test::HasFailure());
}

void expect_models_alone(const Problem& problem, const Targets& targets,
                         const LearnSettings& settings) {
  const auto bank = fit_all(problem, targets, settings);
  for (std::uint64_t m = 0; m < targets.models(); ++m)
    expect_same(bank[m], fit_all(problem, targets.slice(m, 1), settings)[0]);
}

TEST(Loop, BankOfAnySizeEqualsItsModelsAlone) {
  Random random(17);
  Problem problem = random_problem(random, 40, 12, 20, [&] { return random.normal(); });
  for (const auto layout : {Matrix::Layout::dense, Matrix::Layout::sparse}) {
    problem.matrix = problem.matrix.as(layout);
    for (const LearnerTraits& learner : kLearners) {
      if (learner.rule == nullptr) continue;
      for (std::uint64_t models = 1; models <= 20; ++models) {
        Targets targets(20, models);
        for (std::uint64_t c = 0; c < 20; ++c) {
          for (std::uint64_t m = 0; m < models; ++m) targets.sign(c, m) = c == m ? 1 : -1;
        }
        expect_models_alone(problem, targets,
                            settings_for(std::string(name_of(learner.learner)), 4, true));
      }
    }
  }
}

// Class against class: most models see nothing of a row, and those that
// converge nothing of any.
TEST(Loop, BankOfModelsThatSeeFewClassesEqualsItsModelsAlone) {
  constexpr std::uint64_t kClasses = 14;
  Random random(23);
  const Problem problem = random_problem(random, 90, 6, kClasses, [&] { return random.normal(); });
  Targets targets(kClasses, kClasses * (kClasses - 1) / 2);
  std::uint64_t m = 0;
  for (std::uint64_t a = 0; a < kClasses; ++a) {
    for (std::uint64_t b = a + 1; b < kClasses; ++b, ++m) {
      targets.sign(a, m) = 1;
      targets.sign(b, m) = -1;
    }
  }
  for (const LearnerTraits& learner : kLearners) {
    if (learner.rule == nullptr) continue;
    expect_models_alone(problem, targets,
                        settings_for(std::string(name_of(learner.learner)), 12, true));
  }
}

RC_GTEST_PROP(Loop, SparseRowsGiveWhatDenseRowsGive, (std::uint64_t seed)) {
  Random random(seed);
  Problem problem = real_problem(random);
  LearnSettings settings = settings_for(some_learner(random), 5, true);
  settings.seed = random.bits();
  Targets pair(2, 2);  // a bank, and a model alone
  pair.sign(0, 0) = pair.sign(1, 1) = -1;
  pair.sign(1, 0) = pair.sign(0, 1) = 1;
  const auto dense = fit_all(problem, pair, settings);
  const Fit alone = fit_binary(problem, settings);
  problem.matrix = problem.matrix.as(Matrix::Layout::sparse);
  const auto sparse = fit_all(problem, pair, settings);
  expect_same(dense[0], sparse[0]);
  expect_same(dense[1], sparse[1]);
  expect_same(alone, fit_binary(problem, settings));
  expect_same(alone, dense[0]);
  RC_ASSERT(!::testing::Test::HasFailure());
}

TEST(Loop, EveryInstructionSetTakesTheSameSteps) {
  Random random(7);
  const Problem problem = random_problem(random, 300, 50, 5, [&] { return random.normal(); });
  Targets targets(5, 21);
  for (std::uint64_t m = 0; m < 21; ++m) {
    // Some classes are not seen by whole vectors of models.
    for (std::uint64_t c = 0; c < 5; ++c) targets.sign(c, m) = c == m / 8 ? 0 : c == m % 5 ? 1 : -1;
  }
  const LearnSettings settings = settings_for("averaged", 5, true);
  const auto expected = fit_all(problem, targets, settings);
  const int tried = with_each_instruction_set([&] {
    const auto fits = fit_all(problem, targets, settings);
    for (std::size_t m = 0; m < fits.size(); ++m) expect_same(fits[m], expected[m]);
  });
  EXPECT_GE(tried, 1);
}

TEST(Loop, FloatAndDoubleRowsOfTheSameNumbersAgree) {
  Random random(3);
  Problem problem = random_problem(
      random, 50, 9, 2, [&] { return static_cast<double>(static_cast<float>(random.normal())); });
  ASSERT_FALSE(problem.matrix.values().wide());
  const LearnSettings settings = settings_for("perceptron", 10, true);
  const Fit narrow = fit_binary(problem, settings);
  problem.matrix.transform([](auto, auto, double x) { return x; });
  ASSERT_TRUE(problem.matrix.values().wide());
  expect_same(narrow, fit_binary(problem, settings));
}

TEST(Loop, SameSeedSameResultAndOtherSeedOtherOrder) {
  Random random(5);
  const Problem problem = random_problem(random, 60, 4, 2, [&] { return random.normal(); });
  LearnSettings settings = settings_for("perceptron", 3, true);
  const Fit first = fit_binary(problem, settings);
  expect_same(first, fit_binary(problem, settings));
  settings.seed = 2;
  EXPECT_NE(first.weights, fit_binary(problem, settings).weights);
}

TEST(Loop, InitialWeightsAreWhereItStarts) {
  const Problem problem({{1, 0}, {0, 1}}, {1, 0});
  LearnSettings settings = settings_for("perceptron", 10, true);
  settings.initial_weights = {3, -2};
  settings.initial_offset = 0.5;
  const Fit fit = fit_binary(problem, settings);
  EXPECT_TRUE(fit.converged);
  EXPECT_EQ(fit.updates, 0U);
  EXPECT_EQ(fit.weights, (std::vector<double>{3, -2}));
  EXPECT_EQ(fit.offset, 0.5);
  settings.initial_weights = {1};
  EXPECT_THROW(fit_binary(problem, settings), Error);
}

TEST(Perceptron, ScoreThatIsNoNumberIsAMistake) {
  EXPECT_EQ(Perceptron().step(std::nan(""), 1, 0, 0), 1);
  EXPECT_EQ(Perceptron().step(std::nan(""), -1, 0, 0), -1);
  EXPECT_EQ(Perceptron().step(0, -1, 0, 0), -1);
  EXPECT_EQ(Perceptron().step(0, 0, 0, 0), 0);
}

TEST(Training, WeightsThatOverflowAreAnErrorNotAModel) {
  Dataset data = read_string("1.7e308,1.7e308,1\n-1,-1,0\n");
  TrainOptions options;
  options.learn.initial_weights = {1.7e308, -1.7e308};
  Listener silent;
  try {
    train(data, options, silent);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(in_options(error.message()).find("--scale standard"), std::string::npos);
  }
}

TEST(Pocket, KeepsTheFewestErrorsAmongAllWeightsAfterAPass) {
  Random random(11);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Problem problem = real_problem(random);
    const auto errors = [&](const Fit& fit) {
      Bank bank(problem.matrix.features(), 1);
      bank.put(0, fit.weights, fit.offset);
      std::vector<double> scores(problem.labels.size());
      score(problem.matrix.view(), 0, scores.size(), bank, scores);
      int wrong = 0;
      for (std::size_t i = 0; i < scores.size(); ++i)
        wrong += (problem.labels[i] == 1 ? scores[i] : -scores[i]) > 0 ? 0 : 1;
      return wrong;
    };
    const int pocket = errors(fit_binary(problem, settings_for("pocket", 10, true)));
    for (std::uint64_t epochs = 1; epochs <= 10; ++epochs) {
      EXPECT_LE(pocket, errors(fit_binary(problem, settings_for("perceptron", epochs, true))));
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
