// What solvers of a Problem have in common: their settings, how they report progress, and what
// they return.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/settings.h"
#include "learn/warm_start.h"
#include "solve/problem.h"

namespace perceptron::core {

// The state of a solver: its weights, and bounds on the optimal value if it has them.
struct SolverProgress {
  double passes = 0;  // row visits, in passes over all rows
  double primal = 0;
  double dual = 0;
  std::span<const double> w;
  double b = 0;
};

// The relative duality gap.
inline double relative_gap(double primal, double dual) {
  const double gap = primal - dual <= 0 ? 0 : primal > 0 ? (primal - dual) / primal : 1;
  return gap <= 1 ? gap : 1;  // after overflow nothing is known
}

struct SolverSettings {
  double tolerance = 1e-3;  // of the relative duality gap
  std::uint64_t epochs = 1000;
  // Newton's method with L1 also stops after this much work that is not about rows, in additions;
  // 0: no limit.
  double work = 0;
  std::uint64_t seed = 1;
  bool shuffled = true;
  double rate = 0;  // step size; 0: the solver's own choice
  Schedule schedule = Schedule::constant;
  bool average = true;
  std::uint64_t updates = 0;          // online stops after the pass that reaches them; 0: no limit
  bool shrink_on_steps_only = false;  // online: rows without a step do not shrink the weights
  bool pegasos = false;               // instead of the online steps those of Pegasos
  bool projection = true;             // of pegasos
  Tracer* tracer = nullptr;           // of pegasos: follows the steps of this model
  std::uint64_t model = 0;
  WarmStart start;
  // Called after each pass or so, if set; false stops the solver.
  std::function<bool(const SolverProgress&)> watch;
  // Called whenever the solver measures its progress, if set; it does not change the run.
  std::function<void(const SolverProgress&)> observe;

  bool notify(const SolverProgress& now) const {
    if (observe) observe(now);
    return !watch || watch(now);
  }
};

struct Solution {
  std::vector<double> w;
  double b = 0;
  std::vector<double> beta;  // the dual variables; empty if the solver has none
  double primal = 0;
  double dual = 0;
  double passes = 0;
  std::uint64_t updates = 0;            // steps along a row, if the solver makes such
  std::uint64_t wrong = 0;              // of those, at a score with the wrong sign or 0
  std::vector<std::uint64_t> mistakes;  // of online: updates in each pass
  bool reached = false;  // the tolerance, or for the perceptron a pass without updates
  WarmStart next;        // to resume from
  SolvedBy solver = SolvedBy::online;

  // Keep the argument if it is better than the present value.
  void keep_primal(double value, std::span<const double> weights, double offset) {
    if (!(value < primal)) return;
    primal = value;
    w.assign(weights.begin(), weights.end());
    b = offset;
  }
  void keep_dual(double value, std::span<const double> variables) {
    if (!(value > dual)) return;
    dual = value;
    beta.assign(variables.begin(), variables.end());
  }
};

// Reports progress towards the tolerance on a logarithmic scale: halving the gap is always the
// same fraction of the way.
void report_progress(const SolverSettings& settings, double passes, double primal, double gap,
                     Listener& listener);

// The solution with all weights and dual variables 0: no solver returns a worse one.
Solution zero_solution(const Problem& problem);

// The solvers. The first computes weights only: solve() adds the objective, the dual variables and
// the gap.
Solution solve_online(const Problem& problem, const SolverSettings& settings, Listener& listener);
// Computes the dual variables too, and stops at the tolerance.
Solution solve_pegasos(const Problem& problem, const SolverSettings& settings, Listener& listener);
Solution solve_batch(const Problem& problem, const SolverSettings& settings, Listener& listener);
Solution solve_dual(const Problem& problem, const SolverSettings& settings, Listener& listener);
// Many problems at once: all have the same rows, loss, seed and order, and L1 is 0 unless there is
// only one. Each solution is bit-identical to one solved alone.
std::vector<Solution> solve_dual(std::span<const Problem> problems,
                                 std::span<const SolverSettings> settings, Listener& listener);
Solution solve_newton(const Problem& problem, const SolverSettings& settings, Listener& listener);
// Many problems at once, as for dual ascent: all have the same rows and loss, and L1 is 0.
std::vector<Solution> solve_newton(std::span<const Problem> problems,
                                   std::span<const SolverSettings> settings, Listener& listener);
Solution solve_newton_l1(const Problem& problem, const SolverSettings& settings,
                         Listener& listener);
Solution solve_interior(const Problem& problem, const SolverSettings& settings, Listener& listener);
// Finishes what dual ascent has begun, with the solvers that need fewer, but more expensive steps.
std::vector<Solution> solve_further(std::span<const Problem> problems,
                                    std::span<const SolverSettings> settings, Listener& listener);
// Whether the interior point method can factor its systems of equations for this problem. With L1
// and many features it tries a part of the features first, so that it may be able to if this is
// false.
bool is_within_reach(const Problem& problem);
// About what it costs with all features, in additions.
double interior_work(const Problem& problem);

// Why a solver cannot minimise a loss with these penalties: a clause such as "takes no l1 with the
// hinge loss", which may mention settings (base/message.h). Empty if it can.
std::string solver_objection(Loss loss, double l1, double l2, std::uint64_t features,
                             Solver solver);
// The same for a problem, thrown as a usage error.
void require_solver(const Problem& problem, Solver solver);

// The solver that solve() uses: Solver::automatic becomes the one chosen for the problem.
Solver choose_solver(const Problem& problem, Solver solver);

Solution solve(const Problem& problem, Solver asked, const SolverSettings& settings,
               Listener& listener);
// Many problems at once, for which `asked` becomes dual or newton; see solve_dual(). Each solution
// is bit-identical to one solved alone.
std::vector<Solution> solve(std::span<const Problem> problems, Solver asked,
                            std::span<const SolverSettings> settings, Listener& listener);

}  // namespace perceptron::core
