// Models that dual ascent trains as a bank are those that it trains one by one,
// to the last bit.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "bank_problems.h"
#include "model/fit.h"

namespace perceptron::core::test {
namespace {

// At most: enough for several blocks of a pass's order.
constexpr std::uint64_t kRows = 120;

RC_GTEST_PROP(DualBank, SolvesEachModelAsItWouldBeSolvedAlone, (std::uint64_t seed)) {
  Random random(seed);
  const Matrix matrix = any_rows(random, kRows);
  const Models models = any_models(random, matrix, 22);
  auto settings = any_settings(random, models);
  for (SolverSettings& each : settings) each.seed = seed;
  Listener silent;
  const auto together = solve_dual(models, settings, silent);
  RC_ASSERT(together.size() == models.size());
  for (std::size_t m = 0; m < models.size(); ++m)
    require_same(together[m], solve_dual(models[m], settings[m], silent));
}

// So many features that no step of second order comes to help.
TEST(DualBank, SolvesAloneAndTogetherTheSameWhereFeaturesAreMany) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Matrix matrix = scattered_rows(random, 70, 6000);
    const Models models = any_models(random, matrix, 22);
    const std::vector<SolverSettings> settings(models.size(), precise(1e-3));
    Listener silent;
    const auto together = solve_dual(models, settings, silent);
    for (std::size_t m = 0; m < models.size(); ++m)
      expect_same(together[m], solve_dual(models[m], settings[m], silent),
                  fmt::format("seed {}, model {}", seed, m));
  }
}

void require_same_fit(const Fit& a, const Fit& b) {
  RC_ASSERT(a.weights == b.weights);
  RC_ASSERT(a.offset == b.offset);
  RC_ASSERT(a.alpha == b.alpha);
  RC_ASSERT(a.converged == b.converged);
  RC_ASSERT(a.updates == b.updates);
  RC_ASSERT(a.held_out == b.held_out);
  RC_ASSERT(a.optimisation->passes == b.optimisation->passes);
  RC_ASSERT(a.optimisation->dual == b.optimisation->dual);
}

RC_GTEST_PROP(DualBank, FitsClassesTheSameTogetherAloneAndWithThreads, (std::uint64_t seed)) {
  Random random(seed);
  const Matrix matrix = any_rows(random, kRows);
  const std::uint64_t classes = 2 + random.below(20);
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;
  for (std::uint64_t i = 0; i < rows_of(matrix); ++i) {
    labels.push_back(static_cast<std::uint32_t>(i < 2 ? i : random.below(classes)));
    weights.push_back(static_cast<double>(1 + random.below(3)));
  }
  // One class against the rest or against another, the classes with weights.
  Targets targets(classes, classes);
  const bool pairs = random.below(2) == 0;
  for (std::uint64_t m = 0; m < classes; ++m) {
    for (std::uint64_t c = 0; c < classes; ++c) {
      if (c == m || !pairs || c == (m + 1) % classes)
        targets.sign(c, m) = (c == m ? 1 : -1) * random.uniform(0.5, 2);
    }
  }
  LearnSettings settings;
  const std::vector<std::string> learners = {"hinge", "squared-hinge", "logistic"};
  const std::vector<std::string> solvers = {"dual", "newton", "auto"};
  settings.learner = by_name(learners[random.below(3)]);
  settings.solver = by_name(solvers[random.below(3)]);
  settings.l2 = random.below(2) == 0 ? 0.1 : 0.001;
  settings.offset = random.below(3) != 0;
  settings.penalise_offset = settings.offset && random.below(2) == 0;
  settings.early_stop = random.below(3) == 0 ? 0.3 : 0;
  settings.epochs = 100;
  const Examples examples{matrix.view(), labels, weights};
  Listener silent;
  const auto together = fit(examples, targets, settings, 1, silent);
  const auto threaded = fit(examples, targets, settings, 2, silent);
  for (std::uint64_t m = 0; m < classes; ++m) {
    require_same_fit(together[m], threaded[m]);
    require_same_fit(together[m], fit(examples, targets.slice(m, 1), settings, 1, silent)[0]);
  }
}

}  // namespace
}  // namespace perceptron::core::test
