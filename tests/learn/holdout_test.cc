// Rows held out decide which weights are kept, and nothing else.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "learn/holdout.h"
#include "learn/learners.h"
#include "problem.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

double accuracy_of(const Problem& problem, const std::vector<double>& rest, const Fit& fit) {
  const Grid points = grid(problem.matrix);
  double right = 0;
  double all = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (rest[i] != 0) continue;  // not held out
    double s = 0;
    for (std::size_t j = 0; j < points[i].size(); ++j) s += points[i][j] * fit.weights[j];
    right += (s + fit.offset >= 0) == (problem.labels[i] == 1) ? 1 : 0;
    ++all;
  }
  return right / all;
}

// The weights after 1, 2, … passes over the rows that are left.
std::vector<Fit> passes_without(const Problem& problem, const std::vector<double>& rest,
                                LearnSettings settings) {
  const std::uint64_t most = epochs_of(settings);
  settings.early_stop = 0;
  std::vector<Fit> fits;
  Listener silent;
  Examples examples = problem.examples();
  examples.weights = rest;
  for (std::uint64_t epochs = 1; epochs <= most; ++epochs) {
    settings.epochs = epochs;
    fits.push_back(fit(examples, Targets::binary(), settings, 1, silent)[0]);
    if (fits.back().converged) break;
  }
  return fits;
}

LearnSettings some_settings(Random& random) {
  LearnSettings settings;
  settings.learner = std::array{Learner::perceptron,         Learner::averaged, Learner::pocket,
                                Learner::passive_aggressive, Learner::hinge,    Learner::logistic}
                         .at(random.below(6));
  settings.solver = by_name(random.below(2) == 0 ? "online" : "batch");
  settings.rate =
      settings.solver == Solver::batch || random.below(2) == 0 ? std::optional(0.1) : std::nullopt;
  settings.tolerance = 0;
  settings.early_stop = random.uniform(0.2, 0.6);
  settings.epochs = 1 + random.below(12);
  settings.seed = random.bits();
  settings.offset = random.below(2) == 0;
  return settings;
}

Problem held_out_problem(Random& random) {
  return random_problem(random, 8 + random.below(30), 1 + random.below(5), 2,
                        [&] { return random.normal(); });
}

RC_GTEST_PROP(Holdout, KeepsThePassThatDoesBestOnTheRowsHeldOut, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = held_out_problem(random);
  const LearnSettings settings = some_settings(random);
  const Holdout holdout(problem.examples(), settings.early_stop, settings.seed);
  const auto passes = passes_without(problem, holdout.weights(), settings);
  const Fit kept = fit_binary(problem, settings);
  RC_LOG() << name_of(settings.learner) << ", solver " << name_of(settings.solver) << ", rate "
           << settings.rate.value_or(0);
  RC_ASSERT(kept.held_out.has_value());
  RC_ASSERT(std::abs(*kept.held_out - accuracy_of(problem, holdout.weights(), kept)) <= 1e-12);
  // The first of the best, looking on while one of five brings something better.
  double best = -1;
  std::size_t at = 0;
  for (std::size_t k = 0; k < passes.size() && k < at + 6; ++k) {
    const double accuracy = accuracy_of(problem, holdout.weights(), passes[k]);
    if (accuracy <= best) continue;
    best = accuracy;
    at = k;
  }
  RC_ASSERT(std::abs(*kept.held_out - best) <= 1e-12);
  RC_ASSERT(kept.weights == passes[at].weights);
  RC_ASSERT(kept.offset == passes[at].offset);
}

RC_GTEST_PROP(Holdout, WhatIsInTheRowsHeldOutOnlyChangesWhichPassIsKept, (std::uint64_t seed)) {
  Random random(seed);
  Problem problem = held_out_problem(random);
  const LearnSettings settings = some_settings(random);
  const Holdout holdout(problem.examples(), settings.early_stop, settings.seed);
  const auto passes = passes_without(problem, holdout.weights(), settings);
  problem.matrix.transform([&](std::uint64_t i, std::uint64_t /*feature*/, double x) {
    return holdout.weights()[i] == 0 ? 3 * random.normal() : x;
  });
  const Fit kept = fit_binary(problem, settings);
  RC_LOG() << name_of(settings.learner) << ", solver " << name_of(settings.solver) << ", rate "
           << settings.rate.value_or(0);
  bool among = false;
  for (const Fit& pass : passes)
    among = among || (kept.weights == pass.weights && kept.offset == pass.offset);
  RC_ASSERT(among);
}

RC_GTEST_PROP(Holdout, EverySolverTellsHowItDoesOnTheRowsHeldOut, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = held_out_problem(random);
  LearnSettings settings;
  settings.learner = by_name(std::array{"hinge", "squared-hinge", "logistic"}.at(random.below(3)));
  settings.early_stop = 0.3;
  settings.seed = seed;
  settings.l1 = random.below(2) == 0 ? 0 : 1e-3;
  settings.l2 = 0.1;
  settings.offset = random.below(2) == 0;
  std::vector<std::string> solvers = {"auto", "dual", "batch", "online"};
  if (settings.learner != Learner::hinge) solvers.emplace_back("newton");
  for (const std::string& solver : solvers) {
    settings.solver = by_name(solver);
    const Fit kept = fit_binary(problem, settings);
    RC_LOG() << name_of(settings.learner) << ", solver " << solver << ", L1 " << settings.l1
             << "\n";
    const Holdout holdout(problem.examples(), settings.early_stop, settings.seed);
    RC_ASSERT(kept.held_out.has_value());
    RC_ASSERT(std::abs(*kept.held_out - accuracy_of(problem, holdout.weights(), kept)) <= 1e-12);
  }
}

}  // namespace
}  // namespace perceptron::core::test
