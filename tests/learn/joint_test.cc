// Classes that learn jointly, followed by a plain loop, and what their theorems say.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "learn/order.h"
#include "model/fit.h"
#include "multiclass/folds.h"
#include "multiclass/scheme.h"
#include "problem.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

constexpr std::uint64_t kJointClasses = 4;

LearnSettings settings_of(const std::string& learner, std::uint64_t epochs) {
  LearnSettings settings;
  settings.learner = by_name(learner);
  settings.multiclass = Multiclass::joint;
  settings.epochs = epochs;
  return settings;
}

std::vector<Fit> fit_jointly(const Problem& problem, const LearnSettings& settings,
                             std::span<const WarmStart> starts = {}, std::uint64_t threads = 1) {
  Listener silent;
  return fit(problem.examples(), Scheme(Multiclass::joint, kJointClasses).targets(), settings,
             threads, silent, starts, kJointClasses);
}

Problem joint_problem(Random& random) {
  return random_problem(random, 5 + random.below(40), 1 + random.below(6), kJointClasses,
                        [&] { return random.normal(); });
}

// The document of the rule as a plain loop: weights, and their mean over all steps.
struct Plain {
  Grid w = Grid(kJointClasses);
  Grid mean = Grid(kJointClasses);
  std::uint64_t mistakes = 0;
  bool clean = false;
};

Plain follow(const Problem& problem, std::uint64_t epochs, bool aggressive) {
  const Grid points = grid(problem.matrix);
  const std::size_t d = points[0].size();
  Plain plain;
  for (auto* each : {&plain.w, &plain.mean})
    each->assign(kJointClasses, std::vector<double>(d + 1));
  Order order(true, 1, points.size());
  for (std::uint64_t epoch = 1; epoch <= epochs; ++epoch) {
    std::uint64_t mistakes = 0;
    for (const std::uint64_t i : order.of_pass(epoch)) {
      std::vector<double> x = points[i];
      x.push_back(1);
      std::vector<double> s(kJointClasses);
      for (std::size_t c = 0; c < kJointClasses; ++c) {
        for (std::size_t j = 0; j <= d; ++j) s[c] += plain.w[c][j] * x[j];
      }
      const std::uint32_t truth = problem.labels[i];
      std::size_t wrong = truth == 0 ? 1 : 0;
      for (std::size_t c = 0; c < kJointClasses; ++c) {
        if (c != truth && s[c] > s[wrong]) wrong = c;
      }
      double t = s[truth] <= s[wrong] ? 1 : 0;
      if (aggressive) {
        double length = 0;
        for (const double value : x) length += value * value;
        t = std::min(1.0, std::max(0.0, 1 - (s[truth] - s[wrong])) / (2 * length));
      }
      if (t > 0) ++mistakes;
      for (std::size_t j = 0; j <= d; ++j) {
        plain.w[truth][j] += t * x[j];
        plain.w[wrong][j] -= t * x[j];
      }
      for (std::size_t c = 0; c < kJointClasses; ++c) {
        for (std::size_t j = 0; j <= d; ++j) plain.mean[c][j] += plain.w[c][j];
      }
    }
    plain.mistakes += mistakes;
    plain.clean = mistakes == 0;
  }
  for (auto& each : plain.mean) {
    for (double& value : each) value /= static_cast<double>(epochs * points.size());
  }
  return plain;
}

void expect_equal(const std::vector<Fit>& fits, const Grid& w) {
  for (std::size_t c = 0; c < kJointClasses; ++c) {
    for (std::size_t j = 0; j + 1 < w[c].size(); ++j)
      RC_ASSERT(std::abs(fits[c].weights[j] - w[c][j]) < 1e-9);
    RC_ASSERT(std::abs(fits[c].offset - w[c].back()) < 1e-9);
  }
}

RC_GTEST_PROP(Joint, FollowsThePlainLoop, (std::uint64_t seed)) {
  Random random(seed, 0);
  const Problem problem = joint_problem(random);
  const std::uint64_t epochs = 1 + random.below(6);
  const Plain plain = follow(problem, epochs, false);
  const auto fits = fit_jointly(problem, settings_of("perceptron", epochs));
  expect_equal(fits, plain.w);
  expect_equal(fit_jointly(problem, settings_of("averaged", epochs)), plain.mean);
  expect_equal(fit_jointly(problem, settings_of("passive-aggressive", epochs)),
               follow(problem, epochs, true).w);
  std::uint64_t updates = 0;
  for (const Fit& fit : fits) {
    updates += fit.updates;
    RC_ASSERT(fit.converged == plain.clean);
    RC_ASSERT(fit.wrong == fit.updates);
  }
  RC_ASSERT(updates == 2 * plain.mistakes);
}

// Raising one class by x lowers another by it.
RC_GTEST_PROP(Joint, WeightsOfAllClassesSumToZero, (std::uint64_t seed)) {
  Random random(seed, 0);
  const Problem problem = joint_problem(random);
  const auto fits = fit_jointly(problem, settings_of("averaged", 5));
  for (std::uint64_t j = 0; j < fits[0].weights.size(); ++j) {
    double sum = 0;
    for (const Fit& fit : fits) sum += fit.weights[j];
    RC_ASSERT(std::abs(sum) < 1e-9);
  }
}

RC_GTEST_PROP(Joint, GoesOnAsIfItHadNotStopped, (std::uint64_t seed)) {
  Random random(seed, 0);
  const Problem problem = joint_problem(random);
  for (const char* learner : {"perceptron", "averaged", "passive-aggressive"}) {
    const auto whole = fit_jointly(problem, settings_of(learner, 7));
    const auto first = fit_jointly(problem, settings_of(learner, 3));
    if (first[0].converged) return;
    std::vector<WarmStart> starts;
    for (const Fit& fit : first) {
      starts.push_back(fit.next);
      starts.back().weights = fit.weights;
      starts.back().offset = fit.offset;
    }
    const auto second = fit_jointly(problem, settings_of(learner, 4), starts);
    for (std::size_t c = 0; c < kJointClasses; ++c) {
      RC_ASSERT(second[c].weights == whole[c].weights);
      RC_ASSERT(second[c].offset == whole[c].offset);
    }
  }
}

// A group of classes that leaves out rows does not depend on the groups beside it.
TEST(Joint, GroupsDoNotKnowOfEachOther) {
  Random random(11, 0);
  const Problem problem =
      random_problem(random, 60, 5, kJointClasses, [&] { return random.normal(); });
  const auto fold_of_row = stratified_folds(problem.labels, 3, 1);
  const auto labels = labels_of_folds(problem.labels, fold_of_row, 3);
  const Targets targets = leave_out(Scheme(Multiclass::joint, kJointClasses).targets(), 3, 0, 3);
  Examples examples = problem.examples();
  examples.labels = labels;
  Listener silent;
  for (const char* learner : {"perceptron", "averaged", "passive-aggressive"}) {
    const LearnSettings settings = settings_of(learner, 4);
    const auto all = fit(examples, targets, settings, 2, silent, {}, kJointClasses);
    ASSERT_EQ(all.size(), 3 * kJointClasses);
    for (std::uint64_t part = 0; part < 3; ++part) {
      const auto alone = fit(examples, targets.slice(part * kJointClasses, kJointClasses), settings,
                             1, silent, {}, kJointClasses);
      for (std::uint64_t c = 0; c < kJointClasses; ++c)
        EXPECT_EQ(all[part * kJointClasses + c].weights, alone[c].weights) << learner;
    }
  }
}

TEST(Joint, CommandTrainsPredictsAndRefusesWhatItCannot) {
  const Folder folder;
  const std::string data = folder.file(
      "three.csv", "0,0,a\n0,1,a\n1,0,a\n5,0,b\n5,1,b\n6,0,b\n0,7,c\n1,7,c\n0,8,c\n1,1,a\n");
  const std::string model = folder.path("m");
  for (const char* learner : {"perceptron", "averaged", "passive-aggressive"}) {
    const Outcome trained =
        run_program({"train", data, "--multiclass", "joint", "--learner", learner, "--calibrate",
                     "temperature", "--json", "-q", "-o", model});
    ASSERT_EQ(trained.status, 0) << trained.err;
    EXPECT_EQ(trained.json()["accuracy"], 1.0);
    const bool ends_clean = std::string(learner) == "perceptron";
    EXPECT_EQ(trained.json()["converged"].get<bool>() || !ends_clean, true);
    EXPECT_EQ(run_program({"predict", model, "-"}, "0,0\n6,1\n1,9\n").out, "a\nb\nc\n");
    const Outcome on = run_program({"train", data, "--start", model, "--learner", learner});
    EXPECT_EQ(on.status, 0) << on.err;
    EXPECT_NE(on.err.find("--calibrate temperature"), std::string::npos) << on.err;
    const Outcome other =
        run_program({"train", data, "--start", model, "--multiclass", "one-vs-rest", "-q"});
    EXPECT_EQ(other.status, 2);
    EXPECT_NE(other.err.find("--multiclass joint"), std::string::npos) << other.err;
  }
  for (const char* learner : {"pocket", "hinge", "logistic", "margin", "max-margin"}) {
    const Outcome refused =
        run_program({"train", data, "--multiclass", "joint", "--learner", learner});
    EXPECT_EQ(refused.status, 2) << learner;
    EXPECT_NE(refused.err.find("one-vs-rest"), std::string::npos) << refused.err;
  }
  EXPECT_EQ(run_program({"train", data, "--multiclass", "joint", "--l2", "1"}).status, 2);
}

}  // namespace
}  // namespace perceptron::core::test
