// What every solver claims, against the objective and its dual written down
// plainly.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/elementary.h"
#include "task.h"

namespace perceptron::core::test {
namespace {

std::vector<std::string> every_solver(const Task& task) {
  return exact_solvers(task) + Words{"auto", "batch", "online"};
}

// Of a loss without kinks.
Task any_smooth_task(Random& random) {
  return any_task(random, random.below(2) == 0 ? Loss::logistic : Loss::squared_hinge);
}

bool finite(const Solution& solution) {
  return std::isfinite(solution.b) && std::all_of(solution.w.begin(), solution.w.end(),
                                                  [](double x) { return std::isfinite(x); });
}

// The solution of a solver, and all bounds on the optimum that it reported on the way.
struct Bounds {
  Solution solution;
  std::vector<std::pair<double, double>> intervals;  // (dual, primal)
  double most_dual = -kInfinity;
  double least_primal = kInfinity;
};

Bounds bounds_of(const Task& task, const std::string& solver, SolverSettings settings) {
  Bounds bounds;
  const bool knows = solver != "online";  // its objective on the way
  settings.watch = [&](const SolverProgress& now) {
    if (!knows || now.primal == 0) return true;
    RC_LOG() << name_of(task) << ", solver " << solver << ", primal " << now.primal << "\n";
    RC_ASSERT(std::abs(now.primal - primal_of(task, now.w, now.b)) <= 1e-9 * (1 + now.primal));
    bounds.intervals.emplace_back(now.dual, now.primal);
    return true;
  };
  bounds.solution = run(task, solver, settings);
  bounds.intervals.emplace_back(bounds.solution.dual, bounds.solution.primal);
  for (const auto& [dual, primal] : bounds.intervals) {
    bounds.most_dual = std::max(bounds.most_dual, dual);
    bounds.least_primal = std::min(bounds.least_primal, primal);
  }
  return bounds;
}

// The end of a run, recomputed.
void expect_honest(const Task& task, const Solution& solution, double tolerance) {
  RC_LOG() << name_of(task) << ", solver " << name_of(solution.solver) << ", primal "
           << solution.primal << ", dual " << solution.dual << ", passes " << solution.passes
           << "\n";
  RC_ASSERT(finite(solution));
  RC_ASSERT(solution.w.size() == task.points[0].size());
  if (task.problem.offset == Offsets::none) RC_ASSERT(solution.b == 0);
  RC_ASSERT(std::abs(solution.primal - primal_of(task, solution.w, solution.b)) <=
            1e-9 * (1 + solution.primal));
  if (!solution.beta.empty()) {
    RC_ASSERT(solution.beta.size() == task.size());
    RC_ASSERT(excess_of(task, solution.beta) <= 1e-12 * task.problem.n);
    RC_ASSERT(std::abs(solution.dual - dual_of(task, solution.beta)) <= 1e-9);
  }
  if (solution.reached)
    RC_ASSERT(relative_gap(solution.primal, solution.dual) <= tolerance * (1 + 1e-9));
}

RC_GTEST_PROP(Solver, ProvesWhatItClaimsAndNoProofContradictsAnother, (std::uint64_t seed)) {
  Random random(seed);
  const Task task = any_task(random);
  SolverSettings settings = precise(std::pow(10, random.uniform(-8, -2)));
  settings.seed = seed;
  settings.epochs = 50;
  double most_dual = 0;
  double least_primal = kInfinity;
  for (const std::string& name : every_solver(task)) {
    const Bounds bounds = bounds_of(task, name, settings);
    if (task.problem.l1 > 0 || task.problem.l2 > 0)
      expect_honest(task, bounds.solution, settings.tolerance);
    most_dual = std::max(most_dual, bounds.most_dual);
    least_primal = std::min(least_primal, bounds.least_primal);
  }
  RC_LOG() << name_of(task) << ", dual " << most_dual << ", primal " << least_primal;
  RC_ASSERT(most_dual <= least_primal + 1e-10 * (1 + least_primal));
}

RC_GTEST_PROP(Solver, ReachesATightToleranceWhereverAProofExists, (std::uint64_t seed)) {
  Random random(seed);
  const Task task = any_task(random, random.below(3) == 0   ? Loss::hinge
                                     : random.below(2) == 0 ? Loss::logistic
                                                            : Loss::squared_hinge);
  for (const std::string& name : exact_solvers(task)) {
    SolverSettings settings = precise(1e-7);
    settings.epochs = 1000000;
    const Solution solution = run(task, name, settings);
    RC_LOG() << name_of(task) << ", " << name_of(solution.solver) << ", primal " << solution.primal
             << ", dual " << solution.dual << ", passes " << solution.passes;
    RC_ASSERT(solution.reached || solution.primal - solution.dual <= 1e-14);
  }
}

RC_GTEST_PROP(DualSolver, NeverFallsBack, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_task(random, kLosses[1 + random.below(3)]);
  task.problem.l2 = std::pow(10, random.uniform(-4, 0));
  const Bounds bounds = bounds_of(task, "dual", precise(1e-8));
  for (std::size_t k = 1; k < bounds.intervals.size(); ++k) {
    constexpr double kRounding = 1e-13;
    RC_ASSERT(bounds.intervals[k].first >= bounds.intervals[k - 1].first - kRounding);
    RC_ASSERT(bounds.intervals[k].second <= bounds.intervals[k - 1].second + kRounding);
  }
}

// With u = (1/n) Σ βyx for the slopes β at w: where wⱼ is 0 the penalty holds
// it there, elsewhere the slope of P is 0.
RC_GTEST_PROP(Solver, LeavesNoSlopeThatThePenaltyDoesNotHold, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_smooth_task(random);
  if (task.problem.l2 == 0) task.problem.l2 = 1e-3;
  const double l1 = task.problem.l1;
  const double l2 = task.problem.l2;
  // A gap of ε lets a slope be off by √(2·ε·curvature).
  double curvature = l2;
  for (const auto& point : task.points) {
    for (const double x : point) curvature = std::max(curvature, 18 * x * x);
  }
  for (const std::string& name : exact_solvers(task)) {
    const Solution solution = run(task, name, precise(1e-10));
    if (!solution.reached) continue;
    const double slack = 1e-9 + std::sqrt(2e-10 * solution.primal * curvature *
                                          static_cast<double>(task.points[0].size()));
    std::vector<double> beta(task.size());
    for (std::size_t i = 0; i < beta.size(); ++i)
      beta[i] = -task.v(i) * slope_at(task.problem.loss,
                                      task.sign(i) * score_of(task, i, solution.w, solution.b));
    const auto u = combination_of(task, beta);
    RC_LOG() << name_of(task) << ", " << name_of(solution.solver) << ", slack " << slack;
    for (std::size_t j = 0; j < solution.w.size(); ++j) {
      const double rest = u[j] - l2 * solution.w[j];
      if (solution.w[j] == 0) {
        RC_ASSERT(std::abs(rest) <= l1 + slack);
      } else {
        RC_ASSERT(std::abs(rest - std::copysign(l1, solution.w[j])) <= slack);
      }
    }
  }
}

// The slope of P in b from the left and from the right.
RC_GTEST_PROP(Solver, FreeOffsetIsTheBestForItsWeights, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_task(random, kLosses[1 + random.below(3)]);
  task.problem.offset = Offsets::free;
  if (task.problem.l2 == 0) task.problem.l2 = 1e-3;
  for (const std::string& name : exact_solvers(task)) {
    const Solution solution = run(task, name, precise(1e-6));
    const double at = primal_of(task, solution.w, solution.b);
    for (const double step : {1e-5, 1e-3, 0.1, 3.0}) {
      RC_ASSERT(primal_of(task, solution.w, solution.b + step) >= at - 1e-12 * (1 + at));
      RC_ASSERT(primal_of(task, solution.w, solution.b - step) >= at - 1e-12 * (1 + at));
    }
  }
}

// ---- Extremes ----

RC_GTEST_PROP(Solver, HugePenaltiesLeaveFiniteWeights, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_task(random);
  const std::uint64_t which = random.below(3);
  task.problem.l1 = which != 0 ? 1e6 : 0;
  task.problem.l2 = which != 1 ? 1e6 : 0;
  for (const std::string& name : every_solver(task)) {
    for (const double rate : {0.0, 0.1}) {
      SolverSettings settings;
      settings.epochs = 20;
      settings.rate = rate;
      const Solution solution = run(task, name, settings);
      RC_LOG() << name_of(task) << ", " << name << ", rate " << rate;
      RC_ASSERT(finite(solution));
      RC_ASSERT(std::isfinite(solution.primal));
      for (const double x : solution.w) {
        if (which != 0) RC_ASSERT(x == 0);
        RC_ASSERT(std::abs(x) < 1e-3);
      }
    }
  }
}

RC_GTEST_PROP(Solver, AutoEndsWithFiniteWeightsAndATrueClaim, (std::uint64_t seed)) {
  Random random(seed);
  for (const Loss loss : kLosses) {
    Task task = any_task(random, loss);
    for (const Offsets offset : kOffsets) {
      task.problem.offset = offset;
      SolverSettings settings = precise(1e-4);
      settings.epochs = 40;
      const Solution solution = run(task, "auto", settings);
      RC_LOG() << name_of(task) << ", " << name_of(solution.solver);
      RC_ASSERT(finite(solution));
      if (task.problem.l1 > 0 || task.problem.l2 > 0) expect_honest(task, solution, 1e-4);
    }
  }
}

// Without L2 Newton's method has no dual to prove anything with, but it knows
// when it was told to stop.
TEST(Solver, StoppedBeforeTheEndClaimsNothing) {
  Random random(3);
  Grid points;
  std::vector<double> y;
  for (int i = 0; i < 40; ++i) {
    points.push_back({random.normal(), random.normal(), random.normal()});
    y.push_back(random.below(2) == 0 ? 1 : -1);
  }
  Task task(points, y);
  for (const Loss loss : {Loss::squared_hinge, Loss::logistic}) {
    for (const double l2 : {0.0, 1e-3}) {
      task.problem.loss = loss;
      task.problem.l2 = l2;
      SolverSettings settings = precise(1e-6);
      const Solution best = run(task, "newton", settings);
      EXPECT_TRUE(best.reached) << name_of(task);
      settings.epochs = 1;
      const Solution early = run(task, "newton", settings);
      EXPECT_GT(early.primal, best.primal * 1.001) << name_of(task);
      EXPECT_FALSE(early.reached) << name_of(task);
      settings.epochs = 1000;
      settings.watch = [](const SolverProgress& /*now*/) { return false; };
      EXPECT_FALSE(run(task, "newton", settings).reached) << name_of(task);
    }
  }
}

// All rows lean against a bound while Σαy is not 0 yet.
TEST(DualSolver, EndsWithAFreeOffsetThatAllRowsLeanAgainst) {
  Task task({{-0.81232862479884937}, {0}, {0}, {0}, {0.97516654898145239}}, {2, -3, -1, -2, -3});
  task.problem.loss = Loss::hinge;
  task.problem.l1 = 0.0023949890595407405;
  task.problem.l2 = 2.696654274558194;
  task.problem.offset = Offsets::free;
  const Solution solution = run(task, "dual", precise(1e-6));
  EXPECT_TRUE(solution.reached);
  EXPECT_NEAR(solution.primal, dual_of(task, solution.beta), 1e-6);
}

RC_GTEST_PROP(Solver, DenseAndSparseRowsGiveTheSame, (std::uint64_t seed)) {
  Random random(seed);
  const Task task = any_task(random);
  const auto other = task.matrix.layout() == Matrix::Layout::dense ? Matrix::Layout::sparse
                                                                   : Matrix::Layout::dense;
  Task twin(task.points, task.problem.signed_weight, other);
  twin.problem.loss = task.problem.loss;
  twin.problem.l1 = task.problem.l1;
  twin.problem.l2 = task.problem.l2;
  twin.problem.offset = task.problem.offset;
  const SolverSettings settings = precise(1e-9);
  for (const std::string& name : exact_solvers(task)) {
    const Solution a = run(task, name, settings);
    const Solution b = run(twin, name, settings);
    if (a.reached && b.reached)
      RC_ASSERT(std::abs(a.primal - b.primal) <= 1e-8 * (1e-6 + a.primal));
  }
  // A score that rounding puts on the other side of a kink would part the two.
  if (task.problem.loss == Loss::perceptron || task.problem.loss == Loss::hinge) return;
  for (const double rate : {0.0, 0.1}) {
    SolverSettings few = settings;
    few.epochs = 3;
    few.rate = rate;
    few.average = false;
    const Solution a = run(task, "online", few);
    const Solution b = run(twin, "online", few);
    RC_LOG() << name_of(task) << ", rate " << rate;
    RC_ASSERT(std::abs(a.primal - b.primal) <= 1e-6 * (1 + a.primal));
  }
}

RC_GTEST_PROP(Solver, SameSeedSameResult, (std::uint64_t seed)) {
  Random random(seed);
  const Task task = any_task(random);
  for (const std::string& name : every_solver(task)) {
    SolverSettings settings;
    settings.epochs = 20;
    settings.seed = seed;
    const Solution a = run(task, name, settings);
    const Solution b = run(task, name, settings);
    RC_ASSERT(a.w == b.w);
    RC_ASSERT(a.b == b.b);
    RC_ASSERT(a.beta == b.beta);
    RC_ASSERT(a.primal == b.primal);
    RC_ASSERT(a.dual == b.dual);
  }
}

// Of a loss with kinks the weights do not tell the dual variables, so that this
// holds for smooth ones.
RC_GTEST_PROP(Solver, EndsAtOnceWhenItStartsAtTheOptimum, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_smooth_task(random);
  if (task.problem.l2 == 0) task.problem.l2 = 1e-2;
  for (const std::string& name : exact_solvers(task)) {
    const Solution best = run(task, name, precise(1e-9));
    if (!best.reached) continue;
    SolverSettings settings = precise(1e-3);
    settings.start.weights = best.w;
    settings.start.offset = best.b;
    const Solution warm = run(task, name, settings);
    RC_LOG() << name_of(task) << ", " << name_of(warm.solver) << ": " << warm.passes << " passes";
    RC_ASSERT(warm.reached);
    // Not so the multiplier that dual ascent keeps for a free offset.
    if (name == "newton") RC_ASSERT(warm.passes <= 10);
    if (name == "dual" && task.problem.offset != Offsets::free) RC_ASSERT(warm.passes <= 50);
  }
}

// A feature joins where its slope at 0 exceeds L1, and not before.
RC_GTEST_PROP(Solver, FirstWeightsAppearWhereL1FallsBelowTheLargestSlope, (std::uint64_t seed)) {
  Random random(seed);
  Task task = any_smooth_task(random);
  task.problem.offset = Offsets::none;
  std::vector<double> beta(task.size());
  for (std::size_t i = 0; i < beta.size(); ++i)
    beta[i] = -task.v(i) * slope_at(task.problem.loss, 0);
  auto u = combination_of(task, beta);
  u.pop_back();
  double largest = 0;
  for (const double x : u) largest = std::max(largest, std::abs(x));
  if (largest < 1e-3) return;
  const auto zeros = [](const Solution& solution) {
    return std::all_of(solution.w.begin(), solution.w.end(), [](double x) { return x == 0; });
  };
  for (const std::string& name : exact_solvers(task)) {
    SolverSettings settings = precise(1e-9);
    settings.epochs = 3000;
    task.problem.l1 = largest * 1.001;
    RC_LOG() << name_of(task) << ", " << name;
    const Solution none = run(task, name, settings);
    if (none.reached) RC_ASSERT(zeros(none));
    task.problem.l1 = largest * 0.95;
    const Solution some = run(task, name, settings);
    // If the weights improve the objective by less than the tolerance, 0 is a solution too.
    if (some.reached && zeros(some))
      RC_ASSERT(some.primal <= run(task, "newton", precise(1e-12)).primal * (1 + 1e-9));
  }
}

}  // namespace
}  // namespace perceptron::core::test
