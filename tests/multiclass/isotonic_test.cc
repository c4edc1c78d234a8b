// Probabilities by isotonic regression. Figures are those of scikit-learn 1.2.1.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/elementary.h"
#include "scored_rows.h"

namespace perceptron::core::test {
namespace {

// scikit-learn's IsotonicRegression; 0 and 1 become 1/(n + 2) and 1 − 1/(n + 2).
TEST(Isotonic, IsThatOfOtherPrograms) {
  const double low = 1.0 / 14;
  const Isotonic plain = fit_isotonic(kRows.view());
  EXPECT_EQ(plain.x, (std::vector<double>{-2.5, -1, -0.5, 0.5, 0.75, 2, 3}));
  const std::vector<double> p = {low, low, 0.4, 0.4, 2.0 / 3, 2.0 / 3, 1 - low};
  ASSERT_EQ(plain.p.size(), p.size());
  for (std::size_t k = 0; k < p.size(); ++k) EXPECT_NEAR(plain.p[k], p[k], 1e-15);
  EXPECT_NEAR(probability(of(plain), 0, 0.6), 0.5066666666666666, 1e-15);
  EXPECT_NEAR(probability(of(plain), 0, 0.3), 0.4, 1e-15);
  EXPECT_EQ(probability(of(plain), 0, -3), low);
  EXPECT_EQ(probability(of(plain), 0, 9), 1 - low);

  const Isotonic by_weight = fit_isotonic(weighted(kRows).view());
  EXPECT_EQ(by_weight.x, (std::vector<double>{-2.5, -1, -0.5, -0.25, 0, 0.5, 0.75, 2, 3}));
  EXPECT_NEAR(probability(of(by_weight), 0, -0.1), 0.20714285714285713, 1e-15);
  EXPECT_NEAR(probability(of(by_weight), 0, 0.6), 0.37222222222222223, 1e-15);
  EXPECT_NEAR(probability(of(by_weight), 0, 1.2), 0.5555555555555556, 1e-15);

  const Rows ties = {{0, 0, 1, 1, 1, 2, 2, 3}, {-1, 1, 1, -1, -1, 1, -1, 1}, {}};
  EXPECT_EQ(fit_isotonic(ties.view()).x, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(fit_isotonic(ties.view()).p, (std::vector<double>{0.4, 0.4, 0.5, 0.9}));
}

// The least Σ w·(value − y)² over all ways to cut a sequence into flat blocks
// whose means do not fall.
double least_squares_of_all_cuts(const std::vector<double>& y, const std::vector<double>& w) {
  double best = kInfinity;
  for (std::uint64_t cuts = 0; cuts < std::uint64_t{1} << (y.size() - 1); ++cuts) {
    double error = 0;
    double before = -kInfinity;
    for (std::size_t first = 0, i = 0; i < y.size(); ++i) {
      if (i + 1 < y.size() && (cuts >> i & 1) == 0) continue;
      double sum = 0;
      double weight = 0;
      for (std::size_t k = first; k <= i; ++k) {
        sum += w[k] * y[k];
        weight += w[k];
      }
      const double mean = sum / weight;
      for (std::size_t k = first; k <= i; ++k) error += w[k] * (y[k] - mean) * (y[k] - mean);
      if (mean < before) error = kInfinity;
      before = mean;
      first = i + 1;
    }
    best = std::min(best, error);
  }
  return best;
}

RC_GTEST_PROP(Isotonic, IsTheLeastOfAllThatDoNotFallAndKeepsTheMean, (std::uint64_t seed)) {
  Random random(seed);
  std::vector<double> y, w;
  for (std::uint64_t left = 1 + random.below(9); left > 0; --left) {
    y.push_back(random.below(2) == 0 ? random.normal() : static_cast<double>(random.below(2)));
    w.push_back(random.below(2) == 0 ? 1 : random.uniform(0.1, 5));
  }
  const std::vector<double> values = isotonic_regression(y, w);
  RC_ASSERT(values.size() == y.size());
  RC_ASSERT(std::is_sorted(values.begin(), values.end()));
  double error = 0;
  double excess = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    error += w[i] * (values[i] - y[i]) * (values[i] - y[i]);
    excess += w[i] * (values[i] - y[i]);
  }
  RC_ASSERT(std::abs(error - least_squares_of_all_cuts(y, w)) <= 1e-12);
  RC_ASSERT(std::abs(excess) <= 1e-12);
}

RC_GTEST_PROP(Isotonic, NeverFallsAndKeepsItsBounds, (std::uint64_t seed)) {
  Random random(seed);
  const Rows rows = some_rows(random, 30);
  const Calibration calibration = of(fit_isotonic(rows.view()));
  require_sound(calibration, 1);
  const double bound = 1 / (rows.total(1) + rows.total(-1) + 2);
  double before = 0;
  for (double s = -4; s <= 4; s += 0.03) {
    const double p = probability(calibration, 0, s);
    RC_ASSERT(p >= before);
    RC_ASSERT(p >= bound - 1e-15 && p <= 1 - bound + 1e-15);
    before = p;
  }
}

}  // namespace
}  // namespace perceptron::core::test
