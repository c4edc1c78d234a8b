// Bounds on the objective of a plane and on that of every plane: what is
// measured is true, and what is certified is accepted.

#include "certify/optimality.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "certificates.h"
#include "certify/feasible.h"
#include "objectives.h"

namespace perceptron::core::test {
namespace {

// Near the optimum, or anywhere, with β that keeps no limit at all.
StatedSolution any_solution(Random& random, const StatedProblem& task) {
  StatedSolution solution = solve(task);
  const std::uint64_t sort = random.below(4);
  if (sort == 0 || sort == 1) {
    for (double& x : solution.beta) {
      x *= random.uniform(0, 2);
      if (random.below(20) == 0) x = -x;
      if (random.below(100) == 0) x = NAN;
      if (random.below(100) == 0) x = INFINITY;
    }
  }
  if (sort == 0 || sort == 2) {
    for (double& x : solution.plane) x += random.normal();
  }
  if (random.below(20) == 0) solution.beta.clear();
  return solution;
}

RC_GTEST_PROP(Optimality, ThatIsMeasuredIsTrueAndCloseToTheTruth, (std::uint64_t seed)) {
  Random random(seed);
  const StatedProblem task = random_stated_problem(random);
  const StatedSolution solution = any_solution(random, task);
  const OptimalityEvidence evidence = measure(task, solution);
  const ExactProblem truth = exact_task(task.subject(), task.objective(), task.data);

  const Near objective = primal(truth, Numbers(solution.plane.begin(), solution.plane.end()));
  RC_ASSERT(mpq_class(evidence.upper) >= objective.value - objective.error);
  RC_ASSERT(evidence.upper <= objective.value.get_d() * (1 + 1e-11) + 1e-12);

  const auto bound = dual(truth, Numbers(evidence.beta.begin(), evidence.beta.end()));
  RC_ASSERT(bound.has_value());
  RC_ASSERT(mpq_class(evidence.lower) <= bound->value + bound->error);
  RC_ASSERT(evidence.lower >= bound->value.get_d() - 1e-11);
  RC_ASSERT(evidence.lower >= 0);
  RC_ASSERT(evidence.lower <= evidence.upper);
}

RC_GTEST_PROP(Optimality, ThatIsMeasuredIsCertifiedAndAccepted, (std::uint64_t seed)) {
  Random random(seed);
  const StatedProblem task = random_stated_problem(random);
  const Certificate certificate = certify(task, any_solution(random, task));
  const Verdict verdict = verdict_of(task.data, certificate);
  if (!verdict.valid) RC_FAIL(verdict.reason + "\n" + encode_certificate(certificate));
  RC_ASSERT(optimality_lie(certificate, task.data) == "");
}

// No value of the dual is above one of the primal: any point within the limits
// and any plane will do.
RC_GTEST_PROP(Optimality, OfTheDualIsNeverAboveThatOfAPlane, (std::uint64_t seed)) {
  Random random(seed);
  const StatedProblem task = random_stated_problem(random);
  const ExactProblem truth = exact_task(task.subject(), task.objective(), task.data);
  const OptimalityEvidence evidence = measure(task, any_solution(random, task));
  const auto bound = dual(truth, Numbers(evidence.beta.begin(), evidence.beta.end()));
  for (int trial = 0; trial < 5; ++trial) {
    Numbers plane;
    for (std::size_t j = 0; j < truth.rows[0].size(); ++j) plane.emplace_back(random.normal());
    const Near objective = primal(truth, plane);
    RC_ASSERT(bound->value - bound->error <= objective.value + objective.error);
    RC_ASSERT(mpq_class(evidence.lower) <= objective.value + objective.error);
  }
}

// What is done to β to keep its limits costs little where β is near the best;
// of smooth losses it is.
RC_GTEST_PROP(Optimality, OfASolutionIsMeasuredWithoutLosingIt, (std::uint64_t seed)) {
  Random random(seed);
  StatedProblem task = random_stated_problem(random);
  task.loss = random.below(2) == 0 ? Loss::squared_hinge : Loss::logistic;
  task.l2 = std::max(task.l2, 0.1);
  const OptimalityEvidence evidence = measure(task, solve(task));
  RC_ASSERT(evidence.upper - evidence.lower <= 1e-2 * (1 + evidence.upper));
}

TEST(Optimality, OfTwoPointsIsWhatPencilAndPaperSay) {
  // (1 − w)₊ + w²/4 is least at w = 1; and (1 − w)₊ + w/2 there as well.
  StatedProblem task;
  task.data = dataset({{1}, {-1}}, {1, 0});
  const StatedSolution solution = {{1}, {0.5, 0.5}};
  task.l2 = 0.5;
  OptimalityEvidence evidence = measure(task, solution);
  EXPECT_NEAR(evidence.upper, 0.25, 1e-14);
  EXPECT_NEAR(evidence.lower, 0.25, 1e-14);
  task.l2 = 0;
  task.l1 = 0.5;
  evidence = measure(task, solution);
  EXPECT_NEAR(evidence.upper, 0.5, 1e-14);
  EXPECT_NEAR(evidence.lower, 0.5, 1e-14);
  // (1 − w)² + w²/2 is least at w = 2/3, where the slope of the loss is 2/3.
  task.loss = Loss::squared_hinge;
  task.l1 = 0;
  task.l2 = 1;
  evidence = measure(task, {{2.0 / 3}, {2.0 / 3, 2.0 / 3}});
  EXPECT_NEAR(evidence.upper, 1.0 / 3, 1e-14);
  EXPECT_NEAR(evidence.lower, 1.0 / 3, 1e-14);
  // Nothing is better than w = 0 if the points are of both classes: log 2.
  task.data = dataset({{1}, {1}}, {1, 0});
  task.loss = Loss::logistic;
  evidence = measure(task, {{0}, {0.5, 0.5}});
  EXPECT_NEAR(evidence.upper, std::log(2), 1e-14);
  EXPECT_NEAR(evidence.lower, std::log(2), 1e-14);
}

TEST(Optimality, WithoutAnyPenaltyProvesOnlyThatNoLossIsNegative) {
  StatedProblem task;
  task.data = apart();
  task.offset = OffsetKind::free;
  const OptimalityEvidence evidence = measure(task, solve(task));
  EXPECT_EQ(evidence.lower, 0);
  EXPECT_EQ(evidence.beta, std::vector<double>(4, 0.0));
  EXPECT_TRUE(std::isfinite(evidence.upper));
}

TEST(Optimality, IsTheSameForAnyNumberOfThreads) {
  Random random(1);
  StatedProblem task;
  Grid points;
  Labels labels;
  for (int i = 0; i < 20000; ++i) {
    points.push_back({random.normal(), random.normal(), random.normal()});
    labels.push_back(points.back()[0] + random.normal() > 0 ? 1 : 0);
    task.data.weights.push_back(random.uniform());
  }
  const std::vector<double> weights = task.data.weights;
  task.data = dataset(points, labels);
  task.data.weights = weights;
  task.l2 = 0.01;
  StatedSolution solution = {{1, 0, 0, 0}, {}};
  for (const double v : weights) solution.beta.push_back(v * random.uniform());
  for (const Loss loss : {Loss::hinge, Loss::squared_hinge, Loss::logistic}) {
    for (const OffsetKind offset : {OffsetKind::free, OffsetKind::penalised}) {
      task.loss = loss;
      task.offset = offset;
      const OptimalityEvidence one = measure(task, solution, 1);
      for (const std::uint64_t threads : {2U, 5U}) {
        const OptimalityEvidence many = measure(task, solution, threads);
        EXPECT_EQ(one.upper, many.upper);
        EXPECT_EQ(one.lower, many.lower);
        EXPECT_EQ(one.beta, many.beta);
      }
      EXPECT_TRUE(verdict_of(task.data, certify(task, solution)).valid);
    }
  }
}

// Numbers that overflow are not taken for small ones.
TEST(Optimality, OfNumbersBeyondAllDoublesIsNoBound) {
  StatedProblem task;
  task.data = dataset({{1e300, 1e300}, {-1e300, 1e300}}, {1, 0});
  task.l2 = 1;
  for (const Loss loss : {Loss::perceptron, Loss::hinge, Loss::squared_hinge, Loss::logistic}) {
    task.loss = loss;
    for (const double w : {1e300, -1e300}) {
      const OptimalityEvidence evidence = measure(task, {{w, -1e300}, {1, 1}});
      EXPECT_EQ(evidence.upper, INFINITY);
      EXPECT_EQ(evidence.lower, 0);
    }
  }
}

// ---- β within its limits ----

RC_GTEST_PROP(DualPoint, OfAFreeOffsetIsBalancedWithoutARounding, (std::uint64_t seed)) {
  Random random(seed);
  StatedProblem task;
  task.offset = OffsetKind::free;
  task.loss = random.below(2) == 0 ? Loss::hinge : Loss::squared_hinge;
  const std::uint64_t rows = 2 + random.below(50);
  Grid points(rows, {1.0});
  Labels labels;
  const int reach = random.below(4) == 0 ? 600 : 20;
  const auto draw = [&] {
    return std::ldexp(random.uniform(), static_cast<int>(small_integer(random, 1) * reach));
  };
  std::vector<double> weights;
  std::vector<double> beta;
  for (std::uint64_t i = 0; i < rows; ++i) {
    labels.push_back(i < 2 ? static_cast<std::uint32_t>(i) : random.below(2) == 0 ? 1 : 0);
    weights.push_back(draw());
    beta.push_back(random.below(4) == 0 ? 0 : draw());
  }
  task.data = dataset(points, labels);
  task.data.weights = weights;
  task.class_weights = {random.uniform(), 1};
  const perceptron::core::Problem problem = task.problem();
  const auto result = make_feasible(problem, TrueWeights(problem.signed_weight, problem.n), beta);
  mpq_class sum;
  mpq_class total[2];
  mpq_class before[2];
  for (std::uint64_t i = 0; i < rows; ++i) {
    const mpq_class v = mpq_class(weights[i]) * mpq_class(task.class_weights[labels[i]]);
    RC_ASSERT(result[i] >= 0);
    RC_ASSERT(task.loss == Loss::squared_hinge || mpq_class(result[i]) <= v);
    total[labels[i]] += mpq_class(result[i]);
    before[labels[i]] +=
        task.loss == Loss::squared_hinge ? mpq_class(beta[i]) : std::min(mpq_class(beta[i]), v);
  }
  RC_ASSERT(total[0] == total[1]);
  // No more is lost than what one side had too much, and roundings.
  const mpq_class least = std::min(before[0], before[1]);
  const mpq_class largest = std::max(before[0], before[1]);
  RC_ASSERT(total[0] >= least - largest * mpq_class(static_cast<double>(rows) * 0x1p-51));
}

}  // namespace
}  // namespace perceptron::core::test
