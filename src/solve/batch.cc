// Problem    min P(w, b) of problem.h
// Update     w ← soft(w − ηg, ηL1)/(1 + ηL2),  g = (1/n) Σ −vyx·loss′ over one pass
//            with w fixed, the offset likewise; without L1 and L2 it is w ← w − ηg,
//            plain gradient descent
// Theorem    for a smooth loss and η ≤ 1/curvature P decreases in every step, and
//            P − min P ≤ ‖w₀ − w*‖²/(2ηk) after k of them
// Stop       after the given number of passes, or at the tolerance if there is a
//            dual bound; with a line search also when no step decreases P
// Reference  Cauchy 1847; Beck and Teboulle 2009 for the proximal step

#include <fmt/format.h>

#include <cmath>

#include "base/interrupt.h"
#include "kernel/arithmetic.h"
#include "solve/losses/losses.h"
#include "solve/objective.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

class Batch {
 public:
  Batch(const Problem& problem, const SolverSettings& settings, Listener& listener)
      : problem_(problem), settings_(settings), listener_(listener), w_(problem.features()) {
    if (!settings.start.weights.empty()) w_ = settings.start.weights;
    if (problem.offset != OffsetKind::none) b_ = settings.start.offset;
  }

  Solution run() {
    Solution solution;
    double rate = settings_.rate > 0 ? settings_.rate : 1;
    auto s = products(problem_, w_);
    double primal = objective(s);
    for (std::uint64_t pass = 1; pass <= settings_.epochs; ++pass) {
      check_interrupt();
      auto beta = slopes(problem_, s, b_);
      const auto u = combination(problem_, beta);  // −g
      const double dual = dual_value(problem_, beta);
      if (dual >= solution.dual) {
        solution.dual = dual;
        solution.beta = std::move(beta);
      }
      solution.reached = relative_gap(primal, solution.dual) <= settings_.tolerance;
      if (solution.reached) break;
      solution.passes = static_cast<double>(pass);
      if (settings_.rate > 0) {
        step(u, rate_of(settings_.start.epochs + pass));
        s = products(problem_, w_);
        primal = objective(s);
      } else if (!search(u, rate, s, primal)) {
        break;
      }
      listener_.progress("training", pass, settings_.epochs, [&] {
        return fmt::format("pass {}, objective {:.6g}, gap {:.1e}", pass, primal,
                           relative_gap(primal, solution.dual));
      });
      if (!settings_.notify({static_cast<double>(pass), primal, solution.dual, w_, b_})) break;
    }
    solution.w = w_;
    solution.b = b_;
    solution.primal = primal;
    solution.solver = SolvedBy::batch;
    solution.next.epochs = settings_.start.epochs + static_cast<std::uint64_t>(solution.passes);
    return solution;
  }

 private:
  double rate_of(std::uint64_t pass) const {
    const auto k = static_cast<double>(pass);
    switch (settings_.schedule) {
      case Schedule::inverse:
        return settings_.rate / k;
      case Schedule::sqrt:
        return settings_.rate / std::sqrt(k);
      case Schedule::constant:
        break;
    }
    return settings_.rate;
  }

  double objective(const std::vector<double>& s) const {
    return mean_loss(problem_, s, b_) + penalty(problem_, w_, b_);
  }

  void step(const std::vector<double>& u, double rate) {
    const auto move = [&](double& x, double along) {
      x = soft(x + rate * along, rate * problem_.l1) / (1 + rate * problem_.l2);
    };
    for (std::size_t j = 0; j < w_.size(); ++j) move(w_[j], u[j]);
    if (problem_.offset == OffsetKind::free) b_ += rate * u.back();
    if (problem_.offset == OffsetKind::penalised) move(b_, u.back());
  }

  // Backtracking: the largest of `rate`, rate/2, rate/4, … for which P decreases; the next search
  // starts at twice that.
  bool search(const std::vector<double>& u, double& rate, std::vector<double>& s, double& primal) {
    const auto old_w = w_;
    const double old_b = b_;
    for (int halvings = 0; halvings < 60; ++halvings, rate /= 2) {
      step(u, rate);
      auto next = products(problem_, w_);
      const double value = objective(next);
      double moved = (b_ - old_b) * (b_ - old_b);
      for (std::size_t j = 0; j < w_.size(); ++j) moved += (w_[j] - old_w[j]) * (w_[j] - old_w[j]);
      if (value < primal - 0.25 * moved / rate) {
        s = std::move(next);
        primal = value;
        rate *= 2;
        return true;
      }
      w_ = old_w;
      b_ = old_b;
    }
    return false;
  }

  const Problem& problem_;
  const SolverSettings& settings_;
  Listener& listener_;
  std::vector<double> w_;
  double b_ = 0;
};

}  // namespace

Solution solve_batch(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  return Batch(problem, settings, listener).run();
}

}  // namespace perceptron::core
