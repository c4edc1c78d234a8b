// The solver that suits a problem.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "kernel/arithmetic.h"
#include "kernel/linear_system.h"
#include "solve/losses/loss.h"
#include "solve/objective.h"
#include "solve/solver.h"

namespace perceptron {
namespace {

// What an α may at most add to the margin of its own row, on average: where it
// is small, rows hardly disturb each other and the dual is solved in a few
// passes; where it is large, it takes very many.
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

std::string choose(const Problem& problem) {
  constexpr double kStiff = 4;
  if (problem.loss == Loss::perceptron) return "online";
  if (problem.l1 > 0 && is_smooth(problem.loss)) return "newton";
  if (problem.l2 == 0) return is_smooth(problem.loss) ? "newton" : "batch";
  if (!is_smooth(problem.loss)) return "dual";
  // Rows that are no examples have no say. Few rows are few unknowns for the dual,
  // however many the features.
  const std::vector<std::uint64_t> examples = problem.examples();
  const bool few = examples.size() < problem.features();
  // Where Newton's method follows dual ascent in any case and its first steps cost
  // most, two passes of that are the better start.
  const std::uint64_t features = problem.features();
  const bool follows = features >= System::kDear && features <= System::kMostFeatures;
  return !few && !follows && stiffness(problem, examples) >= kStiff ? "newton" : "dual";
}

// What a solver that only learns has reached.
void judge(const Problem& problem, const SolverSettings& settings, Solution& solution) {
  const auto s = products(problem, solution.w);
  solution.primal = mean_loss(problem, s, solution.b) + penalty(problem, solution.w, solution.b);
  solution.beta = slopes(problem, s, solution.b);
  solution.dual = dual_value(problem, solution.beta);
  if (!settings.shrink_on_steps_only)
    solution.reached = relative_gap(solution.primal, solution.dual) <= settings.tolerance;
}

// Why a solver cannot do it, or nothing.
std::string objection(const Problem& problem, const std::string& solver) {
  return solver_objection(problem.loss, problem.l1, problem.l2, problem.features(),
                          by_name(solver));
}

}  // namespace

void report(const SolverSettings& settings, double passes, double primal, double gap,
            Listener& listener) {
  const double shown = std::clamp(gap, settings.tolerance, 1.0);
  const double way = settings.tolerance > 0 && settings.tolerance < 1
                         ? std::log(shown) / std::log(settings.tolerance)
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
  const bool dual = solver == Solver::dual;
  const bool newton = solver == Solver::newton;
  if ((dual || newton) && loss == Loss::perceptron) return "takes hinge, squared-hinge or logistic";
  if (dual && l2 == 0) return "needs " + setting("l2") + " above 0";
  if (newton && loss == Loss::hinge) {
    if (l1 > 0) return "takes no " + setting("l1") + " with the hinge loss";
    if (l2 == 0) return "needs " + setting("l2") + " above 0 with the hinge loss";
    if (features > System::kMostFeatures) return "takes at most 5,000 features with the hinge loss";
  }
  return "";
}

void require_solver(const Problem& problem, const std::string& solver) {
  if (const std::string why = objection(problem, solver); !why.empty()) {
    throw Error(ErrorKind::usage,
                fmt::format("{} {}; {} finds one that suits", setting("solver", solver), why,
                            setting("solver", "auto")));
  }
}

std::string solver_of(const Problem& problem, const std::string& name) {
  return name == "auto" ? choose(problem) : name;
}

Solution solve(const Problem& problem, const std::string& name, const SolverSettings& settings,
               Listener& listener) {
  const std::string solver = solver_of(problem, name);
  require_solver(problem, solver);
  if (solver == "online") {
    Solution solution = solve_online(problem, settings, listener);
    judge(problem, settings, solution);
    return solution;
  }
  if (solver == "batch") return solve_batch(problem, settings, listener);
  if (solver == "dual") return solve_dual(problem, settings, listener);
  // Weights that are 0 have no slope, so Newton's method needs its own way there.
  return problem.l1 > 0 ? solve_sparse(problem, settings, listener)
                        : solve_newton(problem, settings, listener);
}

}  // namespace perceptron
