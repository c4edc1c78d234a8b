// Gradient descent on the hinge loss, against the loop that textbooks give:
//
//     k = 0, w = 0
//     while criterion not met:
//         g = 0
//         for i in 1 … n:  if yᵢ(w·xᵢ) < 1:  g = g − yᵢxᵢ/n
//         w = w − η·g
//         k++

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "task.h"

namespace perceptron::core::test {
namespace {

struct Place {
  std::vector<double> w;
  double b = 0;
};

// The weights after each pass. An offset is the weight of a feature that is 1.
std::vector<Place> descend(const Task& task, double eta, std::uint64_t passes) {
  const auto n = static_cast<double>(task.size());
  const bool offset = task.problem.offset == Offsets::free;
  std::vector<Place> places;
  Place at{std::vector<double>(task.points[0].size()), 0};
  for (std::uint64_t k = 0; k < passes; ++k) {
    std::vector<double> g(at.w.size());
    double g_b = 0;
    for (std::size_t i = 0; i < task.size(); ++i) {
      if (task.sign(i) * score_of(task, i, at.w, at.b) >= 1) continue;
      for (std::size_t j = 0; j < g.size(); ++j) g[j] = g[j] - task.sign(i) * task.points[i][j] / n;
      g_b = g_b - task.sign(i) / n;
    }
    for (std::size_t j = 0; j < g.size(); ++j) at.w[j] = at.w[j] - eta * g[j];
    if (offset) at.b = at.b - eta * g_b;
    places.push_back(at);
  }
  return places;
}

// What the solver passes through, one place a pass.
std::vector<Place> watch(const Task& task, double eta, std::uint64_t passes) {
  std::vector<Place> places;
  SolverSettings settings;
  settings.rate = eta;
  settings.epochs = passes;
  settings.tolerance = 0;
  settings.watch = [&](const SolverProgress& now) {
    places.push_back({{now.w.begin(), now.w.end()}, now.b});
    return true;
  };
  const Solution solution = run(task, "batch", settings);
  if (!places.empty()) {
    EXPECT_EQ(solution.w, places.back().w);
    EXPECT_EQ(solution.b, places.back().b);
  }
  return places;
}

// The solver follows the textbook up to `near`, and ends before it only at a
// place that is proved to be the best.
void expect_follows(const Task& task, double eta, double near) {
  constexpr std::uint64_t kPasses = 12;
  const auto textbook = descend(task, eta, kPasses);
  const auto places = watch(task, eta, kPasses);
  RC_ASSERT(places.size() <= textbook.size());
  for (std::size_t k = 0; k < places.size(); ++k) {
    for (std::size_t j = 0; j < places[k].w.size(); ++j)
      RC_ASSERT(std::abs(places[k].w[j] - textbook[k].w[j]) <= near);
    RC_ASSERT(std::abs(places[k].b - textbook[k].b) <= near);
  }
  if (places.size() == textbook.size()) return;
  const Place last =
      places.empty() ? Place{std::vector<double>(task.points[0].size()), 0} : places.back();
  for (const Place& place : textbook)
    RC_ASSERT(primal_of(task, last.w, last.b) <= primal_of(task, place.w, place.b) + near);
}

Task hinge(Grid points, std::vector<double> y, Offsets offset) {
  Task task(std::move(points), std::move(y));
  task.problem.loss = Loss::hinge;
  task.problem.offset = offset;
  return task;
}

TEST(GradientDescent, TakesTheStepsWorkedByHand) {
  // Two rows, η = ½. Pass 1: both margins are 0, g = (−½, −1), w = (¼, ½).
  // Pass 2: margins ¼ and 1, only the first is short, g = (−½, 0), w = (½, ½).
  // Pass 3: ½ and 1 → (¾, ½). Pass 4: ¾ and 1 → (1, ½). Then nothing is short.
  const Task task = hinge({{1, 0}, {0, -2}}, {1, -1}, Offsets::none);
  const auto places = watch(task, 0.5, 4);
  ASSERT_EQ(places.size(), 4U);
  EXPECT_EQ(places[0].w, (std::vector<double>{0.25, 0.5}));
  EXPECT_EQ(places[1].w, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(places[2].w, (std::vector<double>{0.75, 0.5}));
  EXPECT_EQ(places[3].w, (std::vector<double>{1, 0.5}));
}

TEST(GradientDescent, MovesAFreeOffsetTheSameWay) {
  // x = 3 is positive, x = 1 negative, η = 1. Pass 1: g = (−1, 0), w = 1, b = 0.
  // Pass 2: margins 3 and −1; g = (½, ½), w = ½, b = −½. Pass 3: margins 1 and 0;
  // g = (½, ½), w = 0, b = −1. Pass 4: margins −1 and 1; g = (−3/2, −½), w = 3/2,
  // b = −½. Pass 5: margins 4 and −1 → w = 1, b = −1. Pass 6: 2 and 0 → ½, −3/2.
  const Task task = hinge({{3}, {1}}, {1, -1}, Offsets::free);
  const auto places = watch(task, 1, 6);
  const std::vector<double> w = {1, 0.5, 0, 1.5, 1, 0.5};
  const std::vector<double> b = {0, -0.5, -1, -0.5, -1, -1.5};
  ASSERT_EQ(places.size(), w.size());
  for (std::size_t k = 0; k < w.size(); ++k) {
    EXPECT_EQ(places[k].w[0], w[k]) << k;
    EXPECT_EQ(places[k].b, b[k]) << k;
  }
}

TEST(GradientDescent, EndsWhereNothingIsShort) {
  const Task task = hinge({{1, 0}, {0, -2}}, {1, -1}, Offsets::none);
  SolverSettings settings;
  settings.rate = 0.5;
  settings.tolerance = 0;
  const Solution solution = run(task, "batch", settings);
  EXPECT_TRUE(solution.reached);
  EXPECT_EQ(solution.passes, 4);
  EXPECT_EQ(solution.primal, 0);
  EXPECT_EQ(solution.w, (std::vector<double>{1, 0.5}));
}

// Powers of two times small integers, and a power of two of them: no sum rounds.
RC_GTEST_PROP(GradientDescent, FollowsTheTextbookExactly, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t rows = std::uint64_t{1} << random.below(5);
  const std::uint64_t features = 1 + random.below(5);
  Grid points(rows, std::vector<double>(features));
  std::vector<double> y;
  for (auto& point : points) {
    for (double& x : point) x = (static_cast<double>(random.below(9)) - 4) / 4;
    y.push_back(random.below(2) == 0 ? 1 : -1);
  }
  const Task task = hinge(points, y, random.below(2) == 0 ? Offsets::none : Offsets::free);
  const double eta = std::ldexp(1, static_cast<int>(random.below(5)) - 3);
  expect_follows(task, eta, 0);
}

RC_GTEST_PROP(GradientDescent, FollowsTheTextbookOnRealNumbers, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t rows = 1 + random.below(20);
  const std::uint64_t features = 1 + random.below(8);
  Grid points(rows, std::vector<double>(features));
  std::vector<double> y;
  for (auto& point : points) {
    for (double& x : point) x = random.normal();
    y.push_back(random.below(2) == 0 ? 1 : -1);
  }
  const Task task = hinge(points, y, random.below(2) == 0 ? Offsets::none : Offsets::free);
  const double eta = random.uniform(0.01, 2);
  expect_follows(task, eta, 1e-12);
}

// The proximal step, when there are penalties; a falling rate; other losses.
RC_GTEST_PROP(GradientDescent, ShrinksByThePenaltiesAfterEachStep, (std::uint64_t seed)) {
  Random random(seed);
  const Task task = any_task(random);
  const perceptron::core::Problem& p = task.problem;
  SolverSettings settings;
  settings.rate = random.uniform(0.01, 1);
  settings.epochs = 8;
  settings.tolerance = 0;
  settings.schedule = enum_names(Schedule{}).at(random.below(3)).first;
  std::vector<double> w(task.points[0].size());
  double b = 0;
  double k = 0;
  settings.watch = [&](const SolverProgress& now) {
    ++k;
    const double eta = settings.schedule == Schedule::inverse ? settings.rate / k
                       : settings.schedule == Schedule::sqrt  ? settings.rate / std::sqrt(k)
                                                              : settings.rate;
    std::vector<double> beta(task.size());
    for (std::size_t i = 0; i < task.size(); ++i)
      beta[i] = -task.v(i) * slope_at(p.loss, task.sign(i) * score_of(task, i, w, b));
    const auto u = combination_of(task, beta);
    for (std::size_t j = 0; j < w.size(); ++j)
      w[j] = soft(w[j] + eta * u[j], eta * p.l1) / (1 + eta * p.l2);
    if (p.offset == Offsets::free) b += eta * u.back();
    if (p.offset == Offsets::penalised) b = soft(b + eta * u.back(), eta * p.l1) / (1 + eta * p.l2);
    double size = 1 + std::abs(b);
    for (const double x : w) size = std::max(size, std::abs(x));
    for (std::size_t j = 0; j < w.size(); ++j) RC_ASSERT(std::abs(now.w[j] - w[j]) <= 1e-12 * size);
    RC_ASSERT(std::abs(now.b - b) <= 1e-12 * size);
    w.assign(now.w.begin(), now.w.end());  // so that a margin at a kink cannot part the two
    b = now.b;
    return true;
  };
  run(task, "batch", settings);
}

RC_GTEST_PROP(GradientDescent, FallsInEveryStepItChoosesItself, (std::uint64_t seed)) {
  Random random(seed);
  const Task task = any_task(random);
  SolverSettings settings;
  settings.epochs = 20;
  double before = primal_of(task, std::vector<double>(task.points[0].size()), 0);
  settings.watch = [&](const SolverProgress& now) {
    const double value = primal_of(task, now.w, now.b);
    RC_ASSERT(value < before + 1e-14);
    before = value;
    return true;
  };
  run(task, "batch", settings);
}

}  // namespace
}  // namespace perceptron::core::test
