// Probabilities by a sigmoid of the score.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "scored_rows.h"

namespace perceptron::core::test {
namespace {

// scikit-learn's _sigmoid_calibration stops early, at seven digits; the figures are
// from SciPy's BFGS on the same objective, run to a gradient of 1e-13.
TEST(Sigmoid, IsThatOfOtherPrograms) {
  const Sigmoid plain = fit_sigmoid(kRows.view());
  EXPECT_NEAR(plain.a, -0.5075531257940913, 1e-9);
  EXPECT_NEAR(plain.b, 0.4314454813246796, 1e-9);
  const Sigmoid by_weight = fit_sigmoid(weighted(kRows).view());
  EXPECT_NEAR(by_weight.a, -0.83034856876965, 1e-9);
  EXPECT_NEAR(by_weight.b, 1.057154988289617, 1e-9);
}

RC_GTEST_PROP(Sigmoid, HasNoSlopeLeft, (std::uint64_t seed)) {
  Random random(seed);
  const Rows rows = some_rows(random, 40);
  const auto [a, b] = fit_sigmoid(rows.view());
  const double positive = (rows.total(1) + 1) / (rows.total(1) + 2);
  const double negative = 1 / (rows.total(-1) + 2);
  double along_a = 0;
  double along_b = 0;
  for (std::size_t i = 0; i < rows.scores.size(); ++i) {
    const double p = probability(of(Sigmoid{a, b}), 0, rows.scores[i]);
    const double slope = rows.weight(i) * ((rows.truths[i] > 0 ? positive : negative) - p);
    along_a += slope * rows.scores[i];
    along_b += slope;
  }
  RC_ASSERT(std::abs(along_a) <= 1e-8);
  RC_ASSERT(std::abs(along_b) <= 1e-8);
}

TEST(Sigmoid, OfEqualScoresIsTheShareOfPositives) {
  const Rows rows = {{7, 7, 7, 7}, {1, 1, 1, -1}, {}};
  const Sigmoid sigmoid = fit_sigmoid(rows.view());
  EXPECT_EQ(sigmoid.a, 0);
  // Three targets of 4/5 and one of 1/3.
  EXPECT_NEAR(probability(of(sigmoid), 0, 7), (3 * 0.8 + 1.0 / 3) / 4, 1e-12);
}

}  // namespace
}  // namespace perceptron::core::test
