#include "learn/minimise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "learn/learners.h"
#include "learn/solver.h"

namespace perceptron {

Problem problem_of(const Examples& examples, const Targets& targets, std::uint64_t model,
                   const LearnSettings& settings) {
  Problem problem;
  problem.rows = examples.rows;
  problem.signed_weight.resize(examples.size());
  for (std::uint64_t i = 0; i < examples.size(); ++i) {
    const double y = targets.sign(examples.labels[i], model);
    problem.signed_weight[i] = y * examples.weight(i);
    if (y != 0) problem.n += examples.weight(i);
  }
  problem.loss = find_learner(settings.learner).loss.value_or(Loss::perceptron);
  problem.l1 = settings.l1;
  problem.l2 = l2_of(settings);
  problem.offset = !settings.offset           ? Problem::Offset::none
                   : settings.penalise_offset ? Problem::Offset::penalised
                                              : Problem::Offset::free;
  return problem;
}

void refuse_long_rows() {
  throw Error(Exit::input,
              "the rows are longer than numbers can square; bring the features to a common size "
              "with --scale maxabs");
}

Fit minimise(const Examples& examples, const Targets& targets, std::uint64_t model,
             const LearnSettings& settings, const Holdout& holdout, Listener& listener,
             Start start) {
  const Problem problem = problem_of(examples, targets, model, settings);
  const bool perceptron = problem.loss == Loss::perceptron;
  SolverSettings solver;
  solver.tolerance = settings.tolerance;
  solver.epochs = epochs_of(settings);
  solver.seed = settings.seed;
  solver.shuffled = settings.order == "shuffle";
  solver.rate = settings.rate;
  solver.schedule = settings.schedule;
  solver.average = settings.average;
  solver.updates = settings.updates;
  solver.start = std::move(start);
  if (solver.start.weights.empty() &&
      (!settings.initial_weights.empty() || settings.initial_offset != 0)) {
    solver.start.weights = settings.initial_weights;
    solver.start.weights.resize(examples.features());
    solver.start.offset = settings.offset ? settings.initial_offset : 0;
  }
  const auto lengths = squared_lengths(examples.rows);
  constexpr double kLongest = 1e280;
  if (std::any_of(lengths.begin(), lengths.end(), [](double x) { return !(x < kLongest); }))
    refuse_long_rows();
  if (perceptron) {
    // The perceptron itself: steps of 1, and a pull towards 0 after each.
    solver.rate = settings.rate > 0 ? settings.rate : 1;
    solver.average = settings.learner == "averaged";
    solver.shrink_on_steps_only = true;
  }
  BestSeen best;
  if (!holdout.empty()) {
    solver.watch = [&](const Standing& now) {
      return best.consider(holdout.accuracy(examples, targets, model, now.w, now.b), now.w, now.b);
    };
  }
  Solution solution = solve(problem, perceptron ? "online" : settings.solver, solver, listener);
  Fit fit;
  if (!holdout.empty()) {
    // A solver that is done before its first pass has told of nothing.
    best.consider(holdout.accuracy(examples, targets, model, solution.w, solution.b), solution.w,
                  solution.b);
    // The proof is about the weights a solver ended with; these are others.
    fit.converged = false;
    fit.held_out = best.accuracy();
    solution.w = best.w();
    solution.b = best.b();
    solution.primal = std::numeric_limits<double>::quiet_NaN();
  } else {
    fit.converged = solution.reached;
  }
  fit.epochs = static_cast<std::uint64_t>(std::ceil(solution.passes));
  fit.updates = solution.updates;
  fit.wrong = solution.wrong;
  fit.mistakes = std::move(solution.mistakes);
  fit.weights = std::move(solution.w);
  fit.offset = solution.b;
  fit.alpha =
      solution.beta.empty() ? std::vector<double>(examples.size()) : std::move(solution.beta);
  fit.next = std::move(solution.next);
  fit.proximity = {
      solution.solver, solution.primal, solution.dual, solution.passes,
      static_cast<std::uint64_t>(std::count(fit.weights.begin(), fit.weights.end(), 0.0))};
  return fit;
}

}  // namespace perceptron
