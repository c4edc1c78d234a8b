// Scores of left-out rows lie in the proved intervals, whichever solver finds them.

#include "certify/row_removal.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "certify/removal_by_curvature.h"
#include "objectives.h"
#include "reference_minimiser.h"
#include "solve/solver.h"

namespace perceptron::core::test {
namespace {

Solution solved(const perceptron::core::Problem& problem, double tolerance) {
  SolverSettings settings;
  settings.tolerance = tolerance;
  settings.epochs = 400;
  Listener silent;
  return perceptron::core::solve(problem, Solver::automatic, settings, silent);
}

// Whether rows of both classes are left.
bool has_both_classes(const perceptron::core::Problem& problem) {
  bool has[2] = {false, false};
  for (const double y : problem.signed_weight) {
    if (y != 0) has[y > 0 ? 1 : 0] = true;
  }
  return has[0] && has[1];
}

RC_GTEST_PROP(RowRemoval, ScoresOfAnIndependentSolverLieInTheIntervals, (std::uint64_t seed)) {
  Random random(seed);
  StatedProblem task;
  do {
    task = random_stated_problem(random);
  } while (task.loss == Loss::perceptron || task.class_weights[0] == 0 ||
           task.class_weights[1] == 0);
  if (task.l2 == 0) task.l2 = 0.1;
  if (task.loss == Loss::logistic && random.below(2) == 0) task.l1 = 0;
  const perceptron::core::Problem problem = task.problem();
  const Solution solution = solved(problem, std::pow(10.0, -random.uniform(1, 13)));
  const OptimalityEvidence evidence =
      measure_optimality(problem, solution.w, solution.b, solution.beta, 1);
  const auto intervals =
      left_out_scores(problem, task.data.weights, solution.w, solution.b, evidence);
  RC_ASSERT(intervals.size() == problem.size());
  const Grid points = grid(task.data.matrix);
  for (int k = 0; k < 1; ++k) {
    const std::uint64_t i = random.below(problem.size());
    perceptron::core::Problem rest = problem;
    rest.signed_weight[i] = 0;
    rest.n -= task.data.weights.empty() ? 1 : task.data.weights[i];
    if (problem.signed_weight[i] == 0 || !has_both_classes(rest)) continue;
    const Minimiser truth = minimise_slowly(rest);
    if (!(truth.gap < 1e-11L)) continue;
    Real score = task.offset == OffsetKind::penalised ? truth.w.back() : 0;
    Real length = 1;
    for (std::size_t j = 0; j < points[i].size(); ++j) {
      score += truth.w[j] * points[i][j];
      length += std::abs(static_cast<Real>(points[i][j]));
    }
    Real longest = 1;
    for (const double square : squared_lengths(problem.rows))
      longest = std::max<Real>(longest, std::sqrt(static_cast<Real>(square)));
    const Real slack = (truth.radius(task.l2) + 1e-12L) * (length + longest) + 1e-7L;
    RC_ASSERT(score + truth.lower >= intervals[i].lower - slack);
    RC_ASSERT(score + truth.upper <= intervals[i].upper + slack);
  }
}

// One-hot rows such as these are what leave-one-out is used on.
TEST(RowRemoval, IsDecidedByCurvatureForAlmostAllRows) {
  Random random(11);
  Grid points;
  Labels labels;
  for (int i = 0; i < 600; ++i) {
    std::vector<double> x(8);
    double sum = 0;
    for (double& value : x) sum += value = random.normal();
    points.push_back(x);
    labels.push_back(sum + 2 * random.normal() > 0 ? 1 : 0);
  }
  StatedProblem task;
  task.data = dataset(points, labels);
  task.loss = Loss::logistic;
  task.l2 = 1e-4;
  task.offset = OffsetKind::free;
  const perceptron::core::Problem problem = task.problem();
  const Solution solution = solved(problem, 1e-11);
  const auto intervals = removals_by_curvature(problem, {}, solution.w, solution.b);
  ASSERT_EQ(intervals.size(), points.size());
  std::size_t decided = 0;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (intervals[i].lower > 0 || intervals[i].upper < 0) ++decided;
    double own = solution.b;
    for (std::size_t j = 0; j < points[i].size(); ++j) own += solution.w[j] * points[i][j];
    // Leaving a row out moves its score towards the other class.
    EXPECT_LE(labels[i] == 1 ? intervals[i].lower : -intervals[i].upper,
              labels[i] == 1 ? own : -own);
  }
  EXPECT_GT(decided, 580U);
}

}  // namespace
}  // namespace perceptron::core::test
