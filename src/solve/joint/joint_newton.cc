// Problem    min P(W, b) of joint_problem.h, L1 = 0; L2 > 0 for a proximal loss
// Update     (W, b) += t·d with (L2 + (1/n) Σ v·loss″ ⊗ x·xᵀ) d = −∇P by conjugate gradients, t by
//            a search for the minimum of P along d. A proximal loss has no loss″: the term of each
//            row is replaced by smoothed() of the loss, and whenever that problem is nearly solved
//            the centre becomes p and κ grows
// Theorem    P decreases in every step, with quadratic convergence near the optimum. The rounds of
//            a proximal loss are proximal point steps on its dual, so D increases in each
// Stop       (P − D)/P ≤ tolerance for the p of the scores; without L2 when ∇P has nearly vanished
// Reference  Lin, Weng and Keerthi 2008; Rockafellar 1976 and Li, Sun and Toh 2018 (the proximal
//            steps)

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/interrupt.h"
#include "base/memory.h"
#include "kernel/conjugate_gradient.h"
#include "kernel/linear_system.h"
#include "solve/joint/joint_losses.h"
#include "solve/joint/joint_objective.h"
#include "solve/joint/joint_rows.h"
#include "solve/joint/joint_solver.h"

namespace perceptron::core {
namespace {

using Vector = JointVector;

template <class L>
class JointNewton {
 public:
  JointNewton(const JointProblem& problem, const JointSettings& settings, Listener& listener)
      : problem_(problem),
        settings_(settings),
        listener_(listener),
        rows_(problem),
        classes_(problem.classes),
        stride_(rows_.stride()),
        x_(rows_.weights()),
        g_(x_.size()),
        s_(rows_.scores()),
        ds_(s_.size()),
        p_(s_.size()),
        centre_(L::kProximal ? s_.size() : 0),
        best_(problem.features(), classes_) {
    best_.primal = std::numeric_limits<double>::infinity();
    best_.solver = SolvedBy::newton;
    if (settings.start != nullptr) {
      std::copy_n(settings.start->row(0), x_.size(), x_.begin());
      if (problem.offset == OffsetKind::none) std::fill_n(rows_.offsets(x_), stride_, 0.0);
    }
    if (!L::kProximal) return;
    for (std::size_t e = 0; e < rows_.size(); ++e) {
      if (settings.start_p.empty()) {
        centre_[e * stride_ + rows_.truth(e)] = 1;
      } else {
        std::copy_n(&settings.start_p[rows_.row(e) * classes_], classes_, &centre_[e * stride_]);
      }
    }
  }

  JointSolution run() {
    if (rows_.size() == 0) return finish();
    rows_.multiply(x_, s_);
    count_pass();
    smoothed_ = smoothed_loss(0);
    while (true) {
      check_interrupt();
      gradient();
      if (measure()) break;
      if (round_ends() && !recentre()) break;
      if (!step() && !recentre()) break;
    }
    return finish();
  }

 private:
  // Of the penalty, for entry j of a vector.
  double ridge(std::size_t j) const {
    return j < weights() || problem_.offset == OffsetKind::penalised ? problem_.l2 : 0;
  }
  std::size_t weights() const { return rows_.features() * stride_; }
  void count_pass() { visits_ += rows_.size(); }

  static constexpr std::uint64_t kLargestBlock = 64;
  static constexpr double kNegligible = 1e-4;
  static constexpr double kProgress = 1e-13;  // relative; less is rounding
  static constexpr int kMostStepsInRound = 30;

  // (1/n) Σ v·loss at the scores s + t·ds, smoothed for a proximal loss; p ← that of each row.
  double smoothed_loss(double t) {
    double sum = 0;
    Vector scores(classes_);
    for (std::size_t e = 0; e < rows_.size(); ++e) {
      for (std::uint64_t k = 0; k < classes_; ++k)
        scores[k] = s_[e * stride_ + k] + (t == 0 ? 0 : t * ds_[e * stride_ + k]);
      if constexpr (L::kProximal) {
        sum += rows_.v(e) *
               L::smoothed(scores, rows_.truth(e), unit_, rows_.of(centre_, e), rows_.of(p_, e));
      } else {
        sum += rows_.v(e) * L::value(scores, rows_.truth(e), rows_.of(p_, e));
      }
    }
    return sum;
  }

  double squares(const Vector& at) const {
    double sum = 0;
    for (std::size_t j = 0; j < at.size(); ++j) sum += ridge(j) * at[j] * at[j];
    return sum;
  }

  void gradient() {
    rows_.combine(g_, [&](std::size_t e, double* t) {
      for (std::uint64_t k = 0; k < classes_; ++k) t[k] = rows_.v(e) * p_[e * stride_ + k];
      t[rows_.truth(e)] -= rows_.v(e);
    });
    count_pass();
    u_ = g_;
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] += ridge(j) * x_[j];
  }

  // P and D at the current point; returns whether to stop.
  bool measure() {
    Vector scores(classes_);
    Vector p(classes_);
    double loss = 0;
    double gain = 0;
    for (std::size_t e = 0; e < rows_.size(); ++e) {
      std::copy_n(&s_[e * stride_], classes_, scores.begin());
      loss += rows_.v(e) * L::value(scores, rows_.truth(e), p);
      gain += rows_.v(e) * L::gain(rows_.of(p_, e), rows_.truth(e));
    }
    const double primal = loss + squares(x_) / 2;
    double conjugate = 0;
    double unbalanced = 0;
    for (std::size_t j = 0; j < u_.size(); ++j) {
      if (ridge(j) > 0) conjugate += u_[j] * u_[j] / (2 * ridge(j));
      if (j >= weights() && ridge(j) == 0) unbalanced += std::abs(u_[j] * x_[j]);
    }
    if (primal < best_.primal) {
      best_.primal = primal;
      std::copy(x_.begin(), x_.end(), best_.w.row(0));
    }
    // Offsets that are not quite optimal would be made feasible at about this price; the bound
    // itself is computed where it may be good enough.
    const double estimate = problem_.l2 > 0 ? gain - conjugate - unbalanced : 0;
    if (relative_gap(best_.primal, estimate) <= settings_.tolerance) settle();
    const double gap = relative_gap(best_.primal, std::max(best_.dual, estimate));
    report_joint_progress(settings_, passes(), best_.primal, gap, listener_);
    const bool proceed =
        !settings_.watch || settings_.watch({passes(), best_.primal, best_.dual, best_.w});
    const double square = inner(g_, g_);
    if (first_square_ < 0) first_square_ = square;
    const bool flat = square <= 1e-6 * settings_.tolerance * settings_.tolerance * first_square_;
    return !proceed || passes() >= static_cast<double>(settings_.epochs) ||
           (problem_.l2 > 0 ? relative_gap(best_.primal, best_.dual) <= settings_.tolerance : flat);
  }

  // D of the current p, after they are made feasible; the best is kept.
  void settle() {
    std::vector<double> p(problem_.size() * classes_);
    for (std::size_t e = 0; e < rows_.size(); ++e)
      std::copy_n(&p_[e * stride_], classes_, &p[rows_.row(e) * classes_]);
    const double dual = joint_dual_value(problem_, p);
    count_pass();
    if (!(dual > best_.dual) && !best_.p.empty()) return;
    best_.dual = std::max(dual, 0.0);
    best_.p = std::move(p);
  }

  // ---- A Newton step ----

  // t ← v·loss″·z for row e.
  void curve(std::size_t e, const double* z, double* t) {
    const double* const p = &p_[e * stride_];
    if constexpr (L::kProximal) {
      double sum = 0;
      double count = 0;
      for (std::uint64_t k = 0; k < classes_; ++k) {
        if (p[k] > 0) sum += z[k], ++count;
      }
      for (std::uint64_t k = 0; k < classes_; ++k)
        t[k] = p[k] > 0 ? rows_.v(e) * unit_ * (z[k] - sum / count) : 0;
    } else {
      double mean = 0;
      for (std::uint64_t k = 0; k < classes_; ++k) mean += p[k] * z[k];
      for (std::uint64_t k = 0; k < classes_; ++k) t[k] = rows_.v(e) * p[k] * (z[k] - mean);
    }
  }

  void image_of(const Vector& d, Vector& image) {
    rows_.multiply_and_combine(d, image,
                               [&](std::size_t e, const double* z, double* t) { curve(e, z, t); });
    count_pass();
    for (std::size_t j = 0; j < image.size(); ++j) image[j] += damped_ridge(j) * d[j];
  }

  // Where no row is curved, a free offset is not bounded by anything; this keeps its step finite.
  double damped_ridge(std::size_t j) const {
    constexpr double kDamping = 1e-6;
    return ridge(j) > 0 || j < weights() ? ridge(j) : kDamping * unit_;
  }

  // The weight of x·xᵀ in the second derivative of class k, for row e.
  double own_curvature(std::size_t e, std::uint64_t k) const {
    const double* const p = &p_[e * stride_];
    if constexpr (!L::kProximal) return rows_.v(e) * p[k] * (1 - p[k]);
    double count = 0;
    for (std::uint64_t other = 0; other < classes_; ++other) count += p[other] > 0 ? 1 : 0;
    return p[k] > 0 ? rows_.v(e) * unit_ * (1 - 1 / count) : 0;
  }

  // The diagonal of the second derivative, for preconditioning.
  Vector diagonal() {
    Vector sum(x_.size());
    rows_.combine_squares(sum, [&](std::size_t e, double* t) {
      for (std::uint64_t k = 0; k < classes_; ++k) t[k] = own_curvature(e, k);
    });
    count_pass();
    double largest = 0;
    for (const double each : sum) largest = std::max(largest, each);
    for (std::size_t j = 0; j < sum.size(); ++j)
      sum[j] = std::max(sum[j] + damped_ridge(j), 1e-12 * largest + 1e-300);
    return sum;
  }

  // The blocks of the second derivative, one per class, where they are small.
  std::size_t block_size() const { return rows_.features() + (rows_.has_offset() ? 1 : 0); }
  bool has_blocks() const { return rows_.features() <= kLargestBlock; }
  void factor_blocks() {
    const std::size_t size = block_size();
    std::vector<double> ridges(size, problem_.l2);
    if (rows_.has_offset()) ridges.back() = damped_ridge(weights());
    blocks_.assign(classes_, System(size));
    std::visit(
        [&](const auto& rows) {
          for (std::size_t e = 0; e < rows_.size(); ++e) {
            const auto x = rows[rows_.row(e)];
            for (std::uint64_t k = 0; k < classes_; ++k) {
              const double t = own_curvature(e, k);
              if (t > kNegligible * rows_.v(e)) blocks_[k].add(x, t, rows_.has_offset());
            }
          }
        },
        problem_.rows);
    for (System& block : blocks_) block.factor(1, ridges);
    count_pass();
  }

  Vector solve_blocks(const Vector& rest) const {
    Vector z(rest.size());
    std::vector<double> column(block_size());
    for (std::uint64_t k = 0; k < classes_; ++k) {
      for (std::size_t j = 0; j < column.size(); ++j) column[j] = rest[j * stride_ + k];
      blocks_[k].solve(column);
      for (std::size_t j = 0; j < column.size(); ++j) z[j * stride_ + k] = column[j];
    }
    return z;
  }

  // One step along the Newton direction; returns whether P decreased.
  bool step() {
    Vector diagonal;
    if (has_blocks()) {
      factor_blocks();
    } else {
      diagonal = this->diagonal();
    }
    const auto precondition = [&](const Vector& rest) {
      if (has_blocks()) return solve_blocks(rest);
      Vector z(rest.size());
      for (std::size_t j = 0; j < z.size(); ++j) z[j] = rest[j] / diagonal[j];
      return z;
    };
    Vector rest(g_.size());
    for (std::size_t j = 0; j < rest.size(); ++j) rest[j] = -g_[j];
    constexpr int kMostSteps = 500;
    const Vector d = conjugate_gradients(
        std::move(rest), kMostSteps, 0.01,
        [&](const Vector& p, Vector& image) { image_of(p, image); }, precondition);
    const double slope = inner(g_, d);
    if (!(slope < 0)) return false;
    rows_.multiply(d, ds_);
    count_pass();
    return descend(d, slope);
  }

  // Armijo's rule: halves t until P has decreased enough.
  bool descend(const Vector& d, double slope) {
    const double before = smoothed_ + squares(x_) / 2;
    double along = 0;
    for (std::size_t j = 0; j < d.size(); ++j) along += ridge(j) * x_[j] * d[j];
    const double second = squares(d);
    constexpr int kMostHalvings = 34;
    double t = 1;
    for (int halvings = 0; halvings < kMostHalvings; ++halvings, t /= 2) {
      const double loss = smoothed_loss(t);
      const double now = loss + squares(x_) / 2 + t * along + t * t * second / 2;
      if (!(now <= before + 1e-4 * t * slope)) continue;
      for (std::size_t j = 0; j < x_.size(); ++j) x_[j] += t * d[j];
      for (std::size_t e = 0; e < s_.size(); ++e) s_[e] += t * ds_[e];
      smoothed_ = loss;
      return before - now > kProgress * std::abs(before);
    }
    smoothed_ = smoothed_loss(0);
    return false;
  }

  // ---- The rounds of a proximal loss ----

  // Whether the smoothed problem is solved well enough.
  bool round_ends() {
    if constexpr (!L::kProximal) return false;
    const double square = inner(g_, g_);
    if (round_square_ < 0) round_square_ = square;
    return square <= 1e-4 * round_square_ || ++steps_in_round_ > kMostStepsInRound;
  }
  bool recentre() {
    if constexpr (!L::kProximal) return false;
    if (++rounds_ > 60) return false;
    centre_ = p_;
    unit_ *= 2;
    round_square_ = -1;
    steps_in_round_ = 0;
    smoothed_ = smoothed_loss(0);
    gradient();
    return true;
  }

  double passes() const {
    return static_cast<double>(visits_) /
           static_cast<double>(std::max<std::size_t>(rows_.size(), 1));
  }

  JointSolution finish() {
    if (problem_.l2 > 0 && relative_gap(best_.primal, best_.dual) > settings_.tolerance) settle();
    best_.passes = passes();
    best_.reached = relative_gap(best_.primal, best_.dual) <= settings_.tolerance;
    return std::move(best_);
  }

  const JointProblem& problem_;
  const JointSettings& settings_;
  Listener& listener_;
  JointRows rows_;
  std::uint64_t classes_;
  std::uint64_t stride_;
  Vector x_;
  Vector g_;  // ∇P
  Vector u_;  // ∇P without the penalty
  std::vector<System> blocks_;
  LargeVector<double> s_;
  LargeVector<double> ds_;
  LargeVector<double> p_;
  LargeVector<double> centre_;
  double unit_ = 1;      // κ
  double smoothed_ = 0;  // the mean loss at the current point, smoothed for a proximal loss
  double first_square_ = -1;
  double round_square_ = -1;
  int rounds_ = 0;
  int steps_in_round_ = 0;
  std::uint64_t visits_ = 0;
  JointSolution best_;
};

}  // namespace

JointSolution solve_joint_newton(const JointProblem& problem, const JointSettings& settings,
                                 Listener& listener) {
  return with_joint_loss(problem.loss, [&](auto definition) {
    return JointNewton<decltype(definition)>(problem, settings, listener).run();
  });
}

}  // namespace perceptron::core
