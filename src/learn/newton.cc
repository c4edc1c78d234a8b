// Problem    min P(w, b) of problem.h for a smooth loss, L1 = 0
// Update     w += t·d with (L2 + (1/n) Σ v·loss″·x·xᵀ) d = −∇P, solved roughly by
//            conjugate gradients, t halved until P has fallen enough; b is
//            the best for its w after every step
// Theorem    P falls in every step; near the optimum the error is squared
// Stop       (P − D)/P ≤ tolerance for β = −v·loss′, whose gap without rounding
//            is ‖∇P‖²/(2 L2); without L2 where ∇P has all but vanished
// Reference  Lin, Weng and Keerthi 2008; Keerthi and DeCoste 2005

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "learn/arithmetic.h"
#include "learn/loss.h"
#include "learn/objective.h"
#include "learn/solver.h"

namespace perceptron {
namespace {

double inner(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

template <class Loss, class Rows>
class Newton {
 public:
  Newton(const Problem& problem, const Rows& rows, const SolverSettings& settings,
         Listener& listener)
      : problem_(problem),
        rows_(rows),
        settings_(settings),
        listener_(listener),
        has_offset_(problem.offset != Problem::Offset::none),
        bend_(problem.size()),
        x_(problem.features() + 1) {
    if (!settings.start.weights.empty())
      std::copy(settings.start.weights.begin(), settings.start.weights.end(), x_.begin());
    if (has_offset_) x_.back() = settings.start.offset;
  }

  Solution run() {
    s_ = products(problem_, weights());
    visits_ += rows();
    double first = 0;
    while (true) {
      x_.back() = best_offset(problem_, s_, x_.back());
      auto beta = slopes(problem_, s_, x_.back());
      std::vector<double> g = combination(problem_, beta);
      visits_ += rows();
      for (double& each : g) each = -each;
      for (std::size_t j = 0; j < g.size(); ++j) g[j] += ridge(j) * x_[j];
      if (!has_offset_) g.back() = 0;
      const double norm = std::sqrt(inner(g, g));
      if (first == 0) first = norm;
      primal_ = objective(x_, s_);
      double dual = 0;
      if (problem_.l2 > 0) dual = dual_of(g);
      const double gap = relative_gap(primal_, dual);
      listener_.progress("training", 0, 0, [&] {
        return fmt::format("pass {:.0f}, objective {:.6g}, gap {:.1e}", passes(), primal_, gap);
      });
      const bool go_on = settings_.tell({passes(), primal_, dual, weights(), x_.back()});
      const bool done =
          problem_.l2 > 0 ? gap <= settings_.tolerance : norm <= settings_.tolerance * 1e-3 * first;
      if (done || !go_on || passes() >= static_cast<double>(settings_.epochs) || !descend(g, gap))
        return result(std::move(beta), done);
    }
  }

 private:
  std::span<const double> weights() const { return {x_.data(), x_.size() - 1}; }
  double rows() const { return static_cast<double>(problem_.size()); }
  double passes() const { return visits_ / std::max(rows(), 1.0); }
  // What the penalty adds to the curvature of feature j.
  double ridge(std::size_t j) const {
    return j + 1 < x_.size() || problem_.offset == Problem::Offset::penalised ? problem_.l2 : 0;
  }
  double objective(const std::vector<double>& x, const std::vector<double>& s) const {
    return mean_loss(problem_, s, x.back()) + penalty(problem_, {x.data(), x.size() - 1}, x.back());
  }
  // D of β = −v·loss′: with u = L2·w − g it is P − ‖g‖²/(2 L2).
  double dual_of(const std::vector<double>& g) const {
    double square = inner(g, g);
    if (problem_.offset != Problem::Offset::penalised) square -= g.back() * g.back();
    return std::max(0.0, primal_ - square / (2 * problem_.l2));
  }

  // One step of Newton's; false where P cannot fall any more.
  bool descend(const std::vector<double>& g, double gap) {
    const std::vector<double> d = direction(g, std::clamp(std::sqrt(gap), 1e-6, 0.1));
    std::vector<double> sd(problem_.size());
    for (std::uint64_t i = 0; i < sd.size(); ++i) {
      if (problem_.signed_weight[i] != 0) sd[i] = dot(rows_[i], d.data());
    }
    visits_ += rows();
    const double slope = inner(g, d);
    if (!(slope < 0)) return false;
    double t = 1;
    for (int halvings = 0; halvings < 40; ++halvings, t /= 2) {
      std::vector<double> x = x_;
      std::vector<double> s = s_;
      for (std::size_t j = 0; j < x.size(); ++j) x[j] += t * d[j];
      for (std::size_t i = 0; i < s.size(); ++i) s[i] += t * sd[i];
      const double value = objective(x, s);
      if (value <= primal_ + 1e-4 * t * slope) {
        x_ = std::move(x);
        s_ = std::move(s);
        return true;
      }
    }
    return false;
  }

  // H d = −g to the relative accuracy `enough`, preconditioned by H's diagonal.
  std::vector<double> direction(const std::vector<double>& g, double enough) {
    constexpr int kSteps = 500;
    std::vector<std::uint32_t> bent;
    std::vector<double> diagonal(x_.size());
    for (std::uint64_t i = 0; i < problem_.size(); ++i) {
      const double v = problem_.signed_weight[i];
      if (v == 0) continue;
      const double m = v > 0 ? s_[i] + x_.back() : -(s_[i] + x_.back());
      bend_[i] = std::abs(v) * Loss::curvature(m) / problem_.n;
      if (bend_[i] == 0) continue;
      bent.push_back(static_cast<std::uint32_t>(i));
      const auto row = rows_[i];
      for (std::uint64_t k = 0; k < row.size; ++k)
        diagonal[row.feature(k)] += bend_[i] * row.value(k) * row.value(k);
      diagonal.back() += bend_[i];
    }
    visits_ += static_cast<double>(bent.size());
    for (std::size_t j = 0; j < diagonal.size(); ++j) {
      diagonal[j] += ridge(j);
      if (!(diagonal[j] > 0) || (j + 1 == diagonal.size() && !has_offset_)) diagonal[j] = 1;
    }
    std::vector<double> d(x_.size());
    std::vector<double> rest(x_.size());
    std::vector<double> p(x_.size());
    std::vector<double> image(x_.size());
    for (std::size_t j = 0; j < rest.size(); ++j) {
      rest[j] = -g[j];
      p[j] = rest[j] / diagonal[j];
    }
    double norm = inner(rest, p);
    const double goal = enough * enough * norm;
    for (int step = 0; step < kSteps && norm > goal; ++step) {
      check_interrupt();
      multiply(bent, p, image);
      const double curvature = inner(p, image);
      if (!(curvature > 0)) break;
      const double length = norm / curvature;
      double now = 0;
      for (std::size_t j = 0; j < d.size(); ++j) {
        d[j] += length * p[j];
        rest[j] -= length * image[j];
        now += rest[j] * rest[j] / diagonal[j];
      }
      for (std::size_t j = 0; j < p.size(); ++j) p[j] = rest[j] / diagonal[j] + now / norm * p[j];
      norm = now;
    }
    return d;
  }

  // image = H p
  void multiply(const std::vector<std::uint32_t>& bent, const std::vector<double>& p,
                std::vector<double>& image) {
    for (std::size_t j = 0; j < p.size(); ++j) image[j] = ridge(j) * p[j];
    for (const std::uint32_t i : bent) {
      const auto row = rows_[i];
      const double t = bend_[i] * (dot(row, p.data()) + (has_offset_ ? p.back() : 0));
      add(row, t, image.data());
      if (has_offset_) image.back() += t;
    }
    visits_ += static_cast<double>(bent.size());
  }

  Solution result(std::vector<double> beta, bool done) {
    Solution solution;
    solution.beta = std::move(beta);
    solution.dual = dual_value(problem_, solution.beta);
    solution.primal = primal_;
    solution.w.assign(x_.begin(), x_.end() - 1);
    solution.b = x_.back();
    solution.passes = passes();
    solution.reached = done;
    solution.solver = "newton";
    return solution;
  }

  const Problem& problem_;
  const Rows& rows_;
  const SolverSettings& settings_;
  Listener& listener_;
  bool has_offset_;
  std::vector<double> bend_;  // v·loss″/n of each row
  std::vector<double> x_;     // w, then b
  std::vector<double> s_;     // w·x of each row
  double primal_ = 0;
  double visits_ = 0;
};

}  // namespace

Solution solve_newton(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  return std::visit(
      [&](const auto& rows) {
        using Rows = std::decay_t<decltype(rows)>;
        return problem.loss == Loss::logistic
                   ? Newton<Logistic, Rows>(problem, rows, settings, listener).run()
                   : Newton<SquaredHinge, Rows>(problem, rows, settings, listener).run();
      },
      problem.rows);
}

}  // namespace perceptron
