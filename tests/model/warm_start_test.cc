// Going on from where training stopped is as if it had not stopped.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "problem.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

// The answer of a run, and what it keeps beside it.
WarmStart after(const Fit& fit) {
  WarmStart start = fit.next;
  start.weights = fit.weights;
  start.offset = fit.offset;
  return start;
}

void expect_seamless(const Problem& problem, LearnSettings settings) {
  settings.epochs = 7;
  const Fit whole = fit_binary(problem, settings);
  settings.epochs = 3;
  const Fit first = fit_binary(problem, settings);
  if (first.converged) return;  // it counts passes that it did not need to make
  settings.epochs = 4;
  const WarmStart start = after(first);
  const Fit second = fit_binary(problem, settings, start);
  RC_LOG() << name_of(settings.learner) << ", solver " << name_of(settings.solver) << ", rate "
           << settings.rate.value_or(0) << ", L1 " << settings.l1 << ", L2 "
           << (settings.l2 ? settings.l2->text() : "auto") << ", average " << settings.average
           << ", offset " << settings.offset << settings.penalise_offset << "\n";
  RC_ASSERT(second.weights == whole.weights);
  RC_ASSERT(second.offset == whole.offset);
  RC_ASSERT(first.updates + second.updates == whole.updates);
  RC_ASSERT(second.next.epochs == whole.next.epochs);
  RC_ASSERT(second.next.steps == whole.next.steps);
  RC_ASSERT(second.next.vectors == whole.next.vectors);
}

Problem some_problem(Random& random) {
  return random_problem(random, 2 + random.below(30), 1 + random.below(8), 2,
                        [&] { return random.normal(); });
}

RC_GTEST_PROP(WarmStart, IsSeamlessForLoopsOverTheRows, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = some_problem(random);
  LearnSettings settings;
  settings.seed = seed;
  settings.offset = random.below(2) == 0;
  for (const char* learner : {"perceptron", "averaged", "pocket", "passive-aggressive"}) {
    settings.learner = by_name(learner);
    expect_seamless(problem, settings);
  }
}

LearnSettings online(Random& random) {
  LearnSettings settings;
  settings.learner = by_name(std::array{"hinge", "squared-hinge", "logistic"}.at(random.below(3)));
  settings.solver = Solver::online;
  settings.seed = random.bits();
  settings.offset = random.below(3) != 0;
  settings.penalise_offset = random.below(2) == 0;
  settings.l1 = random.below(2) == 0 ? 0 : 0.01;
  settings.l2 = random.below(2) == 0 ? 0 : 0.01;
  settings.average = random.below(2) == 0;
  return settings;
}

RC_GTEST_PROP(WarmStart, IsSeamlessOnlineWithoutARate, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = some_problem(random);
  expect_seamless(problem, online(random));
}

RC_GTEST_PROP(WarmStart, IsSeamlessOnlineWithARate, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = some_problem(random);
  LearnSettings settings = online(random);
  settings.rate = 0.1;
  settings.schedule = by_name(std::array{"constant", "inverse", "sqrt"}.at(random.below(3)));
  expect_seamless(problem, settings);
}

RC_GTEST_PROP(WarmStart, IsSeamlessForThePenalisedPerceptron, (std::uint64_t seed)) {
  Random random(seed);
  const Problem problem = some_problem(random);
  LearnSettings settings;
  settings.learner = by_name(random.below(2) == 0 ? "perceptron" : "averaged");
  settings.l2 = 0.05;
  settings.l1 = random.below(2) == 0 ? 0 : 0.01;
  expect_seamless(problem, settings);
}

// ---- Weights given to start from ----

const std::vector<std::pair<const char*, const char*>> kLossSolvers = {
    {"hinge", "dual"},      {"hinge", "batch"},     {"hinge", "online"},  {"logistic", "dual"},
    {"logistic", "newton"}, {"logistic", "online"}, {"logistic", "batch"}};

TEST(InitialWeights, MustBeAsManyAsTheFeatures) {
  const Problem problem({{1, 0, 2}, {0, 1, 1}, {2, 2, 0}}, {1, 0, 1});
  LearnSettings settings;
  settings.learner = Learner::perceptron;
  settings.epochs = 2;
  settings.rate = 0.5;
  settings.initial_weights = {1, 2};
  EXPECT_THROW(fit_binary(problem, settings), Error);
  settings.l2 = 0.1;
  EXPECT_THROW(fit_binary(problem, settings), Error);
  for (const auto& [learner, solver] : kLossSolvers) {
    settings.learner = by_name(learner);
    settings.solver = by_name(solver);
    EXPECT_THROW(fit_binary(problem, settings), Error) << learner << " " << solver;
  }
}

TEST(InitialWeights, BringNoOffsetWhereNoneIsLearned) {
  const Problem problem({{1, 0}, {0, 1}, {2, 2}}, {1, 0, 1});
  LearnSettings settings;
  settings.learner = Learner::perceptron;
  settings.epochs = 2;
  settings.rate = 0.5;
  settings.offset = false;
  settings.initial_weights = {1, -1};
  settings.initial_offset = 5;
  EXPECT_EQ(fit_binary(problem, settings).offset, 0);
  for (const auto& [learner, solver] : kLossSolvers) {
    settings.learner = by_name(learner);
    settings.solver = by_name(solver);
    EXPECT_EQ(fit_binary(problem, settings).offset, 0) << learner << " " << solver;
  }
}

}  // namespace
}  // namespace perceptron::core::test
