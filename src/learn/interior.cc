// Problem    max D(β) of problem.h for the hinge loss, L2 > 0, L1 = 0; below
//            α = β/(n·L2), C = v/(n·L2), w = Σαyx
// Update     Newton's method on the conditions of the optimum with αs = (C − α)t = μ
//            in place of 0, where s − t = y(w·x + b) − 1 and s, t > 0, while μ goes
//            to 0; each step solves (I + Σθxxᵀ)Δw = …, θ = 1/(s/α + t/(C − α)),
//            a system as large as there are features, however many the rows
// Theorem    a gap of ε takes O(√n log 1/ε) steps at worst and in practice a few
//            dozen, for features of any size and any L2 > 0
// Stop       (P − D)/P ≤ tolerance
// Reference  Mehrotra 1992 (prediction and correction); Ferris and Munson 2002
//            (the small system)

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "learn/arithmetic.h"
#include "learn/cholesky.h"
#include "learn/objective.h"
#include "learn/solver.h"

namespace perceptron {
namespace {

template <class Rows>
class Interior {
 public:
  Interior(const Problem& problem, const Rows& rows, const SolverSettings& settings,
           Listener& listener)
      : problem_(problem),
        rows_(rows),
        settings_(settings),
        listener_(listener),
        size_(problem.features() + (problem.offset == Problem::Offset::none ? 0 : 1)),
        matrix_(size_),
        w_(problem.features() + 1) {
    const double scale = 1 / (problem.n * problem.l2);
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if (problem.signed_weight[i] == 0) continue;
      points_.push_back({static_cast<std::uint32_t>(i), problem.signed_weight[i] > 0 ? 1.0 : -1.0,
                         std::abs(problem.signed_weight[i]) * scale});
    }
    margins_.resize(points_.size());
  }

  Solution run() {
    // What w = 0 gives is never undercut.
    solution_.w.resize(problem_.features());
    solution_.b = best_offset(problem_, std::vector<double>(problem_.size()), 0);
    solution_.primal = mean_loss(problem_, std::vector<double>(problem_.size()), solution_.b);
    start();
    solution_.solver = "newton";
    for (std::uint64_t step = 1; step <= kMostSteps; ++step) {
      check_interrupt();
      measure();
      const double gap = relative_gap(solution_.primal, solution_.dual);
      listener_.progress("training", 0, 0, [&] {
        return fmt::format("step {}, objective {:.6g}, gap {:.1e}", step, solution_.primal, gap);
      });
      solution_.reached = gap <= settings_.tolerance;
      const bool go_on = settings_.tell(
          {solution_.passes, solution_.primal, solution_.dual, solution_.w, solution_.b});
      if (solution_.reached || !go_on ||
          solution_.passes >= static_cast<double>(settings_.epochs) || !advance())
        break;
    }
    return std::move(solution_);
  }

 private:
  static constexpr std::uint64_t kMostSteps = 200;

  struct Point {
    std::uint32_t row;
    double y;
    double c;
    double alpha = 0;
    double s = 0;  // slacks: s − t = y(w·x + b) − 1
    double t = 0;
    double theta = 0;
    double rest = 0;
    double d_alpha = 0;
  };

  bool free_offset() const { return problem_.offset == Problem::Offset::free; }
  double ridge(std::size_t j) const { return j + 1 == w_.size() && free_offset() ? 0 : 1; }

  // Each α in the middle; slacks so that the first condition holds exactly.
  void start() {
    for (Point& p : points_) {
      p.alpha = p.c / 2;
      add_point(p, p.y * p.alpha, w_);
    }
    if (free_offset()) w_.back() = 0;
    find_margins();
    double mean = 0;
    for (const double m : margins_) mean += std::abs(m - 1) / static_cast<double>(points_.size());
    const double least = std::max(0.1 * mean, 1e-2);
    for (std::size_t k = 0; k < points_.size(); ++k) {
      points_[k].s = std::max(margins_[k] - 1, 0.0) + least;
      points_[k].t = std::max(1 - margins_[k], 0.0) + least;
    }
  }

  void add_point(const Point& p, double by, std::vector<double>& to) const {
    add(rows_[p.row], by, to.data());
    if (problem_.offset != Problem::Offset::none) to.back() += by;
  }
  double product(const Point& p, const std::vector<double>& with) const {
    return dot(rows_[p.row], with.data()) +
           (problem_.offset == Problem::Offset::none ? 0 : with.back());
  }
  void find_margins() {
    for (std::size_t k = 0; k < points_.size(); ++k)
      margins_[k] = points_[k].y * product(points_[k], w_);
    solution_.passes += 1;
  }

  // P and D of where we stand; the best of each is kept.
  void measure() {
    const std::span<const double> w(w_.data(), w_.size() - 1);
    std::vector<double> s(problem_.size());
    for (std::size_t k = 0; k < points_.size(); ++k)
      s[points_[k].row] = points_[k].y * margins_[k] - w_.back();
    const double b = best_offset(problem_, s, w_.back());
    const double primal = mean_loss(problem_, s, b) + penalty(problem_, w, b);
    if (primal < solution_.primal) {
      solution_.primal = primal;
      solution_.w.assign(w.begin(), w.end());
      solution_.b = b;
    }
    std::vector<double> beta(problem_.size());
    for (const Point& p : points_) beta[p.row] = p.alpha * problem_.n * problem_.l2;
    const double dual = dual_value(problem_, beta);
    if (solution_.beta.empty() || dual > solution_.dual) {
      solution_.dual = dual;
      solution_.beta = std::move(beta);
    }
    solution_.passes += 1;
  }

  // One step; false where rounding allows none.
  bool advance() {
    double mu = 0;
    for (Point& p : points_) {
      mu += p.alpha * p.s + (p.c - p.alpha) * p.t;
      p.theta = 1 / (p.s / p.alpha + p.t / (p.c - p.alpha));
    }
    mu /= 2 * static_cast<double>(points_.size());
    fill_matrix();
    if (!matrix_.factor()) return false;
    // The prediction goes straight for the optimum; how far it gets tells how
    // much to stay in the middle, and where the curve bends.
    find_step([&](const Point& p) { return std::pair(-p.alpha * p.s, -(p.c - p.alpha) * p.t); });
    const double reach = longest_step();
    double after = 0;
    for (const Point& p : points_) {
      const auto [ds, dt] = slack_steps(p, -p.alpha * p.s, -(p.c - p.alpha) * p.t);
      after += (p.alpha + reach * p.d_alpha) * (p.s + reach * ds) +
               (p.c - p.alpha - reach * p.d_alpha) * (p.t + reach * dt);
    }
    after /= 2 * static_cast<double>(points_.size());
    const double centre = std::pow(after / mu, 3) * mu;
    const auto corrected = [&](const Point& p, double d_alpha) {
      const auto [ds, dt] = slack_steps_of(p, d_alpha, -p.alpha * p.s, -(p.c - p.alpha) * p.t);
      return std::pair(centre - p.alpha * p.s - d_alpha * ds,
                       centre - (p.c - p.alpha) * p.t + d_alpha * dt);
    };
    aim([&](const Point& p) { return corrected(p, p.d_alpha); });
    // Where the way is blocked early the curve was guessed wrong: to the middle.
    if (longest_step() < 0.1) {
      aim([&](const Point& p) {
        return std::pair(0.5 * mu - p.alpha * p.s, 0.5 * mu - (p.c - p.alpha) * p.t);
      });
    }
    take_step();
    return std::all_of(w_.begin(), w_.end(), [](double x) { return std::isfinite(x); });
  }

  // Keeps what αs and (C − α)t are to change by, and finds the step for it.
  template <class Goal>
  void aim(const Goal& goal) {
    std::vector<std::pair<double, double>> goals;
    for (const Point& p : points_) goals.push_back(goal(p));
    goals_ = std::move(goals);
    std::size_t k = 0;
    find_step([&](const Point&) { return goals_[k++]; });
  }

  // From Δα to Δs and Δt, for the products' changes p and q.
  static std::pair<double, double> slack_steps_of(const Point& point, double d_alpha, double p,
                                                  double q) {
    return {(p - point.s * d_alpha) / point.alpha,
            (q + point.t * d_alpha) / (point.c - point.alpha)};
  }
  static std::pair<double, double> slack_steps(const Point& point, double p, double q) {
    return slack_steps_of(point, point.d_alpha, p, q);
  }

  void fill_matrix() {
    matrix_.clear();
    for (const Point& p : points_) {
      const auto row = rows_[p.row];
      for (std::uint64_t a = 0; a < row.size; ++a) {
        const double t = p.theta * row.value(a);
        if (t == 0) continue;
        double* const line = matrix_.row(row.feature(a));
        for (std::uint64_t b = 0; b <= a; ++b) line[row.feature(b)] += t * row.value(b);
      }
      if (problem_.offset == Problem::Offset::none) continue;
      double* const line = matrix_.row(size_ - 1);
      add(row, p.theta, line);
      line[size_ - 1] += p.theta;
    }
    for (std::size_t j = 0; j < size_; ++j) matrix_.row(j)[j] += ridge(j);
    solution_.passes += 1;
  }

  // Δw and Δα for which αs and (C − α)t change by goal(point) to first order.
  template <class Goal>
  void find_step(const Goal& goal) {
    std::vector<double> right(w_.size());
    double balance = 0;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      Point& p = points_[k];
      const auto [a, b] = goal(p);
      const double residue = margins_[k] - 1 - p.s + p.t;
      p.rest = -residue + a / p.alpha - b / (p.c - p.alpha);
      add_point(p, p.theta * p.y * p.rest, right);
      balance += p.y * p.alpha;
    }
    if (free_offset()) right.back() += balance;
    right.resize(size_);
    matrix_.solve(right);
    right.resize(w_.size());
    d_w_ = std::move(right);
    for (Point& p : points_) p.d_alpha = p.theta * (p.rest - p.y * product(p, d_w_));
    solution_.passes += 2;
  }

  // How much of the step keeps everything positive, for the goals in use.
  double longest_step() const {
    double reach = 1;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const Point& p = points_[k];
      const auto [ds, dt] = goals_.size() == points_.size()
                                ? slack_steps(p, goals_[k].first, goals_[k].second)
                                : slack_steps(p, -p.alpha * p.s, -(p.c - p.alpha) * p.t);
      if (p.d_alpha < 0) reach = std::min(reach, -p.alpha / p.d_alpha);
      if (p.d_alpha > 0) reach = std::min(reach, (p.c - p.alpha) / p.d_alpha);
      if (ds < 0) reach = std::min(reach, -p.s / ds);
      if (dt < 0) reach = std::min(reach, -p.t / dt);
    }
    return reach;
  }

  void take_step() {
    const double reach = std::min(1.0, 0.995 * longest_step());
    for (std::size_t k = 0; k < points_.size(); ++k) {
      Point& p = points_[k];
      const auto [ds, dt] = slack_steps(p, goals_[k].first, goals_[k].second);
      p.alpha = std::clamp(p.alpha + reach * p.d_alpha, 1e-16 * p.c, (1 - 1e-15) * p.c);
      p.s = std::max(p.s + reach * ds, 1e-300);
      p.t = std::max(p.t + reach * dt, 1e-300);
    }
    goals_.clear();
    const double b = w_.back() + reach * d_w_.back();
    // From α itself, so that the weights belong to it in spite of rounding.
    std::fill(w_.begin(), w_.end(), 0.0);
    for (const Point& p : points_) add_point(p, p.y * p.alpha, w_);
    if (free_offset()) w_.back() = b;
    find_margins();
  }

  const Problem& problem_;
  const Rows& rows_;
  const SolverSettings& settings_;
  Listener& listener_;
  std::size_t size_;  // of the system
  Cholesky matrix_;
  std::vector<double> w_;  // and the offset behind the weights
  std::vector<double> d_w_;
  std::vector<Point> points_;
  std::vector<double> margins_;
  std::vector<std::pair<double, double>> goals_;
  Solution solution_;
};

}  // namespace

Solution solve_interior(const Problem& problem, const SolverSettings& settings,
                        Listener& listener) {
  return std::visit(
      [&](const auto& rows) {
        return Interior<std::decay_t<decltype(rows)>>(problem, rows, settings, listener).run();
      },
      problem.rows);
}

}  // namespace perceptron
