// Probabilities by a temperature. Figures are those of SciPy 1.10.1.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "scored_rows.h"

namespace perceptron::core::test {
namespace {

// SciPy's minimize_scalar; the first two are also what an unpenalised logistic
// regression through the origin finds in scikit-learn.
TEST(Temperature, IsThatOfOtherPrograms) {
  EXPECT_NEAR(fit_temperature(kRows.view()), 1.4548435622587021, 1e-6);
  EXPECT_NEAR(fit_temperature(weighted(kRows).view()), 1.100173093793564, 1e-6);
  const std::vector<double> scores = {2, 1,   -1,   0.5, 1.5, 0,   -1,  0, 3,  1, 1,
                                      1, 0.2, -0.3, 0.1, -2,  2.5, 2.4, 1, -1, 0};
  const Labels truths = {0, 1, 2, 2, 1, 1, 0};
  const std::vector<double> weights = {1, 1, 1, 2, 0.5, 1, 3};
  EXPECT_NEAR(fit_temperature(ClassScoredRows{scores, truths}), 0.43813144493003625, 1e-7);
  EXPECT_NEAR(fit_temperature(ClassScoredRows{scores, truths, weights}), 0.2891013344519673, 1e-7);
}

RC_GTEST_PROP(Temperature, HasTheLeastLossAroundAndFarAway, (std::uint64_t seed)) {
  Random random(seed);
  ClassRows rows{2 + random.below(5), {}, {}, {}};
  bool all_right = true;
  double lead = 0;  // of the true class over the mean of all
  const double size = std::exp(3 * random.normal());
  for (std::uint64_t left = 1 + random.below(20); left > 0; --left) {
    rows.truths.push_back(static_cast<std::uint32_t>(random.below(rows.classes)));
    rows.weights.push_back(random.below(2) == 0 ? 1 : random.uniform(0.1, 3));
    const std::size_t first = rows.scores.size();
    for (std::uint64_t k = 0; k < rows.classes; ++k)
      rows.scores.push_back(size * (random.normal() + (k == rows.truths.back() ? 1 : 0)));
    for (std::uint64_t k = 0; k < rows.classes; ++k) {
      const double ahead = rows.scores[first + rows.truths.back()] - rows.scores[first + k];
      all_right = all_right && ahead >= 0;
      lead += rows.weights.back() * ahead;
    }
  }
  const double best = fit_temperature(rows.view());
  const double loss = rows.loss(best);
  if (all_right) {
    const double n = std::accumulate(rows.weights.begin(), rows.weights.end(), 0.0);
    RC_ASSERT(std::abs(loss - std::log((n + 2) / (n + 1))) <= 1e-9);
    return;
  }
  if (lead <= 0) {
    RC_ASSERT(std::abs(loss - std::log(static_cast<double>(rows.classes))) <= 1e-5);
    return;
  }
  for (const double by : {0.01, 0.5, 0.9, 0.999, 1.001, 1.1, 2.0, 100.0})
    RC_ASSERT(rows.loss(by * best) >= loss - 1e-13);
}

TEST(Temperature, OfScoresThatMisleadMakesProbabilitiesFlat) {
  const Rows rows = {{-1, -3, 2, 5}, {1, 1, -1, -1}, {}};
  const double temperature = fit_temperature(rows.view());
  EXPECT_NEAR(temperature, 5e6, 1);
  EXPECT_NEAR(probability(of(temperature), 0, 5), 0.5, 1e-6);
}

}  // namespace
}  // namespace perceptron::core::test
