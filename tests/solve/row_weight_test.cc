// What a row weighs, to every solver: as much as if it were there so often.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "model/fit.h"
#include "task.h"

namespace perceptron::core::test {
namespace {

void expect_same_optimum(const Task& one, const Task& other) {
  const double best = primal_of(one, std::vector<double>(one.points[0].size()), 0);
  for (const std::string& name : exact_solvers(one)) {
    SolverSettings settings = precise(1e-11);
    settings.epochs = 3000;
    const Solution a = run(one, name, settings);
    const Solution b = run(other, name, settings);
    RC_LOG() << name_of(one) << ", " << name_of(a.solver) << ": " << a.primal << ", " << b.primal;
    RC_ASSERT(a.dual <= b.primal + 1e-12);
    RC_ASSERT(b.dual <= a.primal + 1e-12);
    if (!a.reached || !b.reached)
      continue;  // rounding keeps some from 1e-11, L1 far above L2 others
    RC_ASSERT(std::abs(a.primal - b.primal) <= 1e-9 * best);
    if (one.problem.l2 < 0.01) continue;
    // ½L2‖w − w*‖² ≤ P(w) − P(w*)
    const double gaps = std::max(0.0, a.primal - a.dual) + std::max(0.0, b.primal - b.dual);
    const double near = 1e-9 + 4 * std::sqrt(2 * (gaps + 1e-15) / one.problem.l2);
    for (std::size_t j = 0; j < a.w.size(); ++j) RC_ASSERT(std::abs(a.w[j] - b.w[j]) <= near);
  }
}

RC_GTEST_PROP(Solver, RowOfWeightTwoIsARowGivenTwice, (std::uint64_t seed)) {
  Random random(seed);
  Task once = any_task(random, kLosses[1 + random.below(3)]);
  if (once.problem.l2 == 0) once.problem.l2 = 1e-2;
  Grid rows;
  std::vector<double> signs;
  for (std::size_t i = 0; i < once.size(); ++i) {
    const double v = static_cast<double>(random.below(3) + (i < 2 ? 1 : 0));
    once.problem.signed_weight[i] = once.sign(i) * v;
    for (double copy = 0; copy < v; ++copy) {
      rows.push_back(once.points[i]);
      signs.push_back(once.sign(i));
    }
  }
  once = once.with_rows(once.points, once.problem.signed_weight);
  expect_same_optimum(once, once.with_rows(rows, signs));
}

RC_GTEST_PROP(Solver, RowOfWeightZeroIsAsIfAbsent, (std::uint64_t seed)) {
  Random random(seed);
  Task all = any_task(random);
  Grid rows;
  std::vector<double> signed_weight;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i >= 2 && random.below(2) == 0) all.problem.signed_weight[i] = 0;
    if (all.problem.signed_weight[i] == 0) continue;
    rows.push_back(all.points[i]);
    signed_weight.push_back(all.problem.signed_weight[i]);
  }
  all = all.with_rows(all.points, all.problem.signed_weight);
  const Task some = all.with_rows(rows, signed_weight);
  for (const std::string& name : exact_solvers(all) + Words{"batch", "online"}) {
    SolverSettings settings = precise(1e-6);
    settings.epochs = name == "batch" || name == "online" ? 5 : 20000;
    const Solution a = run(all, name, settings);
    const Solution b = run(some, name, settings);
    RC_LOG() << name_of(all) << ", " << name;
    RC_ASSERT(a.w == b.w);
    RC_ASSERT(a.b == b.b);
    RC_ASSERT(a.primal == b.primal);
  }
}

// A class that weighs c is a class whose rows weigh c, with the same n.
RC_GTEST_PROP(Solver, ClassWeightMultipliesTheRowsOfItsClass, (std::uint64_t seed)) {
  Random random(seed);
  Grid points;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  std::vector<double> signed_weight;
  const double first = random.uniform(0.2, 5);
  const double second = random.uniform(0.2, 5);
  double n = 0;
  for (std::uint32_t i = 0; i < 10; ++i) {
    points.push_back({random.normal(), random.normal()});
    labels.push_back(i % 2);
    weights.push_back(static_cast<double>(random.below(3) + 1));
    signed_weight.push_back(i % 2 == 1 ? second * weights[i] : -first * weights[i]);
    n += weights[i];
  }
  Task task(points, signed_weight);
  task.problem.n = n;
  task.problem.l2 = 0.01;
  task.problem.offset = kOffsets[random.below(3)];
  LearnSettings settings;
  settings.l2 = 0.01;
  settings.offset = task.problem.offset != Offsets::none;
  settings.penalise_offset = task.problem.offset == Offsets::penalised;
  settings.tolerance = 1e-8;
  settings.epochs = 2000;
  const std::vector<std::pair<std::string, Loss>> learners = {
      {"hinge", Loss::hinge}, {"squared-hinge", Loss::squared_hinge}, {"logistic", Loss::logistic}};
  for (const auto& [learner, loss] : learners) {
    settings.learner = by_name(learner);
    task.problem.loss = loss;
    Listener silent;
    const Examples examples{task.matrix.view(), labels, weights};
    const Fit fitted = fit(examples, Targets::binary(first, second), settings, 1, silent)[0];
    RC_LOG() << name_of(task);
    const double primal = primal_of(task, fitted.weights, fitted.offset);
    RC_ASSERT(std::abs(fitted.optimisation->primal - primal) <= 1e-9 * primal);
    const Solution solution = run(task, "auto", precise(1e-8));
    RC_ASSERT(fitted.optimisation->dual <= solution.primal + 1e-12);
    RC_ASSERT(solution.dual <= primal + 1e-12);
    if (fitted.converged && solution.reached)
      RC_ASSERT(std::abs(solution.primal - primal) <= 2e-8 * primal);
  }
}

}  // namespace
}  // namespace perceptron::core::test
