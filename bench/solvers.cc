// Solvers of regularised losses against LIBLINEAR, alone and from file to model.

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cases.h"
#include "clock.h"
#include "contest.h"
#include "liblinear.h"
#include "process.h"
#include "solve/solver.h"
#include "tables.h"

namespace perceptron::core {
namespace {

// Ours, to the same objective as the peer or better. Newton's method computes its objective in each
// step and stops at the first that is as low; for dual ascent the loosest tolerance that gets there
// is found beforehand, then the run with it is timed.
BinarySolver to_the_same_objective(const BinarySolver& peer) {
  auto goals = std::make_shared<std::map<std::string, double>>();
  auto tolerances = std::make_shared<std::map<std::string, double>>();
  return [peer, goals, tolerances](const BinaryProblem& each) {
    const Problem problem = each.problem();
    // Its even numbers and 5 are solved in the primal.
    const bool dual = each.solver == 3 || each.solver == 1 || each.solver == 7;
    const std::string key = fmt::format("{} {} {}", each.name, each.positive, each.solver);
    const auto run = [&](double tolerance) {
      SolverSettings settings;
      settings.tolerance = tolerance;
      settings.epochs = 100'000;
      if (!dual && goals->contains(key)) {
        settings.watch = [goal = goals->at(key) / (each.c * problem.n)](const SolverProgress& now) {
          return now.primal > goal;
        };
      }
      Listener silent;
      SolverRun result;
      result.seconds = processor_seconds([&] {
        result.weights = solve(problem, dual ? Solver::dual : Solver::newton, settings, silent).w;
      });
      return result;
    };
    if (!tolerances->contains(key)) {
      double tolerance = peer && !dual ? 1e-10 : 1e-2;
      if (peer) {
        const double goal = each.objective(peer(each).weights);
        (*goals)[key] = goal;
        while (dual && each.objective(run(tolerance).weights) > goal && tolerance > 1e-10)
          tolerance /= 2;
      }
      (*tolerances)[key] = tolerance;
    }
    return run(tolerances->at(key));
  };
}

}  // namespace

void bench_solvers(const std::vector<Case>& list) {
  const BinarySolver peer = liblinear();
  const BinarySolver ours = to_the_same_objective(peer);
  if (!peer) fmt::print("(no liblinear-dev when this was built: LIBLINEAR is left out)\n");
  print_contest("to LIBLINEAR's tolerance", binary_problems(list, {3, 1, 7, 0, 2, 5, 6}), peer,
                ours);
}

void bench_programs(const std::vector<Case>& list) {
  const Command ours = [](const BinaryProblem& each, const std::string& data,
                          const std::string& model) -> std::vector<std::string> {
    const double penalty = 1 / (each.c * static_cast<double>(each.data->rows()));
    const char* const learner = each.loss() == Loss::hinge           ? "hinge"
                                : each.loss() == Loss::squared_hinge ? "squared-hinge"
                                                                     : "logistic";
    return {PERCEPTRON_PROGRAM,
            "train",
            data,
            "-o",
            model,
            "--quiet",
            "--no-offset",
            "--learner",
            learner,
            "--l1",
            fmt::format("{}", each.l1() ? penalty : 0),
            "--l2",
            fmt::format("{}", each.l1() ? 0 : penalty)};
  };
  const Command peer = liblinear_train();
  if (!peer) fmt::print("(no liblinear-train: left out)\n");
  print_process_contest("from file to model", binary_problems(list, {3, 2, 6}), peer, ours);
}

}  // namespace perceptron::core
