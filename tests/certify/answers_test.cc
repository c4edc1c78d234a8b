// What is proved of every exact minimiser is never contradicted by one that another solver finds,
// and claims beyond that are refused.

#include "certify/answers.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "certificates.h"
#include "certify/claims.h"
#include "certify/minimisers.h"
#include "objectives.h"
#include "reference_minimiser.h"
#include "solve/solver.h"

namespace perceptron::core::test {
namespace {

struct Case {
  StatedProblem task;
  perceptron::core::Problem problem;
  Solution solution;
  OptimalityEvidence evidence;
  Answers answers;
};

// Solved to any tolerance, by a solver of the library.
Case any_case(Random& random, bool with_l2 = true) {
  Case any;
  StatedProblem& task = any.task;
  do {
    task = random_stated_problem(random);
  } while (task.loss == Loss::perceptron || task.class_weights[0] == 0 ||
           task.class_weights[1] == 0);
  if (with_l2 && task.l2 == 0) task.l2 = 0.1;
  any.problem = task.problem();
  SolverSettings settings;
  settings.tolerance = std::pow(10.0, -random.uniform(0.5, 13));
  settings.epochs = 400;
  Listener silent;
  any.solution = perceptron::core::solve(any.problem, Solver::automatic, settings, silent);
  any.evidence =
      measure_optimality(any.problem, any.solution.w, any.solution.b, any.solution.beta, 1);
  any.answers = find_answers(any.problem, any.solution.w, any.solution.b, any.evidence);
  return any;
}

Certificate certificate_of(const Case& any) {
  return certify_answers(any.task.subject(), any.problem, any.task.class_weights, any.evidence,
                         any.answers, any.solution.w, any.solution.b);
}

// How far a score of a row may be from that of an exact minimiser, and an offset.
struct Slack {
  Real radius;
  Real offset;
};
Slack slack_of(const Case& any, const Minimiser& truth) {
  Real longest = 1;
  for (const double square : squared_lengths(any.problem.rows))
    longest = std::max<Real>(longest, std::sqrt(static_cast<Real>(square)));
  const Real radius = truth.radius(any.task.l2) + 1e-12L;
  // A score, and so the offset that is optimal for the scores, changes by no more than this.
  return {radius, radius * longest + 1e-7L};
}

RC_GTEST_PROP(Answers, AreThoseOfAnIndependentSolver, (std::uint64_t seed)) {
  Random random(seed);
  const Case any = any_case(random);
  const Minimiser truth = minimise_slowly(any.problem);
  if (!(truth.gap < 1e-11L) || !any.answers.region) return;
  const Slack slack = slack_of(any, truth);
  const Region& region = *any.answers.region;

  Real square = 0;
  for (std::size_t j = 0; j < truth.w.size(); ++j) {
    const double own = j < any.solution.w.size() ? any.solution.w[j] : any.solution.b;
    square += (truth.w[j] - own) * (truth.w[j] - own);
  }
  RC_ASSERT(std::sqrt(square) <= region.radius + slack.radius);
  if (any.task.offset == OffsetKind::free) {
    RC_ASSERT(truth.lower >= region.offset.lower - slack.offset);
    RC_ASSERT(truth.upper <= region.offset.upper + slack.offset);
  }
  for (const std::uint64_t j : any.answers.positive) RC_ASSERT(truth.w[j] > -slack.radius);
  for (const std::uint64_t j : any.answers.negative) RC_ASSERT(truth.w[j] < slack.radius);
  for (const std::uint64_t j : any.answers.zero) RC_ASSERT(std::abs(truth.w[j]) <= slack.radius);

  const auto interval_of = [&](const Point& x) {
    Real score = any.task.offset == OffsetKind::penalised ? truth.w.back() : 0;
    for (std::size_t j = 0; j < x.size(); ++j) score += truth.w[j] * x[j];
    return std::pair{score + truth.lower, score + truth.upper};
  };
  const Grid points = grid(any.task.data.matrix);
  for (const std::uint64_t i : any.answers.outside) {
    const auto [lower, upper] = interval_of(points[i]);
    RC_ASSERT((any.task.data.labels[i] == 1 ? lower : -upper) > 1 - 2 * slack.offset);
  }
  // New rows.
  for (int k = 0; k < 5; ++k) {
    Point x(points[0].size());
    Real length = 1;
    for (double& value : x) length += std::abs(value = random.normal());
    const Interval scores =
        scores_within(region, any.solution.w, DenseRow<double>{x.data(), x.size()});
    const auto [lower, upper] = interval_of(x);
    RC_ASSERT(lower >= scores.lower - slack.radius * length - slack.offset);
    RC_ASSERT(upper <= scores.upper + slack.radius * length + slack.offset);
  }
}

RC_GTEST_PROP(Answers, AreAcceptedByTheVerifier, (std::uint64_t seed)) {
  Random random(seed);
  const Case any = any_case(random, random.below(4) > 0);
  const Verdict verdict = verdict_of(any.task.data, certificate_of(any));
  RC_ASSERT(verdict.valid);
  RC_ASSERT(verdict.kind == CertificateKind::answers);
}

RC_GTEST_PROP(Answers, BeyondTheProofAreRefused, (std::uint64_t seed)) {
  Random random(seed);
  const Case any = any_case(random);
  if (!any.answers.region) return;
  const Certificate honest = certificate_of(any);
  const Region& region = *any.answers.region;
  const auto refused = [&](const Certificate& forged) {
    return !verdict_of(any.task.data, forged).valid;
  };
  Certificate forged = honest;
  forged.radius = hexadecimal(region.radius * 0.9);
  RC_ASSERT(refused(forged) || region.radius < 1e-200);
  // A weight with the other sign, or with one that is not proved.
  for (std::size_t j = 0; j < any.solution.w.size(); ++j) {
    forged = honest;
    forged.positive_weights = {j};
    forged.negative_weights = {j};
    RC_ASSERT(refused(forged));
    if (std::abs(any.solution.w[j]) > region.radius) continue;
    forged = honest;
    (random.below(2) == 0 ? forged.positive_weights : forged.negative_weights) = {j};
    RC_ASSERT(refused(forged));
  }
  for (const auto* weights : {&any.answers.positive, &any.answers.negative}) {
    for (const std::uint64_t j : *weights) {
      forged = honest;
      forged.zero_weights = {j};
      RC_ASSERT(refused(forged));
    }
  }
  // A row on or within the margin of the plane itself.
  const Grid points = grid(any.task.data.matrix);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double score = any.task.offset == OffsetKind::none ? 0 : any.solution.b;
    for (std::size_t j = 0; j < points[i].size(); ++j) score += any.solution.w[j] * points[i][j];
    if ((any.task.data.labels[i] == 1 ? score : -score) > 1 - 1e-9) continue;
    forged = honest;
    forged.outside = {i};
    RC_ASSERT(refused(forged));
  }
  if (any.task.offset != OffsetKind::free) return;
  const Minimiser truth = minimise_slowly(any.problem);
  if (!(truth.gap < 1e-11L)) return;
  // An interval that ends before the offset of an exact minimiser.
  const Real slack = slack_of(any, truth).offset;
  forged = honest;
  forged.offset_lower = hexadecimal(static_cast<double>(truth.upper + 2 * slack));
  RC_ASSERT(refused(forged));
  forged = honest;
  forged.offset_upper = hexadecimal(static_cast<double>(truth.lower - 2 * slack));
  RC_ASSERT(refused(forged));
}

// Without the row at 3, ⅔(1 − w)² + w²/4 has its minimum at w = 8/11, where that row is outside.
TEST(Answers, AreAllDecidedAtTheOptimum) {
  StatedProblem task;
  task.data = dataset({{1, 0}, {-1, 0}, {3, 0}}, {1, 0, 1});
  task.loss = Loss::squared_hinge;
  task.l2 = 0.5;
  task.offset = OffsetKind::free;
  const perceptron::core::Problem problem = task.problem();
  SolverSettings settings;
  settings.tolerance = 1e-13;
  Listener silent;
  const Solution solution = perceptron::core::solve(problem, Solver::automatic, settings, silent);
  const OptimalityEvidence evidence =
      measure_optimality(problem, solution.w, solution.b, solution.beta, 1);
  const Answers answers = find_answers(problem, solution.w, solution.b, evidence);
  ASSERT_TRUE(answers.region);
  EXPECT_LT(answers.region->radius, 1e-5);
  EXPECT_LT(answers.region->offset.upper - answers.region->offset.lower, 1e-4);
  EXPECT_EQ(answers.positive, std::vector<std::uint64_t>{0});
  EXPECT_TRUE(answers.negative.empty());
  EXPECT_EQ(answers.outside, std::vector<std::uint64_t>{2});
}

TEST(Answers, AreMostlyDecidedOnRandomData) {
  Random random(7);
  std::size_t decided = 0;
  std::size_t weights = 0;
  std::size_t zeros = 0;
  for (int k = 0; k < 200; ++k) {
    const Case any = any_case(random);
    decided += any.answers.weights();
    zeros += any.answers.zero.size();
    weights += any.solution.w.size();
  }
  EXPECT_GT(decided, weights / 3);
  EXPECT_GT(zeros, 10U);
}

// Without l2 there is no region, but features can still be screened.
TEST(Answers, AboutZerosNeedNoL2) {
  StatedProblem task;
  task.data = dataset({{1, 0.01}, {-1, 0}, {2, 0}, {-1.5, 0.01}}, {1, 0, 1, 0});
  task.loss = Loss::logistic;
  task.l1 = 0.1;
  const perceptron::core::Problem problem = task.problem();
  SolverSettings settings;
  settings.tolerance = 1e-10;
  Listener silent;
  const Solution solution = perceptron::core::solve(problem, Solver::automatic, settings, silent);
  const OptimalityEvidence evidence =
      measure_optimality(problem, solution.w, solution.b, solution.beta, 1);
  const Answers answers = find_answers(problem, solution.w, solution.b, evidence);
  EXPECT_FALSE(answers.region);
  EXPECT_EQ(answers.zero, std::vector<std::uint64_t>{1});
  const Case any{task, problem, solution, evidence, answers};
  const Verdict verdict = verdict_of(task.data, certificate_of(any));
  EXPECT_TRUE(verdict.valid) << verdict.reason;
}

}  // namespace
}  // namespace perceptron::core::test
