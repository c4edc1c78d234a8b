// The solver that suits a problem.

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "learn/arithmetic.h"
#include "learn/loss.h"
#include "learn/solver.h"

namespace perceptron {
namespace {

// What an α may at most add to the margin of its own row, on average: where it
// is small, rows hardly disturb each other and the dual is solved in a few
// passes; where it is large, it takes very many.
double stiffness(const Problem& problem) {
  constexpr std::uint64_t kSampled = 1000;
  const std::uint64_t stride = std::max<std::uint64_t>(problem.size() / kSampled, 1);
  double sum = 0;
  double rows = 0;
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < problem.size(); i += stride) {
          sum += std::abs(problem.signed_weight[i]) * squared_length(view[i]);
          rows += 1;
        }
      },
      problem.rows);
  return rows == 0 ? 0 : sum / rows / (problem.n * problem.l2);
}

// What a step of second order costs beside a pass, for the hinge loss: outer
// products of all rows and a system as large as the features.
bool small_system(const Problem& problem, double most) {
  constexpr double kMostFeatures = 2000;
  const auto features = static_cast<double>(problem.features());
  if (features > kMostFeatures) return false;
  double squares = 0;
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < problem.size(); ++i) {
          const auto size = static_cast<double>(view[i].size);
          squares += size * size;
        }
      },
      problem.rows);
  return squares / 2 + features * features * features / 3 <= most;
}

std::string choose(const Problem& problem) {
  constexpr double kStiff = 4;
  if (problem.loss == Loss::perceptron) return "online";
  if (problem.l1 > 0 && is_smooth(problem.loss)) return "newton";
  if (problem.l2 == 0) return is_smooth(problem.loss) ? "newton" : "batch";
  constexpr double kAtOnce = 1e6;
  if (problem.l1 == 0 && small_system(problem, kAtOnce)) return "newton";
  return is_smooth(problem.loss) && stiffness(problem) >= kStiff ? "newton" : "dual";
}

// Dual ascent, and where it does not arrive soon a method of second order.
Solution dual_or_newton(const Problem& problem, const SolverSettings& settings,
                        Listener& listener) {
  constexpr std::uint64_t kSoon = 200;
  constexpr double kAffordable = 1e9;
  const bool can_switch =
      problem.l1 == 0 && (is_smooth(problem.loss) || small_system(problem, kAffordable));
  if (!can_switch || settings.epochs <= kSoon) return solve_dual(problem, settings, listener);
  SolverSettings first = settings;
  first.epochs = kSoon;
  Solution solution = solve_dual(problem, first, listener);
  if (solution.reached || solution.passes < static_cast<double>(kSoon)) return solution;
  first = settings;
  first.start.weights = solution.w;
  first.start.offset = solution.b;
  Solution second = problem.loss == Loss::hinge ? solve_interior(problem, first, listener)
                                                : solve_newton(problem, first, listener);
  second.passes += solution.passes;
  return second;
}

// Why a solver cannot do it, or nothing.
std::string objection(const Problem& problem, const std::string& solver) {
  if ((solver == "dual" || solver == "newton") && problem.loss == Loss::perceptron)
    return "takes hinge, squared-hinge or logistic";
  if (solver == "dual" && problem.l2 == 0) return "needs --l2 above 0";
  if (solver == "newton" && problem.loss == Loss::hinge) {
    if (problem.l1 > 0) return "takes no --l1 with the hinge loss";
    if (problem.l2 == 0) return "needs --l2 above 0 with the hinge loss";
    constexpr std::uint64_t kMostFeatures = 10'000;
    if (problem.features() > kMostFeatures)
      return "takes at most 10,000 features with the hinge loss";
  }
  return "";
}

}  // namespace

void require_solver(const Problem& problem, const std::string& solver) {
  if (const std::string why = objection(problem, solver); !why.empty()) {
    throw Error(Exit::usage,
                fmt::format("--solver {} {}; --solver auto finds one that suits", solver, why));
  }
}

Solution solve(const Problem& problem, const std::string& name, const SolverSettings& settings,
               Listener& listener) {
  const std::string solver = name == "auto" ? choose(problem) : name;
  require_solver(problem, solver);
  if (name == "auto" && solver == "dual") return dual_or_newton(problem, settings, listener);
  if (solver == "online") return solve_online(problem, settings, listener);
  if (solver == "batch") return solve_batch(problem, settings, listener);
  if (solver == "dual") return solve_dual(problem, settings, listener);
  if (problem.loss == Loss::hinge) return solve_interior(problem, settings, listener);
  // Weights that are 0 have no slope, so Newton's method needs its own way there.
  return problem.l1 > 0 ? solve_sparse(problem, settings, listener)
                        : solve_newton(problem, settings, listener);
}

}  // namespace perceptron
