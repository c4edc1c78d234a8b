// Passive-aggressive steps, against the textbook's loop and its theorem.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "problem.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// Crammer et al. 2006, in file order: τ = ℓ/‖x‖², at most C, or ℓ/(‖x‖² + 1/(2C)).
// The C of a row is C times its weight.
struct PlainPassiveAggressive {
  std::vector<double> w;
  double b = 0;
  std::uint64_t updates = 0;
  std::uint64_t wrong = 0;
  double squared_losses = 0;

  PlainPassiveAggressive(const Grid& points, const std::vector<std::uint32_t>& labels,
                         const LearnSettings& settings, const std::vector<double>& weights = {}) {
    w.resize(points.at(0).size());
    const double c = settings.aggressiveness;
    for (std::uint64_t pass = 0; pass < settings.epochs; ++pass) {
      const std::uint64_t before = updates;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const double y = labels[i] == 1 ? 1 : -1;
        double s = 0;
        double length = 0;
        for (std::size_t j = 0; j < w.size(); ++j) {
          s += points[i][j] * w[j];
          length += points[i][j] * points[i][j];
        }
        s += b;
        if (settings.offset) length += 1;
        const double loss = std::max(0.0, 1 - y * s);
        if (loss == 0) continue;
        const double weight = weights.empty() ? 1 : weights[i];
        if (weight == 0) continue;
        if (settings.variant == PassiveVariant::pa2) length += 1 / (2 * c) / weight;
        if (length == 0) continue;
        double tau = loss / length;
        if (settings.variant == PassiveVariant::pa1) tau = std::min(c * weight, tau);
        for (std::size_t j = 0; j < w.size(); ++j) w[j] += points[i][j] * (y * tau);
        if (settings.offset) b += y * tau;
        ++updates;
        if (y * s <= 0) ++wrong;
        squared_losses += loss * loss;
      }
      if (updates == before) break;
    }
  }
};

LearnSettings passive_aggressive(Random& random) {
  LearnSettings settings;
  settings.learner = Learner::passive_aggressive;
  settings.variant = by_name(std::array{"PA", "PA-I", "PA-II"}.at(random.below(3)));
  settings.aggressiveness = std::pow(10, random.uniform(-2, 2));
  settings.epochs = 1 + random.below(6);
  settings.offset = random.below(2) == 0;
  settings.order = VisitOrder::file;
  return settings;
}

RC_GTEST_PROP(PassiveAggressive, FollowsTheTextbookBitForBit, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = random_problem(random, 1 + random.below(30), 1 + random.below(12), 2,
                                         [&] { return random.normal(); });
  const LearnSettings settings = passive_aggressive(random);
  const Fit fit = fit_binary(problem, settings);
  const PlainPassiveAggressive textbook(grid(problem.matrix), problem.labels, settings);
  RC_ASSERT(fit.weights == textbook.w);
  RC_ASSERT(fit.offset == textbook.b);
  RC_ASSERT(fit.updates == textbook.updates);
  RC_ASSERT(fit.wrong == textbook.wrong);
  RC_ASSERT(fit.wrong <= fit.updates);
}

// The weights after c steps are those of the first c rows alone.
RC_GTEST_PROP(PassiveAggressive, AveragedKeepsTheMeanOverAllSteps, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t rows = 1 + random.below(20);
  const Problem problem =
      random_problem(random, rows, 1 + random.below(6), 2, [&] { return random.normal(); });
  LearnSettings settings = passive_aggressive(random);
  settings.epochs = 1;
  settings.learner = Learner::averaged_passive_aggressive;
  const Fit fit = fit_binary(problem, settings);
  const Grid points = grid(problem.matrix);
  std::vector<double> mean(points[0].size());
  double mean_b = 0;
  double largest = 1;
  for (std::uint64_t c = 1; c <= rows; ++c) {
    const Grid first(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(c));
    const PlainPassiveAggressive textbook(first, problem.labels, settings);
    for (std::size_t j = 0; j < mean.size(); ++j) {
      mean[j] += textbook.w[j] / static_cast<double>(rows);
      largest = std::max(largest, std::abs(textbook.w[j]));
    }
    mean_b += textbook.b / static_cast<double>(rows);
    largest = std::max(largest, std::abs(textbook.b));
  }
  for (std::size_t j = 0; j < mean.size(); ++j)
    RC_ASSERT(std::abs(fit.weights[j] - mean[j]) <= 1e-12 * largest);
  RC_ASSERT(std::abs(fit.offset - mean_b) <= 1e-12 * largest);
}

RC_GTEST_PROP(PassiveAggressive, WeightOfARowMultipliesItsC, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = random_problem(random, 1 + random.below(20), 1 + random.below(5), 2,
                                         [&] { return random.normal(); });
  std::vector<double> weights;
  for (std::size_t i = 0; i < problem.labels.size(); ++i)
    weights.push_back(random.below(4) == 0 ? 0 : random.uniform(0, 2));
  const LearnSettings settings = passive_aggressive(random);
  Listener silent;
  Examples examples = problem.examples();
  examples.weights = weights;
  const Fit weighed = fit(examples, Targets::binary(), settings, 1, silent)[0];
  const PlainPassiveAggressive textbook(grid(problem.matrix), problem.labels, settings, weights);
  RC_ASSERT(weighed.weights == textbook.w);
  RC_ASSERT(weighed.offset == textbook.b);
  RC_ASSERT(weighed.updates == textbook.updates);
}

// If some u has no loss, Σℓ² ≤ R²‖u‖² however long it goes on.
RC_GTEST_PROP(PassiveAggressive, SquaredLossesAreBoundedWhereSomePlaneHasNone,
              (std::uint64_t seed)) {
  Random random(seed);
  LearnSettings settings = passive_aggressive(random);
  settings.variant = PassiveVariant::pa;
  settings.epochs = 50;
  const std::uint64_t features = 1 + random.below(5);
  std::vector<double> u(features + 1);  // the offset behind the weights
  for (double& x : u) x = random.normal();
  if (!settings.offset) u.back() = 0;
  Grid points;
  std::vector<std::uint32_t> labels;
  double least = 1e300;
  double radius2 = 0;
  for (int i = 0; i < 15; ++i) {
    std::vector<double> x(features);
    double s = u.back();
    double length = settings.offset ? 1 : 0;
    for (std::size_t j = 0; j < features; ++j) {
      x[j] = random.normal();
      s += u[j] * x[j];
      length += x[j] * x[j];
    }
    points.push_back(x);
    labels.push_back(s > 0 ? 1 : 0);
    least = std::min(least, std::abs(s));
    radius2 = std::max(radius2, length);
  }
  // u/least has y(u·x + b) ≥ 1 for every row.
  double norm2 = 0;
  for (const double x : u) norm2 += x * x / (least * least);
  const Fit fit = fit_binary(Problem(points, labels), settings);
  const PlainPassiveAggressive textbook(points, labels, settings);
  RC_ASSERT(fit.weights == textbook.w);
  RC_ASSERT(fit.offset == textbook.b);
  RC_ASSERT(textbook.squared_losses <= radius2 * norm2 * (1 + 1e-9));
}

TEST(PassiveAggressive, TakesTheStepsWorkedByHand) {
  // No offset. x = (1, 1): ℓ = 1, ‖x‖² = 2, τ = ½, w = (½, ½). x = (2, 0), y = −1:
  // y·s = −1, ℓ = 2, ‖x‖² = 4, τ = ½, w = (−½, ½).
  const Problem problem({{1, 1}, {2, 0}}, {1, 0});
  LearnSettings settings;
  settings.learner = Learner::passive_aggressive;
  settings.order = VisitOrder::file;
  settings.offset = false;
  settings.epochs = 1;
  settings.variant = PassiveVariant::pa;
  Fit fit = fit_binary(problem, settings);
  EXPECT_EQ(fit.weights, (std::vector<double>{-0.5, 0.5}));
  EXPECT_EQ(fit.updates, 2U);
  EXPECT_EQ(fit.wrong, 2U);
  // At most C = ¼: w = (¼, ¼), then y·s = −½, ℓ = 3/2, τ = ¼, w = (−¼, ¼).
  settings.variant = PassiveVariant::pa1;
  settings.aggressiveness = 0.25;
  fit = fit_binary(problem, settings);
  EXPECT_EQ(fit.weights, (std::vector<double>{-0.25, 0.25}));
  // 1/(2C) = 2: τ = ¼, w = (¼, ¼), then ℓ = 3/2, τ = 3/2/6 = ¼, w = (−¼, ¼).
  settings.variant = PassiveVariant::pa2;
  fit = fit_binary(problem, settings);
  EXPECT_EQ(fit.weights, (std::vector<double>{-0.25, 0.25}));
}

TEST(PassiveAggressive, StepAtAnAnswerThatIsRightButNotByEnoughIsNoMistake) {
  const Problem problem({{1}, {0.5}}, {1, 1});
  LearnSettings settings;
  settings.learner = Learner::passive_aggressive;
  settings.order = VisitOrder::file;
  settings.offset = false;
  settings.variant = PassiveVariant::pa;
  const Fit fit = fit_binary(problem, settings);
  EXPECT_EQ(fit.updates, 2U);
  EXPECT_EQ(fit.wrong, 1U);
  EXPECT_EQ(fit.weights, (std::vector<double>{2}));
  EXPECT_TRUE(fit.converged);
}

}  // namespace
}  // namespace perceptron::core::test
