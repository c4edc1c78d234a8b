// The matrix of Newton's method with L1: rows that stand for all others.

#include "solve/newton/model_matrix.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/random.h"

namespace perceptron::core::test {
namespace {

// Curvatures as different as those of a logistic loss near its optimum, some of them 0.
PerExample any_curvatures(Random& random) {
  PerExample curvature = per_example(1 + random.below(400));
  for (double& c : curvature) c = random.below(4) == 0 ? 0 : std::pow(10, random.uniform(-6, 0));
  return curvature;
}

RC_GTEST_PROP(CurvatureSample, HasTheSumOfAllRows, (std::uint64_t seed)) {
  Random random(seed);
  const PerExample curvature = any_curvatures(random);
  const auto wanted = static_cast<double>(1 + random.below(curvature.size()));
  double all = 0;
  double curved = 0;
  double largest_unkept = 0;
  for (const double c : curvature) {
    all += c;
    curved += c > 0 ? 1 : 0;
  }
  double kept = 0;
  double sum = 0;
  double unit = 0;  // what a row counts that stands for others
  std::size_t next = 0;
  const bool complete = sample_by_curvature(curvature, wanted, [&](std::size_t e, double factor) {
    for (; next < e; ++next) largest_unkept = std::max(largest_unkept, curvature[next]);
    next = e + 1;
    kept += 1;
    sum += factor;
    if (factor != curvature[e]) unit = factor;
    RC_ASSERT(factor >= curvature[e]);
  });
  RC_ASSERT(complete == (curved <= wanted));
  RC_ASSERT(kept <= wanted + 1);
  if (complete) {
    RC_ASSERT(kept == curved);
    RC_ASSERT(sum == all);
  } else if (unit > 0) {
    RC_ASSERT(std::abs(sum - all) <= unit * (1 + 1e-9));
    RC_ASSERT(largest_unkept < unit);
  }
}

}  // namespace
}  // namespace perceptron::core::test
