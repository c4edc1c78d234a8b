// Chooses the solver for a problem.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/elementary.h"
#include "base/error.h"
#include "base/message.h"
#include "base/text.h"
#include "kernel/arithmetic.h"
#include "kernel/linear_system.h"
#include "solve/losses/losses.h"
#include "solve/objective.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

// How much an α can add to the margin of its own row, on average: if it is small, the coordinates
// are weakly coupled and dual ascent needs few passes; if it is large, very many.
double stiffness(const Problem& problem, const std::vector<std::uint64_t>& examples) {
  constexpr std::uint64_t kSampled = 1000;
  const std::uint64_t stride = std::max<std::uint64_t>(examples.size() / kSampled, 1);
  double sum = 0;
  double rows = 0;
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t e = 0; e < examples.size(); e += stride) {
          const std::uint64_t i = examples[e];
          sum += std::abs(problem.signed_weight[i]) * squared_length(view[i]);
          rows += 1;
        }
      },
      problem.rows);
  return rows == 0 ? 0 : sum / rows / (problem.n * problem.l2);
}

Solver choose(const Problem& problem) {
  constexpr double kStiff = 4;
  const LossTraits loss = traits_of(problem.loss);
  const bool smooth = loss.newton == NewtonForm::smooth;
  if (!loss.has_dual_term && loss.newton == NewtonForm::none) return Solver::online;
  if (problem.l1 > 0 && smooth) return Solver::newton;
  if (problem.l2 == 0) return smooth ? Solver::newton : Solver::batch;
  if (!smooth) return Solver::dual;
  if (!loss.has_dual_term) return Solver::newton;
  // Rows that are not examples do not count. Few rows are few variables for the dual, whatever the
  // number of features.
  const std::vector<std::uint64_t> examples = problem.examples();
  const bool few = examples.size() < problem.features();
  // If Newton's method would take over from dual ascent anyway and its first steps are the most
  // expensive, two passes of dual ascent are the better start.
  const std::uint64_t features = problem.features();
  const bool follows = features >= System::kExpensiveSize && features <= System::kMostFeatures;
  return !few && !follows && stiffness(problem, examples) >= kStiff ? Solver::newton : Solver::dual;
}

// The objective, dual variables and gap for a solver that does not compute them.
void measure(const Problem& problem, const SolverSettings& settings, Solution& solution) {
  const auto s = products(problem, solution.w);
  solution.primal = mean_loss(problem, s, solution.b) + penalty(problem, solution.w, solution.b);
  solution.beta = slopes(problem, s, solution.b);
  solution.dual = dual_value(problem, solution.beta);
  if (!settings.shrink_on_steps_only)
    solution.reached = relative_gap(solution.primal, solution.dual) <= settings.tolerance;
}

// The names of the losses with a given trait: "hinge, squared-hinge or logistic".
template <class Which>
std::string losses_that(const Which& which) {
  std::vector<std::string_view> names;
  for (const Loss loss : kLosses) {
    if (which(traits_of(loss))) names.push_back(name_of(loss));
  }
  std::string list;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0) list += k + 1 < names.size() ? ", " : " or ";
    list += names[k];
  }
  return list;
}

std::string objection_of_dual(const LossTraits& loss, double l2) {
  if (!loss.has_dual_term)
    return "takes " + losses_that([](const LossTraits& each) { return each.has_dual_term; });
  if (l2 == 0) return fmt::format("needs {} above 0", setting("l2"));
  return "";
}

std::string objection_of_newton(const LossTraits& loss, double l1, double l2,
                                std::uint64_t features) {
  switch (loss.newton) {
    case NewtonForm::smooth:
      return "";
    case NewtonForm::none:
      return "takes " +
             losses_that([](const LossTraits& each) { return each.newton != NewtonForm::none; });
    case NewtonForm::proximal:
      if (l1 > 0) return fmt::format("takes no {} with the {} loss", setting("l1"), loss.name);
      if (l2 == 0)
        return fmt::format("needs {} above 0 with the {} loss", setting("l2"), loss.name);
      if (features > System::kMostFeatures)
        return fmt::format("takes at most {} features with the {} loss",
                           with_commas(System::kMostFeatures), loss.name);
      return "";
  }
  return "";
}

}  // namespace

void report_progress(const SolverSettings& settings, double passes, double primal, double gap,
                     Listener& listener) {
  const double shown = std::clamp(gap, settings.tolerance, 1.0);
  const double way = settings.tolerance > 0 && settings.tolerance < 1
                         ? portable_log(shown) / portable_log(settings.tolerance)
                         : 0;
  const double allowed = passes / static_cast<double>(std::max<std::uint64_t>(settings.epochs, 1));
  constexpr double kParts = 1000;
  listener.progress(
      "training", static_cast<std::uint64_t>(kParts * std::min(1.0, std::max(way, allowed))),
      static_cast<std::uint64_t>(kParts), [&] {
        return fmt::format("pass {:.0f}, objective {:.6g}, gap {:.1e}", passes, primal, gap);
      });
}

Solution zero_solution(const Problem& problem) {
  Solution solution;
  solution.w.resize(problem.features());
  solution.beta.resize(problem.size());
  const std::vector<double> products(problem.size());
  solution.b = best_offset(problem, products, 0);
  solution.primal = mean_loss(problem, products, solution.b);
  return solution;
}

std::string solver_objection(Loss loss, double l1, double l2, std::uint64_t features,
                             Solver solver) {
  switch (solver) {
    case Solver::automatic:
    case Solver::online:
    case Solver::batch:
      return "";
    case Solver::dual:
      return objection_of_dual(traits_of(loss), l2);
    case Solver::newton:
      return objection_of_newton(traits_of(loss), l1, l2, features);
  }
  return "";
}

void require_solver(const Problem& problem, Solver solver) {
  const std::string why =
      solver_objection(problem.loss, problem.l1, problem.l2, problem.features(), solver);
  if (why.empty()) return;
  throw Error(ErrorKind::usage,
              fmt::format("{} {}; {} chooses a suitable one", setting("solver", name_of(solver)),
                          why, setting("solver", name_of(Solver::automatic))));
}

Solver choose_solver(const Problem& problem, Solver solver) {
  return solver == Solver::automatic ? choose(problem) : solver;
}

Solution solve(const Problem& problem, Solver asked, const SolverSettings& settings,
               Listener& listener) {
  const Solver solver = choose_solver(problem, asked);
  require_solver(problem, solver);
  switch (solver) {
    case Solver::batch:
      return solve_batch(problem, settings, listener);
    case Solver::dual:
      return solve_dual(problem, settings, listener);
    case Solver::newton:
      // The L1 penalty has no gradient at 0, so Newton's method needs a variant for it.
      return problem.l1 > 0 ? solve_newton_l1(problem, settings, listener)
                            : solve_newton(problem, settings, listener);
    case Solver::automatic:  // not chosen
    case Solver::online:
      break;
  }
  Solution solution = solve_online(problem, settings, listener);
  measure(problem, settings, solution);
  return solution;
}

}  // namespace perceptron::core
