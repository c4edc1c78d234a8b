// Problem    min P(w) of problem.h with the hinge loss and L2 = λ > 0; the offset is the weight of
//            one more feature that is 1, so it is penalised like the others
// Update     step t = 1, 2, … along one example: w ← (1 − 1/t)w, and w += (N/n)v·y·x/(λt) if
//            y·w·x was below 1; then, with projection, w is shortened to ‖w‖ ≤ √(Σv/(nλ)), where
//            the optimum lies (N examples; without weights N/n = v = 1 and Σv/n = 1)
// Theorem    with fₜ the objective on the example of step t alone and G ≥ the length of its
//            gradients, Σ fₜ(wₜ) ≤ Σ fₜ(u) + G²(1 + ln T)/(2λ) for every u, in the ball if
//            projected; over whole passes the mean of fₜ(u) is P(u). And after T passes
//            w = Σ βyx/(λn), βᵢ/vᵢ being the share of passes in which row i made a step (less
//            after a projection): so 0 ≤ βᵢ ≤ vᵢ, and P(w) − D(β) is a proved gap
// Stop       when that gap is small enough relative to P(w), or after the given number of passes
// Reference  Shalev-Shwartz, Singer and Srebro 2007, with one example a step, in shuffled passes
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "kernel/arithmetic.h"
#include "kernel/bank.h"
#include "learn/order.h"
#include "learn/trace.h"
#include "solve/objective.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

class Pegasos {
 public:
  Pegasos(const Problem& problem, const SolverSettings& settings)
      : problem_(problem),
        settings_(settings),
        order_(settings.shuffled, settings.seed, problem.examples()),
        squares_(squared_lengths(problem.rows)),
        offset_(problem.offset == OffsetKind::none ? 0 : 1),
        z_(problem.features()),
        steps_(problem.size()) {
    double all = 0;
    for (const double v : problem.signed_weight) all += std::abs(v);
    radius_ = std::sqrt(all / (problem.n * problem.l2));
    length_ = static_cast<double>(order_.size()) / (problem.n * problem.l2);
  }

  Solution run(Listener& listener) {
    Solution solution = zero_solution(problem_);
    solution.solver = SolvedBy::pegasos;
    for (std::uint64_t pass = 1; pass <= settings_.epochs; ++pass) {
      visit(pass);
      ++passes_;
      solution.mistakes.push_back(updates_ - solution.updates);
      solution.updates = updates_;
      solution.wrong = wrong_;
      if (!measure(solution, listener)) break;
    }
    return solution;
  }

 private:
  // One pass; w = (r/t)·z all the time.
  void visit(std::uint64_t pass) {
    constexpr std::uint64_t kRowsBetweenChecks = 16384;
    std::visit(
        [&](const auto& rows) {
          for (const std::uint64_t i : order_.of_pass(pass)) {
            if (static_cast<std::uint64_t>(t_) % kRowsBetweenChecks == 0) check_interrupt();
            step(rows[i], i);
          }
        },
        problem_.rows);
  }

  template <class Row>
  void step(const Row& x, std::uint64_t i) {
    const double v = problem_.signed_weight[i];
    const double y = v > 0 ? 1 : -1;
    const double zx = dot(x, z_.data()) + offset_ * z_b_;
    const double score = t_ > 0 ? r_ / t_ * zx : 0;
    t_ += 1;
    const bool steps = y * score < 1;
    const double along = steps ? length_ * v / r_ : 0;  // of z
    square_ += along * (2 * zx + along * (squares_[i] + offset_));
    const double before = r_;
    if (settings_.projection) project();
    if (!steps) return;
    ++updates_;
    if (!(y * score > 0)) ++wrong_;
    if (settings_.tracer != nullptr) trace(i, score, along);
    add(x, along, z_.data());
    z_b_ += offset_ * along;
    steps_[i] += 1 / before;
    constexpr double kSmall = 1e-100;
    if (r_ < kSmall) renew();
  }

  // With ‖w‖ = (r/t)‖z‖ after the step.
  void project() {
    const double size = r_ / t_ * std::sqrt(std::max(0.0, square_));
    if (size > radius_) r_ *= radius_ / size;
  }

  // Resets r to 1, so that 1/r does not overflow.
  void renew() {
    for (double& z : z_) z *= r_;
    for (double& steps : steps_) steps *= r_;
    z_b_ *= r_;
    square_ *= r_ * r_;
    r_ = 1;
  }

  // The gap, from scratch, which also ends the growth of rounding errors in ‖z‖². Whether to go on.
  bool measure(Solution& solution, Listener& listener) {
    renew();
    square_ = offset_ * z_b_ * z_b_;
    for (const double z : z_) square_ += z * z;
    solution.w = z_;
    for (double& w : solution.w) w /= t_;
    solution.b = z_b_ / t_;
    std::vector<double> beta(problem_.size());
    for (std::uint64_t i = 0; i < beta.size(); ++i) {
      const double v = std::abs(problem_.signed_weight[i]);
      beta[i] = std::min(v, v * steps_[i] / static_cast<double>(passes_));
    }
    const auto s = products(problem_, solution.w);
    solution.primal =
        mean_loss(problem_, s, solution.b) + penalty(problem_, solution.w, solution.b);
    const double dual = dual_value(problem_, beta);
    solution.keep_dual(dual, beta);
    solution.passes = static_cast<double>(passes_);
    const double gap = relative_gap(solution.primal, solution.dual);
    solution.reached = gap <= settings_.tolerance;
    report_progress(settings_, solution.passes, solution.primal, gap, listener);
    const bool proceed =
        settings_.notify({solution.passes, solution.primal, solution.dual, solution.w, solution.b});
    return proceed && !solution.reached && (settings_.updates == 0 || updates_ < settings_.updates);
  }

  // The step as it ends up in w, after the projection.
  void trace(std::uint64_t i, double score, double along) {
    Bank bank(z_.size(), 1);
    const double times = r_ / t_;
    for (std::uint64_t j = 0; j < z_.size(); ++j) *bank.row(j) = times * z_[j];
    *bank.offsets() = times * z_b_;
    const std::array<std::uint64_t, 1> first = {0};
    const double moved = times * along;
    settings_.tracer->on_update(
        {static_cast<std::uint64_t>(t_) - 1, i, {&score, 1}, {&moved, 1}, bank, first}, passes_ + 1,
        settings_.model);
  }

  const Problem& problem_;
  const SolverSettings& settings_;
  Order order_;
  std::vector<double> squares_;  // ‖x‖² of each row
  double offset_;                // the value of the offset's feature
  double radius_ = 0;
  double length_ = 0;  // of a step of t·w along an example with v = 1
  double t_ = 0;
  double r_ = 1;  // the product of the projections
  std::vector<double> z_;
  double z_b_ = 0;
  double square_ = 0;          // ‖z‖²
  std::vector<double> steps_;  // of each row, over r
  std::uint64_t passes_ = 0;
  std::uint64_t updates_ = 0;
  std::uint64_t wrong_ = 0;
};

}  // namespace

Solution solve_pegasos(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  return Pegasos(problem, settings).run(listener);
}

}  // namespace perceptron::core
