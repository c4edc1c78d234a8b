// The offset that is best for given weights.

#include "solve/objective.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace perceptron::core::test {
namespace {

// A problem of which only the weights of its rows matter.
Problem problem_of(Loss loss, const std::vector<double>& signed_weight) {
  Problem problem;
  problem.rows = DenseRows<double>{nullptr, signed_weight.size(), 0};
  problem.signed_weight = signed_weight;
  for (const double v : signed_weight) problem.n += std::abs(v);
  problem.loss = loss;
  return problem;
}

TEST(BestOffset, OfAHingeIsTheMiddleOfThoseThatAreEquallyGood) {
  // Three rows of weight 0.1 want b ≥ 0, one of weight 0.3 wants b ≤ 2; as doubles, three
  // times 0.1 is not 0.3, and adding and subtracting 0.1 three times does not end at 0.
  const std::vector<double> s = {1, 1, 1, -3};
  EXPECT_EQ(best_offset(problem_of(Loss::hinge, {0.1, 0.1, 0.1, -0.3}), s, 0), 1);
  EXPECT_EQ(best_offset(problem_of(Loss::hinge, {1, 1, 1, -3}), s, 0), 1);
  EXPECT_EQ(best_offset(problem_of(Loss::hinge, {1.0 / 3, 1.0 / 3, 1.0 / 3, -1}), s, 0), 1);
  EXPECT_EQ(best_offset(problem_of(Loss::perceptron, {0.1, 0.1, 0.1, -0.3}), {{-1, -1, -1, -3}}, 0),
            2);
}

TEST(BestOffset, OfAHingeIsAKinkWhereOneIsBest) {
  EXPECT_EQ(best_offset(problem_of(Loss::hinge, {1, 1, 1, -2}), {{-1, -1, -1, -1}}, 0), 2);
  EXPECT_EQ(best_offset(problem_of(Loss::hinge, {1, 1, -3}), {{-1, -1, -1}}, 0), 0);
  EXPECT_EQ(best_offset(problem_of(Loss::hinge, {1, 1}), {{1, -2}}, 0), 3);
  EXPECT_EQ(best_offset(problem_of(Loss::hinge, {-1, -1}), {{1, -2}}, 0), -2);
}

// Weights of classes as if balanced, times rows in any proportion.
TEST(BestOffset, OfAHingeIsNoWorseThanAnyOther) {
  Random random(3);
  for (int repeat = 0; repeat < 300; ++repeat) {
    std::vector<double> weights;
    std::vector<double> s;
    const std::uint64_t rows = 2 + random.below(30);
    for (std::uint64_t i = 0; i < rows; ++i) {
      weights.push_back(random.below(2) == 0 ? 1 / 7.0 : -3 / 11.0);
      s.push_back(std::round(4 * random.normal()) / 4);
    }
    const Problem problem = problem_of(Loss::hinge, weights);
    const double best = mean_loss(problem, s, best_offset(problem, s, 0));
    for (double b = -6; b <= 6; b += 0.125)
      EXPECT_LE(best, mean_loss(problem, s, b) * (1 + 1e-12) + 1e-12);
  }
}

}  // namespace
}  // namespace perceptron::core::test
