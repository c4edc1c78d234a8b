// What is proved about the perceptron, tried on random integer data, where
// every sum is exact.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "certify/margin.h"
#include "oracle.h"
#include "problem.h"

namespace perceptron::core::test {
namespace {

using Point = std::vector<double>;

struct Integers {
  std::vector<Point> points;
  std::vector<std::uint32_t> labels;

  Problem problem() const { return {points, labels}; }
  double sign(std::size_t i) const { return labels[i] == 1 ? 1 : -1; }
};

Integers any_integers(Random& random, std::uint64_t features) {
  Integers data;
  const std::uint64_t rows = 2 + random.below(10);
  for (std::uint64_t i = 0; i < rows; ++i) {
    Point x(features);
    for (double& value : x) value = static_cast<double>(random.below(21)) - 10;
    data.points.push_back(x);
    data.labels.push_back(i < 2 ? static_cast<std::uint32_t>(i)
                                : static_cast<std::uint32_t>(random.below(2)));
  }
  return data;
}

// Points that a hidden integer plane (u, c) puts strictly on their sides.
Integers separable_integers(Random& random, std::uint64_t features, bool offset, Point& u,
                            double& c) {
  u.assign(features, 0);
  while (std::all_of(u.begin(), u.end(), [](double x) { return x == 0; })) {
    for (double& value : u) value = static_cast<double>(random.below(11)) - 5;
  }
  c = offset ? static_cast<double>(random.below(11)) - 5 : 0;
  Integers data;
  while (data.points.size() < 12) {
    Point x(features);
    for (double& value : x) value = static_cast<double>(random.below(21)) - 10;
    const double s = dot(u, x) + c;
    if (s == 0) continue;
    data.points.push_back(x);
    data.labels.push_back(s > 0 ? 1 : 0);
  }
  return data;
}

MarginEvidence evidence_of(const Problem& problem, const Fit& fit, bool offset) {
  const Targets targets = Targets::binary();
  const Examples examples = problem.examples();
  const SignedRows points(examples, targets, 0, offset ? Offset::constant : Offset::none);
  return measure_margin({points, fit.weights, fit.offset, fit.alpha}, 2);
}

LearnSettings plain(bool offset, std::uint64_t epochs, std::uint64_t seed) {
  LearnSettings settings;
  settings.learner = Learner::perceptron;
  settings.offset = offset;
  settings.epochs = epochs;
  settings.seed = seed;
  return settings;
}

RC_GTEST_PROP(Theorem, MistakesAreAtMostRadiusOverMarginSquared,
              (std::uint64_t seed, bool offset)) {
  Random random(seed);
  Point u;
  double c = 0;
  const Integers data = separable_integers(random, 1 + random.below(6), offset, u, c);
  const Fit fit = fit_binary(data.problem(), plain(offset, 1000000, seed));
  RC_ASSERT(fit.converged);
  // Novikoff, with integers: k · min(z·u)² ≤ R² ‖u‖², in [x, 1] if offset.
  double smallest = 1e300;
  double radius2 = 0;
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    smallest = std::min(smallest, data.sign(i) * (dot(u, data.points[i]) + c));
    radius2 = std::max(radius2, dot(data.points[i], data.points[i]) + (offset ? 1 : 0));
  }
  RC_ASSERT(static_cast<double>(fit.updates) * smallest * smallest <=
            radius2 * (dot(u, u) + c * c));
  // And the bound that the run itself proves, from the plane it found.
  const auto evidence = evidence_of(data.problem(), fit, offset);
  RC_ASSERT(evidence.mistake_bound.has_value());
  RC_ASSERT(static_cast<double>(fit.updates) <= *evidence.mistake_bound);
}

RC_GTEST_PROP(Theorem, WeightsAreTheSumOfTheMistakes, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Integers data = any_integers(random, 1 + random.below(6));
  const Fit fit = fit_binary(data.problem(), plain(offset, 1 + random.below(20), seed));
  Point w(data.points[0].size());
  double b = 0;
  double steps = 0;
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    for (std::size_t j = 0; j < w.size(); ++j)
      w[j] += fit.alpha[i] * data.sign(i) * data.points[i][j];
    b += offset ? fit.alpha[i] * data.sign(i) : 0;
    steps += fit.alpha[i];
  }
  RC_ASSERT(fit.weights == w);
  RC_ASSERT(fit.offset == b);
  RC_ASSERT(steps == static_cast<double>(fit.updates));
}

// The best margin in the plane by trying everything: the point of a hull that
// is nearest to the origin is a corner or lies on an edge.
double best_margin(const std::vector<Point>& z) {
  double best = 0;
  const auto try_direction = [&](const Point& w) {
    const double norm = std::sqrt(dot(w, w));
    if (norm == 0) return;
    double least = 1e300;
    for (const Point& point : z) least = std::min(least, dot(w, point) / norm);
    best = std::max(best, least);
  };
  for (const Point& a : z) {
    try_direction(a);
    for (const Point& b : z) {
      const Point edge = {b[0] - a[0], b[1] - a[1]};
      if (dot(edge, edge) == 0) continue;
      const double t = std::clamp(-dot(a, edge) / dot(edge, edge), 0.0, 1.0);
      try_direction({a[0] + t * edge[0], a[1] + t * edge[1]});
    }
  }
  return best;
}

RC_GTEST_PROP(Theorem, IntervalHoldsTheBestMargin, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  Point u;
  double c = 0;
  const bool separable = random.below(2) == 0;
  const Integers data =
      separable ? separable_integers(random, 2, offset, u, c) : any_integers(random, 2);
  if (std::count(data.labels.begin(), data.labels.end(), 1U) %
          static_cast<std::ptrdiff_t>(data.labels.size()) ==
      0)
    return;  // one class only
  // Through the origin: the hull of y·x. With an offset: half the distance of
  // the two hulls, the length of their nearest difference.
  std::vector<Point> z;
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    if (!offset) z.push_back({data.sign(i) * data.points[i][0], data.sign(i) * data.points[i][1]});
    for (std::size_t k = 0; offset && k < data.points.size(); ++k) {
      if (data.labels[i] == 1 && data.labels[k] == 0) {
        z.push_back({(data.points[i][0] - data.points[k][0]) / 2,
                     (data.points[i][1] - data.points[k][1]) / 2});
      }
    }
  }
  const double gamma = best_margin(z);
  for (const char* learner : {"perceptron", "averaged", "pocket"}) {
    LearnSettings settings = plain(offset, 1 + random.below(50), seed);
    settings.learner = by_name(learner);
    const Fit fit = fit_binary(data.problem(), settings);
    const auto evidence = evidence_of(data.problem(), fit, offset);
    RC_ASSERT(evidence.margin.has_value());
    RC_ASSERT(evidence.margin->lower <= gamma + 1e-12);
    RC_ASSERT(evidence.margin->upper >= gamma - 1e-12);
    if (!separable) continue;
    RC_ASSERT(evidence.margin->upper > 0);
  }
}

RC_GTEST_PROP(Theorem, FoundMarginIsTheMarginOfThePlane, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Integers data = any_integers(random, 1 + random.below(5));
  const Fit fit = fit_binary(data.problem(), plain(offset, 10, seed));
  const double norm = std::sqrt(dot(fit.weights, fit.weights));
  if (norm == 0) return;
  double least = 1e300;
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    least = std::min(least, data.sign(i) * (dot(fit.weights, data.points[i]) + fit.offset) / norm);
  }
  const auto evidence = evidence_of(data.problem(), fit, offset);
  RC_ASSERT(std::abs(evidence.margin->lower - least) <= 1e-12 * (1 + std::abs(least)));
  RC_ASSERT(evidence.margin->lower <= least);
}

TEST(Margin, HugeNumbersGiveNoIntervalRatherThanAWrongOne) {
  const Problem problem({{1e200, 1e200}, {-1e200, 1e200}}, {1, 0});
  const Fit fit = fit_binary(problem, plain(true, 10, 1));
  const auto evidence = evidence_of(problem, fit, true);
  EXPECT_FALSE(evidence.margin.has_value());
  EXPECT_FALSE(evidence.mistake_bound.has_value());
}

TEST(Margin, AnyNumberOfThreadsGivesTheSameInterval) {
  Random random(9);
  const Problem problem = random_problem(random, 20000, 3, 2, [&] { return random.normal(); });
  const Fit fit = fit_binary(problem, plain(true, 3, 1));
  const Targets targets = Targets::binary();
  const Examples examples = problem.examples();
  const SignedRows points(examples, targets, 0, Offset::constant);
  const MarginClaim claim{points, fit.weights, fit.offset, fit.alpha};
  const auto one = measure_margin(claim, 1);
  const auto four = measure_margin(claim, 4);
  EXPECT_EQ(one.margin->lower, four.margin->lower);
  EXPECT_EQ(one.margin->upper, four.margin->upper);
  EXPECT_EQ(one.radius, four.radius);
}

}  // namespace
}  // namespace perceptron::core::test
