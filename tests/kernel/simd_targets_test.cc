// The same bits on every processor: every learner, loss and solver with every
// instruction set that this machine has, on each layout of the rows.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "instruction_sets.h"
#include "learn/learners.h"
#include "learn/loop.h"
#include "problem.h"

namespace perceptron::core::test {
namespace {

struct Case {
  std::string name;
  LearnSettings settings;
};

LearnSettings settings_of(Learner learner) {
  LearnSettings settings;
  settings.learner = learner;
  settings.epochs = 12;
  return settings;
}

std::vector<Case> cases_of_the_loop() {
  std::vector<Case> cases;
  for (const Learner learner : {Learner::perceptron, Learner::averaged, Learner::pocket,
                                Learner::passive_aggressive, Learner::margin}) {
    const std::string name(name_of(learner));
    cases.push_back({name, settings_of(learner)});
    cases.push_back({name + " without offset", settings_of(learner)});
    cases.back().settings.offset = false;
  }
  for (const PassiveVariant variant : {PassiveVariant::pa, PassiveVariant::pa2}) {
    cases.push_back({std::string(name_of(variant)), settings_of(Learner::passive_aggressive)});
    cases.back().settings.variant = variant;
  }
  for (const Learner learner : {Learner::perceptron, Learner::averaged}) {
    cases.push_back({std::string(name_of(learner)) + " with penalties", settings_of(learner)});
    cases.back().settings.l2 = 1e-3;
    cases.back().settings.l1 = 1e-4;
  }
  return cases;
}

std::vector<Case> cases_of_losses() {
  std::vector<Case> cases;
  for (const Learner loss : {Learner::hinge, Learner::squared_hinge, Learner::logistic}) {
    const auto add = [&](Solver solver, double l1, double l2, const std::string& more,
                         const std::function<void(LearnSettings&)>& set) {
      cases.push_back({std::string(name_of(loss)) + " " + std::string(name_of(solver)) + " " + more,
                       settings_of(loss)});
      LearnSettings& settings = cases.back().settings;
      settings.solver = solver;
      settings.tolerance = 1e-5;
      settings.epochs = solver == Solver::batch || solver == Solver::online ? 12 : 300;
      settings.l1 = l1;
      settings.l2 = l2;
      set(settings);
    };
    for (const auto& [solver, name] : enum_names(Solver{})) {
      add(solver, 0, 1e-2, "", [](auto&) {});
      add(solver, 0, 1e-2, "without offset", [](auto& s) { s.offset = false; });
      add(solver, 0, 1e-2, "penalised offset", [](auto& s) { s.penalise_offset = true; });
      const bool takes_l1 = solver != Solver::newton || loss != Learner::hinge;
      if (takes_l1) add(solver, 1e-3, 1e-2, "L1 and L2", [](auto&) {});
    }
    if (loss != Learner::hinge) add(Solver::automatic, 1e-2, 0, "L1", [](auto&) {});
    for (const Schedule schedule : {Schedule::constant, Schedule::inverse, Schedule::sqrt}) {
      for (const Solver solver : {Solver::online, Solver::batch}) {
        add(solver, 1e-4, 1e-2, "rate " + std::string(name_of(schedule)), [&](auto& s) {
          s.rate = 0.1;
          s.schedule = schedule;
        });
      }
    }
  }
  return cases;
}

std::vector<double> numbers_of(const std::vector<Fit>& fits) {
  std::vector<double> numbers;
  for (const Fit& fit : fits) {
    numbers.insert(numbers.end(), fit.weights.begin(), fit.weights.end());
    numbers.push_back(fit.offset);
    numbers.insert(numbers.end(), fit.alpha.begin(), fit.alpha.end());
    if (!fit.optimisation) continue;
    numbers.push_back(fit.optimisation->primal);
    numbers.push_back(fit.optimisation->dual);
  }
  return numbers;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

// One model; one for each class; more than a cache line of them, some of which see
// two classes only.
std::vector<Targets> some_targets() {
  constexpr std::uint64_t kClasses = 4;
  std::vector<Targets> all;
  for (const std::uint64_t models : {std::uint64_t{1}, kClasses, std::uint64_t{11}}) {
    Targets targets(kClasses, models);
    for (std::uint64_t m = 0; m < models; ++m) {
      for (std::uint64_t c = 0; c < kClasses; ++c) {
        const bool sees = m < kClasses || c == m % kClasses || c == (m / 2 + 1) % kClasses;
        targets.sign(c, m) = !sees ? 0 : c == m % kClasses ? 1 : -1;
      }
    }
    all.push_back(targets);
  }
  return all;
}

// Equal rows in every layout that training meets in memory.
std::vector<Problem> layouts(std::uint64_t rows, std::uint64_t features) {
  Random random(rows);
  Problem dense = random_problem(random, rows, features, 4, [&] { return random.normal(); });
  Problem narrow = random_problem(random, rows, features, 4, [&] {
    return static_cast<double>(static_cast<float>(random.normal()));
  });
  EXPECT_TRUE(dense.matrix.values().wide());
  EXPECT_FALSE(narrow.matrix.values().wide());
  Problem sparse = dense;
  sparse.matrix = dense.matrix.as(Matrix::Layout::sparse);
  Problem sparse_narrow = narrow;
  sparse_narrow.matrix = narrow.matrix.as(Matrix::Layout::sparse);
  return {dense, narrow, sparse, sparse_narrow};
}

void expect_same_on_every_target(const std::vector<Case>& cases,
                                 const std::vector<Problem>& problems) {
  int tried = 0;
  for (const Problem& problem : problems) {
    for (const Targets& targets : some_targets()) {
      for (const Case& each : cases) {
        SCOPED_TRACE(each.name);
        std::optional<std::vector<double>> expected;
        tried = with_each_instruction_set([&] {
          const auto numbers = numbers_of(fit_all(problem, targets, each.settings));
          if (!expected) expected = numbers;
          EXPECT_TRUE(same_bits(numbers, *expected));
        });
      }
    }
  }
  EXPECT_GE(tried, 1);
#if defined(__x86_64__)
  EXPECT_GE(tried, __builtin_cpu_supports("avx2") ? 2 : 1);
#endif
}

TEST(InstructionSets, LearnersOfTheLoopGetTheSameBits) {
  expect_same_on_every_target(cases_of_the_loop(), layouts(40, 13));
}

TEST(InstructionSets, LossesGetTheSameBitsFromEverySolver) {
  expect_same_on_every_target(cases_of_losses(), layouts(40, 13));
}

// More features than rows: other solvers suit.
TEST(InstructionSets, LossesOfWideRowsGetTheSameBits) {
  expect_same_on_every_target(cases_of_losses(), layouts(14, 37));
}

TEST(InstructionSets, ScoresAreTheSameBits) {
  for (const Problem& problem : layouts(30, 21)) {
    for (const std::uint64_t models : {1U, 2U, 8U, 9U, 17U, 64U, 70U}) {
      Random random(models);
      Bank bank(21, models);
      for (std::uint64_t j = 0; j <= 21; ++j) {
        for (std::uint64_t m = 0; m < models; ++m) bank.row(j)[m] = random.normal();
      }
      std::optional<std::vector<double>> expected;
      with_each_instruction_set([&] {
        std::vector<double> scores(30 * models);
        score(problem.matrix.view(), 0, 30, bank, scores);
        if (!expected) expected = scores;
        EXPECT_TRUE(same_bits(scores, *expected));
      });
    }
  }
}

}  // namespace
}  // namespace perceptron::core::test
