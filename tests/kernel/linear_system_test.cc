// Systems of equations against their own product.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "base/random.h"
#include "data/rows.h"
#include "kernel/linear_system.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// M = ridge + unit·Σ t·x·xᵀ of rows that came, and of some that went again.
RC_GTEST_PROP(System, SolvesWhatItsRowsAddUpTo, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t size = 1 + random.below(40);
  const bool offset = size > 1 && random.below(2) == 0;
  const std::size_t features = size - (offset ? 1 : 0);
  System system(size);
  Grid matrix(size, std::vector<double>(size));
  const double unit = random.uniform(0.1, 10);
  for (std::uint64_t i = 0; i < 60; ++i) {
    std::vector<double> x(features);
    for (double& each : x) each = random.below(3) == 0 ? 0 : random.normal();
    const DenseRow<double> row{x.data(), x.size()};
    const double t = random.uniform(0.1, 2);
    system.add(row, t, offset);
    if (random.below(3) == 0) {
      system.add(row, -t, offset);
      continue;
    }
    if (offset) x.push_back(1);
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; b < size; ++b) matrix[a][b] += unit * t * x[a] * x[b];
    }
  }
  std::vector<double> ridge(size);
  std::vector<double> right(size);
  for (std::size_t j = 0; j < size; ++j) {
    ridge[j] = random.uniform(0.1, 1);
    matrix[j][j] += ridge[j];
    right[j] = random.normal();
  }
  system.factor(unit, ridge);
  std::vector<double> x = right;
  system.solve(x);
  for (std::size_t a = 0; a < size; ++a) {
    double sum = 0;
    for (std::size_t b = 0; b < size; ++b) sum += matrix[a][b] * x[b];
    RC_ASSERT(std::abs(sum - right[a]) <= 1e-9);
  }
}

// A feature that no row has and no ridge holds is left as it is.
TEST(System, LeavesToItselfWhatNothingHolds) {
  System system(3);
  const std::vector<double> x = {2, 0, 0};
  system.add(DenseRow<double>{x.data(), x.size()}, 1, false);
  system.factor(1, std::vector<double>(3));
  std::vector<double> right = {8, 5, 0};
  system.solve(right);
  EXPECT_EQ(right, (std::vector<double>{2, 5, 0}));
}

}  // namespace
}  // namespace perceptron::core::test
