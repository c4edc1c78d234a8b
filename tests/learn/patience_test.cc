// Training stops when passes no longer have fewer mistakes, and not otherwise.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

#include "learn/learners.h"
#include "multiclass/scheme.h"
#include "problem.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// The pass after which to stop: the first that ends `patience` passes in a row without fewer
// mistakes than before. All of them if there is none.
std::size_t last_pass(const std::vector<std::uint64_t>& mistakes, std::uint64_t patience) {
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t waited = 0;
  for (std::size_t k = 0; k < mistakes.size(); ++k) {
    waited = mistakes[k] < fewest ? 0 : waited + 1;
    fewest = std::min(fewest, mistakes[k]);
    if (waited == patience) return k + 1;
  }
  return mistakes.size();
}

RC_GTEST_PROP(Patience, StopsAsIfThatManyPassesWereAskedFor, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = random_problem(random, 4 + random.below(40), 1 + random.below(5), 2,
                                         [&] { return random.normal(); });
  LearnSettings settings;
  settings.learner = std::array{Learner::perceptron, Learner::averaged, Learner::pocket,
                                Learner::passive_aggressive}
                         .at(random.below(4));
  settings.seed = random.bits();
  settings.offset = random.below(2) == 0;
  const bool usual = random.below(2) == 0;
  const std::uint64_t patience = usual ? 5 : 1 + random.below(12);
  if (!usual) settings.patience = patience;
  const Fit stopped = fit_binary(problem, settings);

  settings.patience = 0;
  const Fit whole = fit_binary(problem, settings);
  const std::size_t last = last_pass(whole.mistakes, patience);
  RC_ASSERT(stopped.epochs == last);
  if (last < whole.mistakes.size()) RC_ASSERT(stopped.stalled);
  if (stopped.converged) RC_ASSERT(!stopped.stalled);
  RC_ASSERT(!whole.stalled);
  settings.patience.reset();
  settings.epochs = last;
  const Fit asked = fit_binary(problem, settings);
  RC_ASSERT(!asked.stalled);
  RC_ASSERT(asked.mistakes == stopped.mistakes);
  RC_ASSERT(asked.updates == stopped.updates);
  if (!stopped.converged) {
    // A mean also counts the passes that would follow a pass without mistakes.
    RC_ASSERT(asked.weights == stopped.weights);
    RC_ASSERT(asked.offset == stopped.offset);
  }
}

RC_GTEST_PROP(Patience, IsOfEachModelByItself, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = random_problem(random, 6 + random.below(30), 1 + random.below(4), 3,
                                         [&] { return random.normal(); });
  const Targets targets = Scheme(Multiclass::one_vs_rest, 3).targets();
  LearnSettings settings;
  settings.learner = Learner::averaged;
  settings.seed = random.bits();
  const std::vector<Fit> together = fit_all(problem, targets, settings);
  for (std::uint64_t m = 0; m < 3; ++m) {
    const Fit alone = fit_all(problem, targets.slice(m, 1), settings)[0];
    RC_ASSERT(alone.mistakes == together[m].mistakes);
    RC_ASSERT(alone.weights == together[m].weights);
    RC_ASSERT(alone.stalled == together[m].stalled);
  }
}

TEST(Patience, HasNoLimitWhereEpochsAreGiven) {
  // No plane separates these: every pass makes mistakes.
  const Problem problem({{0, 0}, {1, 1}, {1, 0}, {0, 1}}, {0, 0, 1, 1});
  LearnSettings settings;
  settings.learner = Learner::perceptron;
  EXPECT_TRUE(fit_binary(problem, settings).stalled);
  EXPECT_LT(fit_binary(problem, settings).epochs, 100U);
  settings.epochs = 60;
  EXPECT_EQ(fit_binary(problem, settings).epochs, 60U);
  settings.patience = 3;
  EXPECT_LT(fit_binary(problem, settings).epochs, 60U);
}

}  // namespace
}  // namespace perceptron::core::test
