// Stochastic gradient descent against that of scikit-learn.

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "cases.h"
#include "clock.h"
#include "library.h"
#include "scikit.h"
#include "solve/objective.h"
#include "solve/solver.h"
#include "tables.h"

namespace perceptron::core {
namespace {

// The share of rows on their side of the plane.
double accuracy(const Dataset& data, std::uint32_t positive, const Solution& solution) {
  std::uint64_t right = 0;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t i = 0; i < rows.rows; ++i) {
          double s = solution.b;
          const auto row = rows[i];
          for (std::uint64_t k = 0; k < row.size; ++k) {
            if (row.feature(k) < solution.w.size()) s += row.value(k) * solution.w[row.feature(k)];
          }
          right += (s >= 0) == (data.labels[i] == positive) ? 1U : 0U;
        }
      },
      data.matrix.view());
  return static_cast<double>(right) / static_cast<double>(data.rows());
}

SgdRun our_sgd(const SgdProblem& each) {
  BinaryProblem binary{each.name, each.train, each.positive};
  Problem problem = binary.problem();
  problem.loss = each.loss == "log_loss"        ? Loss::logistic
                 : each.loss == "squared_hinge" ? Loss::squared_hinge
                 : each.loss == "perceptron"    ? Loss::perceptron
                                                : Loss::hinge;
  // The peer fits its steps to the data by itself; a user of ours says --rate.
  problem.l2 = 1e-5;
  problem.offset = OffsetKind::free;
  const auto lengths = squared_lengths(problem.rows);
  SolverSettings settings;
  settings.epochs = static_cast<std::uint64_t>(each.passes);
  settings.rate = 3 * problem.n / std::accumulate(lengths.begin(), lengths.end(), 0.0);
  Listener silent;
  Solution solution;
  SgdRun run;
  for (int turn = 0; turn < 5; ++turn) {
    run.seconds.push_back(
        processor_seconds([&] { solution = solve_online(problem, settings, silent); }));
  }
  problem.l2 = each.alpha;  // what the peer is measured by
  run.objective = mean_loss(problem, products(problem, solution.w), solution.b) +
                  penalty(problem, solution.w, solution.b);
  run.accuracy = accuracy(*each.test, each.positive, solution);
  return run;
}

}  // namespace

void bench_sgd(const std::vector<Case>& list) {
  const SgdSolver peer = scikit_sgd();
  if (!peer) fmt::print("(no scikit-learn: left out)\n");
  std::map<const Dataset*, Dataset> tests;
  std::vector<SgdProblem> found;
  for (const BinaryProblem& each : binary_problems(list, {3})) {
    if (!tests.contains(each.data)) {
      auto test = test_set(each.name, *each.data);
      if (!test) continue;
      tests.emplace(each.data, std::move(*test));
    }
    for (const char* loss : {"hinge", "log_loss"})
      found.push_back({each.name, each.data, &tests.at(each.data), each.positive, loss});
  }
  print_sgd_contest("SGD, averaged, 5 passes", found, peer, our_sgd);
}

}  // namespace perceptron::core
