// Chooses the solver of a JointProblem.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/message.h"
#include "kernel/arithmetic.h"
#include "solve/joint/joint_losses.h"
#include "solve/joint/joint_solver.h"

namespace perceptron::core {
namespace {

// How much the p of a row can change its own scores, on average: if it is small, the rows are
// weakly coupled and dual ascent needs few passes; if it is large, very many.
double joint_stiffness(const JointProblem& problem) {
  const std::vector<double> lengths = squared_lengths(problem.rows);
  double sum = 0;
  double rows = 0;
  for (std::uint64_t i = 0; i < problem.size(); ++i) {
    if (problem.weight[i] == 0) continue;
    sum += problem.weight[i] * lengths[i];
    rows += 1;
  }
  return rows == 0 ? 0 : sum / rows / (problem.n * problem.l2);
}

bool starts_with_newton(const JointProblem& problem) {
  constexpr double kStiff = 4;
  if (problem.l1 > 0) return false;
  if (problem.l2 == 0) return true;
  if (is_proximal(problem.loss)) return false;
  return problem.examples().size() >= problem.features() && joint_stiffness(problem) >= kStiff;
}

// The passes after which Newton's method takes over from dual ascent.
constexpr std::uint64_t kPassesOfDual = 60;

// Dual ascent, then Newton's method from where it stopped if the tolerance was not reached.
JointSolution solve_in_turn(const JointProblem& problem, const JointSettings& settings,
                            Listener& listener) {
  bool stopped = false;  // by the caller
  JointSettings first = settings;
  first.epochs = std::min(settings.epochs, kPassesOfDual);
  if (settings.watch) {
    first.watch = [&](const JointProgress& now) {
      stopped = !settings.watch(now);
      return !stopped;
    };
  }
  JointSolution ascended = solve_joint_dual(problem, first, listener);
  if (ascended.reached || stopped || first.epochs == settings.epochs) return ascended;
  JointSettings second = settings;
  second.start = &ascended.w;
  second.start_p = ascended.p;
  second.epochs = settings.epochs - first.epochs;
  if (settings.watch) {
    second.watch = [&](const JointProgress& now) {
      return settings.watch({now.passes + ascended.passes, now.primal, now.dual, now.w});
    };
  }
  JointSolution solution = solve_joint_newton(problem, second, listener);
  solution.passes += ascended.passes;
  solution.updates = ascended.updates;
  if (ascended.primal < solution.primal) {
    solution.primal = ascended.primal;
    solution.w = ascended.w;
  }
  if (ascended.dual > solution.dual) {
    solution.dual = ascended.dual;
    solution.p = std::move(ascended.p);
  }
  solution.reached = relative_gap(solution.primal, solution.dual) <= settings.tolerance;
  return solution;
}

}  // namespace

void report_joint_progress(const JointSettings& settings, double passes, double primal, double gap,
                           Listener& listener) {
  SolverSettings goal;
  goal.tolerance = settings.tolerance;
  goal.epochs = settings.epochs;
  report_progress(goal, passes, primal, gap, listener);
}

std::string joint_solver_objection(JointLoss loss, double l1, double l2, Solver solver) {
  const std::string needs_l2 = fmt::format("needs {} above 0", setting("l2"));
  const bool smooth = !is_proximal(loss);
  switch (solver) {
    case Solver::automatic:
      return l2 == 0 && (l1 > 0 || !smooth) ? needs_l2 : "";
    case Solver::online:
    case Solver::batch:
    case Solver::interior:
      return "cannot be used";
    case Solver::dual:
      return l2 > 0 ? "" : needs_l2;
    case Solver::newton:
      if (l1 > 0) return fmt::format("takes no {}", setting("l1"));
      return l2 == 0 && !smooth ? needs_l2 : "";
  }
  return "";
}

JointSolution solve_joint(const JointProblem& problem, Solver solver, const JointSettings& settings,
                          Listener& listener) {
  if (solver == Solver::dual) return solve_joint_dual(problem, settings, listener);
  if (solver == Solver::newton || starts_with_newton(problem))
    return solve_joint_newton(problem, settings, listener);
  return problem.l1 > 0 ? solve_joint_dual(problem, settings, listener)
                        : solve_in_turn(problem, settings, listener);
}

}  // namespace perceptron::core
