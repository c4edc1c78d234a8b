// The stress suite in small: every loss with every penalty on data of every family converges at
// the default settings.

#include <gtest/gtest.h>

#include "families.h"

namespace perceptron::core::test {
namespace {

void expect_convergence(Loss loss, const Family& family) {
  for (const Penalty& penalty : stress_penalties()) {
    Random random(1);
    Task task = family.make(random, 1);
    task.problem.loss = loss;
    task.problem.l1 = penalty.l1;
    task.problem.l2 = penalty.l2;
    for (const Offsets offset : kOffsets) {
      task.problem.offset = offset;
      const Solution solution = run(task, "auto", SolverSettings());
      EXPECT_TRUE(solution.reached)
          << family.name << ", " << penalty.name << ": " << name_of(task) << ", "
          << name_of(solution.solver) << ", primal " << solution.primal << ", dual "
          << solution.dual << ", passes " << solution.passes;
      EXPECT_NEAR(solution.primal, primal_of(task, solution.w, solution.b),
                  1e-9 * (1 + solution.primal));
    }
  }
}

TEST(Stress, HingeConvergesOnEveryFamily) {
  for (const Family& family : families()) expect_convergence(Loss::hinge, family);
}
TEST(Stress, SquaredHingeConvergesOnEveryFamily) {
  for (const Family& family : families()) expect_convergence(Loss::squared_hinge, family);
}
TEST(Stress, LogisticConvergesOnEveryFamily) {
  for (const Family& family : families()) expect_convergence(Loss::logistic, family);
}

}  // namespace
}  // namespace perceptron::core::test
