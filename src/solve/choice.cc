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
  if (problem.l2 == 0 && smooth) return Solver::newton;
  if (problem.l2 == 0)
    return problem.l1 > 0 || is_within_reach(problem) ? Solver::interior : Solver::batch;
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

// The solver that takes over from dual ascent. Each problem of a bank has its own, so that it does
// not depend on the others.
Solver next_solver(const Problem& problem) {
  if (traits_of(problem.loss).newton == NewtonForm::smooth) return Solver::newton;
  if (problem.l1 > 0) return Solver::interior;
  const bool direct = problem.features() <= System::kMostFeatures;
  return direct || !is_within_reach(problem) ? Solver::newton : Solver::interior;
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

Solution run_solver(const Problem& problem, Solver solver, const SolverSettings& settings,
                    Listener& listener) {
  switch (solver) {
    case Solver::batch:
      return solve_batch(problem, settings, listener);
    case Solver::dual:
      return solve_dual(problem, settings, listener);
    case Solver::newton:
      // The L1 penalty has no gradient at 0, so Newton's method needs a variant for it.
      return problem.l1 > 0 ? solve_newton_l1(problem, settings, listener)
                            : solve_newton(problem, settings, listener);
    case Solver::interior:
      return solve_interior(problem, settings, listener);
    case Solver::automatic:  // not chosen
    case Solver::online:
      break;
  }
  if (settings.pegasos) return solve_pegasos(problem, settings, listener);
  Solution solution = solve_online(problem, settings, listener);
  measure(problem, settings, solution);
  return solution;
}

// The work of the chosen solver and, if it does not reach the tolerance, of the interior point
// method after it, for which some of the passes are reserved. A solver that the user chose gets all
// passes.
class Attempt {
 public:
  Attempt(const Problem& problem, Solver asked, const SolverSettings& settings)
      : problem_(problem), settings_(settings) {
    const Solver solver = choose_solver(problem, asked);
    constexpr std::uint64_t kReserved = 400;
    if (asked == Solver::automatic && (solver == Solver::dual || solver == Solver::newton) &&
        settings.epochs >= 2 * kReserved && (problem.l1 > 0 || is_within_reach(problem)))
      reserved_ = kReserved;
  }

  // The settings for the chosen solver.
  SolverSettings first() {
    SolverSettings first = settings_;
    if (reserved_ == 0) return first;
    first.epochs -= reserved_;
    constexpr double kPatience = 4;
    if (is_within_reach(problem_)) first.work = kPatience * interior_work(problem_);
    if (settings_.watch) {
      first.watch = [this](const SolverProgress& now) {
        stopped_ = !settings_.watch(now);
        return !stopped_;
      };
    }
    return first;
  }

  Solution finished(Solution solution, Listener& listener) const {
    // Smaller gaps may be beyond the precision of any solver.
    constexpr double kSmallest = 1e-9;
    const double enough = std::max(settings_.tolerance, kSmallest);
    if (reserved_ == 0 || stopped_ || solution.reached ||
        relative_gap(solution.primal, solution.dual) <= enough)
      return solution;
    SolverSettings rest = settings_;
    rest.epochs = std::max(reserved_, settings_.epochs - passes_of(solution));
    rest.observe = {};
    if (settings_.watch || settings_.observe) {
      rest.watch = [&](SolverProgress now) {
        now.passes += solution.passes;
        now.dual = std::max(now.dual, solution.dual);
        if (solution.primal < now.primal) {
          now.primal = solution.primal;
          now.w = solution.w;
          now.b = solution.b;
        }
        return settings_.notify(now);
      };
    }
    Solution end = solve_interior(problem_, rest, listener);
    end.keep_primal(solution.primal, solution.w, solution.b);
    end.keep_dual(solution.dual, solution.beta);
    end.passes += solution.passes;
    end.updates = solution.updates;
    end.reached = end.reached || relative_gap(end.primal, end.dual) <= settings_.tolerance;
    return end;
  }

 private:
  std::uint64_t passes_of(const Solution& solution) const {
    return std::min(settings_.epochs, static_cast<std::uint64_t>(solution.passes));
  }

  const Problem& problem_;
  const SolverSettings& settings_;
  std::uint64_t reserved_ = 0;
  bool stopped_ = false;  // by the caller
};

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

std::string objection_of_interior(const LossTraits& loss) {
  if (loss.interior) return "";
  return "takes " + losses_that([](const LossTraits& each) { return each.interior; });
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
    case Solver::interior:
      return objection_of_interior(traits_of(loss));
  }
  return "";
}

void require_solver(const Problem& problem, Solver solver) {
  std::string why =
      solver_objection(problem.loss, problem.l1, problem.l2, problem.features(), solver);
  if (why.empty() && solver == Solver::interior && problem.l1 == 0 && !is_within_reach(problem))
    why = fmt::format("takes at most {} rows or as many features",
                      with_commas(System::kMostFeatures));
  if (why.empty()) return;
  throw Error(ErrorKind::usage,
              fmt::format("{} {}; {} chooses a suitable one", setting("solver", name_of(solver)),
                          why, setting("solver", name_of(Solver::automatic))));
}

Solver choose_solver(const Problem& problem, Solver solver) {
  return solver == Solver::automatic ? choose(problem) : solver;
}

std::vector<Solution> solve_further(std::span<const Problem> problems,
                                    std::span<const SolverSettings> settings, Listener& listener) {
  std::vector<Solution> solutions(problems.size());
  std::vector<std::size_t> places;
  std::vector<Problem> together;
  std::vector<SolverSettings> their_settings;
  for (std::size_t k = 0; k < problems.size(); ++k) {
    const Solver solver = next_solver(problems[k]);
    if (problems[k].l1 > 0 || solver != Solver::newton) {
      solutions[k] = run_solver(problems[k], solver, settings[k], listener);
    } else {
      places.push_back(k);
      together.push_back(problems[k]);
      their_settings.push_back(settings[k]);
    }
  }
  if (places.empty()) return solutions;
  std::vector<Solution> ends = solve_newton(together, their_settings, listener);
  for (std::size_t k = 0; k < places.size(); ++k) solutions[places[k]] = std::move(ends[k]);
  return solutions;
}

std::vector<Solution> solve(std::span<const Problem> problems, Solver asked,
                            std::span<const SolverSettings> settings, Listener& listener) {
  std::vector<Attempt> attempts;
  std::vector<SolverSettings> first;
  attempts.reserve(problems.size());
  for (std::size_t k = 0; k < problems.size(); ++k) {
    attempts.emplace_back(problems[k], asked, settings[k]);
    first.push_back(attempts[k].first());
  }
  const Solver solver = choose_solver(problems[0], asked);
  for (const Problem& problem : problems) require_solver(problem, solver);
  std::vector<Solution> solutions;
  if (problems.size() == 1) {
    solutions.push_back(run_solver(problems[0], solver, first[0], listener));
  } else {
    solutions = solver == Solver::newton ? solve_newton(problems, first, listener)
                                         : solve_dual(problems, first, listener);
  }
  for (std::size_t k = 0; k < problems.size(); ++k)
    solutions[k] = attempts[k].finished(std::move(solutions[k]), listener);
  return solutions;
}

Solution solve(const Problem& problem, Solver asked, const SolverSettings& settings,
               Listener& listener) {
  return std::move(solve({&problem, 1}, asked, {&settings, 1}, listener)[0]);
}

}  // namespace perceptron::core
