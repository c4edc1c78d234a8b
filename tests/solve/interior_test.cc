// The interior point method: optima of the hinge loss with L1, which is a linear program, from an
// independent solver; and data on which other solvers are slow.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "losses.h"
#include "task.h"

namespace perceptron::core::test {
namespace {

// The optima are those of HiGHS (scipy.optimize.linprog, feasibility tolerances of 1e-10).
TEST(InteriorPoint, HingeWithL1ReachesTheOptimumOfTheLinearProgram) {
  REQUIRE_DATA(path, "ionosphere.csv");
  const std::vector<std::pair<std::string, double>> optima = {
      {"1e-4", 0.1518599309967262}, {"1e-3", 0.19171790349392295}, {"1e-2", 0.3286943444157951}};
  for (const auto& [l1, optimum] : optima) {
    const auto json =
        trained(path, {"--learner", "hinge", "--l1", l1, "--l2", "0", "--tolerance", "1e-6", "-q"});
    EXPECT_TRUE(json.at("converged").get<bool>()) << l1;
    EXPECT_NEAR(json.at("objective").get<double>(), optimum, 1e-6 * optimum) << l1;
  }
}

// L1 makes weights exactly 0, though the path to the optimum has none.
TEST(InteriorPoint, WeightsThatL1RemovesAreExactlyZero) {
  REQUIRE_DATA(path, "ionosphere.csv");
  std::vector<std::uint64_t> zeros;
  for (const char* l1 : {"1e-3", "1e-2", "1e-1"}) {
    const auto json = trained(path, {"--learner", "hinge", "--l1", l1, "--l2", "0", "-q"});
    zeros.push_back(json.at("zeros").get<std::uint64_t>());
  }
  EXPECT_GT(zeros[0], 0U);
  EXPECT_LT(zeros[0], zeros[1]);
  EXPECT_LT(zeros[1], zeros[2]);
}

// Columns of very different size, one of them twice and one constant, fewer or more of them than
// rows: every loss, with small and large penalties and without L2.
RC_GTEST_PROP(InteriorPoint, SolvesRowsOfAnyShapeAndScale, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t rows = 4 + random.below(40);
  const std::uint64_t features = 3 + random.below(80);
  std::vector<double> size(features);
  for (double& each : size) each = std::pow(10, random.uniform(-4, 4));
  Grid points(rows, std::vector<double>(features));
  std::vector<double> signed_weight;
  for (auto& point : points) {
    for (std::size_t j = 0; j < features; ++j) point[j] = size[j] * random.normal();
    point[1] = point[0];
    point[2] = 1;
    signed_weight.push_back(signed_weight.empty() || random.below(2) == 0 ? 1 : -1);
  }
  signed_weight[1] = -1;
  Task task(std::move(points), std::move(signed_weight));
  task.problem.loss = kLosses[1 + random.below(3)];
  const bool both = random.below(2) == 0;
  if (both || random.below(2) == 0) task.problem.l1 = std::pow(10, random.uniform(-5, -1));
  if (both || task.problem.l1 == 0) task.problem.l2 = std::pow(10, random.uniform(-6, 1));
  task.problem.offset = kOffsets[random.below(3)];
  const Solution solution = run(task, "interior", SolverSettings());
  RC_LOG() << name_of(task) << ", primal " << solution.primal << ", dual " << solution.dual
           << ", passes " << solution.passes;
  RC_ASSERT(solution.reached);
  RC_ASSERT(std::abs(solution.primal - primal_of(task, solution.w, solution.b)) <=
            1e-9 * (1 + solution.primal));
}

// Found: all weights 0 or an objective 700 times the optimum, after 1,000 passes.
TEST(AutoSolver, ConvergesOnAFileWithTextColumnsAndUnscaledNumbers) {
  REQUIRE_DATA(path, "titanic.csv");
  for (const char* learner : {"hinge", "squared-hinge", "logistic"}) {
    for (const Words& penalty : {Words{}, Words{"--l1", "1e-4"}, Words{"--l1", "1e-3", "--l2", "0"},
                                 Words{"--l2", "1e-9"}}) {
      const auto json = trained(
          path,
          Words{"--label", "Survived", "--missing", "mean", "--learner", learner, "-q"} + penalty);
      EXPECT_TRUE(json.at("converged").get<bool>()) << learner;
      EXPECT_LE(json.at("gap").get<double>(), 1e-3) << learner;
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
