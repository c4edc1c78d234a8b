// The losses of all classes together: softmax (multinomial logistic regression) and Crammer and
// Singer's. Objectives are computed once more here, from the rows.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "certificates.h"
#include "solve/joint/joint_losses.h"
#include "solve/joint/joint_objective.h"
#include "solve/joint/joint_solver.h"
#include "solve/solver.h"

namespace perceptron::core::test {
namespace {

constexpr std::array kJointLosses = {JointLoss::softmax, JointLoss::crammer_singer};

double between(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.below(1U << 20U)) / (1U << 20U);
}

// Rows in memory and a problem about them.
struct JointTask {
  std::vector<double> values;
  JointProblem problem;

  JointTask(Random& random, std::uint64_t rows, std::uint64_t features, std::uint64_t classes,
            JointLoss loss) {
    for (std::uint64_t k = 0; k < rows * features; ++k) values.push_back(between(random, -2, 2));
    problem.rows = DenseRows<double>{values.data(), rows, features};
    problem.classes = classes;
    for (std::uint64_t i = 0; i < rows; ++i) {
      problem.truth.push_back(static_cast<std::uint32_t>(i < classes ? i : random.below(classes)));
      values[i * features + problem.truth.back() % features] += 1.5;
      problem.weight.push_back(random.below(4) == 0 ? between(random, 0, 3) : 1);
      problem.n += problem.weight.back();
    }
    problem.loss = loss;
    problem.l2 = std::pow(10.0, between(random, -3, 0));
    problem.offset = static_cast<OffsetKind>(random.below(3));
  }
};

// As the documents write it.
double plain_loss(JointLoss loss, const std::vector<double>& s, std::uint32_t c) {
  double sum = 0;
  double worst = s[c];
  for (std::size_t k = 0; k < s.size(); ++k) {
    sum += std::exp(s[k] - s[c]);
    worst = std::max(worst, s[k] + (k == c ? 0 : 1));
  }
  return loss == JointLoss::softmax ? std::log(sum) : worst - s[c];
}

double plain_objective(const JointTask& task, const Bank& w) {
  const JointProblem& problem = task.problem;
  const std::uint64_t features = problem.features();
  double sum = 0;
  for (std::uint64_t i = 0; i < problem.size(); ++i) {
    std::vector<double> s(problem.classes);
    for (std::uint64_t k = 0; k < problem.classes; ++k) {
      s[k] = problem.offset == OffsetKind::none ? 0 : w.offsets()[k];
      for (std::uint64_t j = 0; j < features; ++j)
        s[k] += task.values[i * features + j] * w.row(j)[k];
    }
    sum += problem.weight[i] * plain_loss(problem.loss, s, problem.truth[i]);
  }
  double squares = 0;
  for (std::uint64_t j = 0; j < features + (problem.offset == OffsetKind::penalised ? 1 : 0); ++j) {
    for (std::uint64_t k = 0; k < problem.classes; ++k) squares += w.row(j)[k] * w.row(j)[k];
  }
  return sum / problem.n + problem.l2 / 2 * squares;
}

JointSettings joint_settings(double tolerance) {
  JointSettings settings;
  settings.tolerance = tolerance;
  settings.epochs = 100'000;
  return settings;
}

RC_GTEST_PROP(JointLoss, LossIsTheMaximumOverProbabilities, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t classes = 2 + random.below(5);
  std::vector<double> s;
  for (std::uint64_t k = 0; k < classes; ++k) s.push_back(between(random, -4, 4));
  const auto c = static_cast<std::uint32_t>(random.below(classes));
  for (const JointLoss loss : kJointLosses) {
    with_joint_loss(loss, [&](auto definition) {
      const auto bound = [&](const std::vector<double>& p) {
        double value = definition.gain(p, c) - s[c];
        for (std::uint64_t k = 0; k < classes; ++k) value += p[k] * s[k];
        return value;
      };
      std::vector<double> best(classes);
      const double value = definition.value(s, c, best);
      RC_ASSERT(std::abs(value - plain_loss(loss, s, c)) < 1e-12 * (1 + value));
      RC_ASSERT(std::abs(value - bound(best)) < 1e-12 * (1 + value));
      std::vector<double> other(classes);
      double sum = 0;
      for (double& each : other) sum += each = between(random, 1e-6, 1);
      for (double& each : other) each /= sum;
      RC_ASSERT(bound(other) <= value + 1e-12);
    });
  }
}

RC_GTEST_PROP(JointLoss, AStepIsTheBestOfItsRow, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t classes = 2 + random.below(5);
  std::vector<double> s;
  std::vector<double> old(classes);
  double sum = 0;
  for (std::uint64_t k = 0; k < classes; ++k) s.push_back(between(random, -4, 4));
  for (double& each : old) sum += each = between(random, 1e-6, 1);
  for (double& each : old) each /= sum;
  const auto c = static_cast<std::uint32_t>(random.below(classes));
  const double q = std::pow(10.0, between(random, -3, 3));
  for (const JointLoss loss : kJointLosses) {
    with_joint_loss(loss, [&](auto definition) {
      const auto cost = [&](const std::vector<double>& p) {
        double value = -definition.gain(p, c);
        for (std::uint64_t k = 0; k < classes; ++k)
          value += q / 2 * (p[k] - old[k]) * (p[k] - old[k]) - p[k] * s[k];
        return value;
      };
      std::vector<double> best = old;
      definition.step(s, c, q, best);
      double total = 0;
      for (const double each : best) {
        RC_ASSERT(each >= 0);
        total += each;
      }
      RC_ASSERT(std::abs(total - 1) < 1e-12);
      // Moving a little between two classes, or towards any point, makes it no better.
      for (int attempt = 0; attempt < 20; ++attempt) {
        std::vector<double> other = best;
        const std::uint64_t from = random.below(classes);
        const std::uint64_t to = random.below(classes);
        const double by = best[from] * between(random, 0, 1e-2);
        other[from] -= by;
        other[to] += by;
        RC_ASSERT(cost(best) <= cost(other) + 1e-5 * (1 + q));
      }
    });
  }
}

TEST(JointLoss, ProjectionKeepsProbabilitiesAndOrder) {
  std::vector<double> z = {0.2, 0.5, 0.3};
  project_to_simplex(z);
  EXPECT_NEAR(z[0], 0.2, 1e-15);
  EXPECT_NEAR(z[1], 0.5, 1e-15);
  z = {10, 0, -5};
  project_to_simplex(z);
  EXPECT_EQ(z, (std::vector<double>{1, 0, 0}));
  z = {1, 1};
  project_to_simplex(z);
  EXPECT_EQ(z, (std::vector<double>{0.5, 0.5}));
}

RC_GTEST_PROP(JointSolvers, AgreeAndBoundTheOptimum, (std::uint64_t seed)) {
  Random random(seed);
  const JointLoss loss = kJointLosses[random.below(2)];
  const std::uint64_t classes = 2 + random.below(4);
  const JointTask task(random, classes + random.below(25), 1 + random.below(5), classes, loss);
  Listener quiet;
  const JointSettings settings = joint_settings(1e-5);
  const JointSolution dual = solve_joint_dual(task.problem, settings, quiet);
  const JointSolution newton = solve_joint_newton(task.problem, settings, quiet);
  const JointSolution chosen = solve_joint(task.problem, Solver::automatic, settings, quiet);
  for (const JointSolution* each : {&dual, &newton, &chosen}) {
    RC_ASSERT(std::abs(each->primal - plain_objective(task, each->w)) < 1e-9);
    RC_ASSERT(each->dual <= each->primal + 1e-9);
    // The bound of one holds for the planes of the others.
    for (const JointSolution* other : {&dual, &newton, &chosen})
      RC_ASSERT(each->dual <= other->primal + 1e-9);
  }
  RC_ASSERT(newton.reached);
  RC_ASSERT(chosen.reached);
}

RC_GTEST_PROP(JointSolvers, TwoClassesAreTheLossOfTwoWithHalfTheL2, (std::uint64_t seed)) {
  Random random(seed);
  const JointLoss loss = kJointLosses[random.below(2)];
  const JointTask task(random, 6 + random.below(20), 1 + random.below(4), 2, loss);
  Problem problem;
  problem.rows = task.problem.rows;
  for (std::uint64_t i = 0; i < task.problem.size(); ++i)
    problem.signed_weight.push_back((task.problem.truth[i] == 1 ? 1 : -1) * task.problem.weight[i]);
  problem.n = task.problem.n;
  problem.loss = loss == JointLoss::softmax ? Loss::logistic : Loss::hinge;
  problem.l2 = task.problem.l2 / 2;
  problem.offset = task.problem.offset;
  Listener quiet;
  const JointSolution joint =
      solve_joint(task.problem, Solver::automatic, joint_settings(1e-7), quiet);
  SolverSettings settings;
  settings.tolerance = 1e-7;
  settings.epochs = 100'000;
  const Solution binary = solve(problem, Solver::automatic, settings, quiet);
  RC_ASSERT(std::abs(joint.primal - binary.primal) < 1e-6 * binary.primal);
}

TEST(JointSolvers, StopWhenTheWatchSaysSo) {
  Random random(3);
  const JointTask task(random, 60, 3, 3, JointLoss::softmax);
  Listener quiet;
  for (const Solver solver : {Solver::dual, Solver::newton, Solver::automatic}) {
    JointSettings settings = joint_settings(1e-9);
    int calls = 0;
    settings.watch = [&](const JointProgress&) { return ++calls < 2; };
    const JointSolution stopped = solve_joint(task.problem, solver, settings, quiet);
    EXPECT_EQ(calls, 2);
    EXPECT_FALSE(stopped.reached);
  }
}

TEST(JointSolvers, RowsOfWeightZeroDoNotMatter) {
  Random random(5);
  JointTask task(random, 40, 3, 4, JointLoss::softmax);
  std::fill(task.problem.weight.begin(), task.problem.weight.end(), 1.0);
  task.problem.n = 30;
  std::fill(task.problem.weight.begin() + 30, task.problem.weight.end(), 0.0);
  JointTask fewer = task;
  fewer.problem.rows = DenseRows<double>{fewer.values.data(), 30, 3};
  fewer.problem.weight.resize(30);
  fewer.problem.truth.resize(30);
  Listener quiet;
  const JointSolution all = solve_joint_newton(task.problem, joint_settings(1e-9), quiet);
  const JointSolution some = solve_joint_newton(fewer.problem, joint_settings(1e-9), quiet);
  EXPECT_NEAR(all.primal, some.primal, 1e-12);
}

}  // namespace
}  // namespace perceptron::core::test
