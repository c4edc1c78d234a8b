// Problem    max D(p) of joint_problem.h, L2 > 0, in units of L2:
//            C = v/(n·L2), V = Σ C(e_c − p)xᵀ, W = soft(V, L1/L2), so that
//            D/L2 = Σ C·gain(p, c) − ½‖W‖²
// Update     maximise D over the p of one row at a time (step() of the loss):
//            p ← argmin −gain(p, c) − p·s + (Q/2)‖p − old p‖²,  Q = C‖x‖²
// Theorem    D never decreases without L1; P(W) − D(p) ≥ P(W) − min P, so the gap is a proof
// Stop       (P − D)/P ≤ tolerance, measured when a running estimate says that it may be
//            reached, and now and then in any case
// Reference  Crammer and Singer 2001; Keerthi et al. 2008 (the order of rows, skipping); Yu, Huang
//            and Lin 2011 (softmax)
//
// The offsets and the centring of rows are those of dual/dual.cc, for each class: a free offset is
// the multiplier of an augmented Lagrangian.

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/interrupt.h"
#include "base/memory.h"
#include "kernel/arithmetic.h"
#include "kernel/bank_rows.h"
#include "learn/order.h"
#include "solve/dual/centred_rows.h"
#include "solve/joint/joint_losses.h"
#include "solve/joint/joint_objective.h"
#include "solve/joint/joint_solver.h"

namespace perceptron::core {
namespace {

CentredRows centred_rows(const JointProblem& problem) {
  const bool centred = problem.offset == OffsetKind::free && problem.l1 == 0;
  return std::visit(
      [&](const auto& rows) {
        return CentredRows(problem.weight, rows,
                           centred ? CentredRows::Centring::yes : CentredRows::Centring::no);
      },
      problem.rows);
}

template <class L>
class JointAscent {
 public:
  JointAscent(const JointProblem& problem, const JointSettings& settings, Listener& listener)
      : problem_(problem),
        settings_(settings),
        listener_(listener),
        kernel_(bank_kernel(problem.rows)),
        places_(all_places(kernel_, problem.classes)),
        classes_(problem.classes),
        scale_(1 / (problem.n * problem.l2)),
        lambda_(problem.l1 / problem.l2),
        examples_(problem.examples()),
        centre_(centred_rows(problem)),
        order_(settings.shuffled, settings.seed, examples_, Order::kBlock),
        v_(problem.features(), classes_),
        p_(problem.size() * classes_),
        skip_(L::kProximal ? problem.size() : 0),
        products_(v_.stride()),
        steps_(v_.stride()),
        scores_(classes_),
        balance_(classes_),
        along_mean_(classes_),
        multiplier_(classes_),
        best_(problem.features(), classes_) {
    if (problem.offset == OffsetKind::penalised) sigma_ = 1;
    if (free_offset()) sigma_ = centre_.mean_length > 0 ? centre_.mean_length : 1;
    best_.primal = std::numeric_limits<double>::infinity();
    start();
  }

  JointSolution run() {
    while (!examples_.empty()) {
      ++pass_;
      estimate_ = 0;
      for (const std::uint64_t i : order_.of_pass(pass_)) {
        if (++since_check_ % 4096 == 0) check_interrupt();
        if (!is_skipped(i)) visit(i);
      }
      end_pass();
      if ((last() || due() || settings_.watch) && measure()) break;
    }
    best_.passes = passes();
    best_.updates = updates_;
    best_.reached = relative_gap(best_.primal, best_.dual) <= settings_.tolerance;
    return std::move(best_);
  }

 private:
  struct Skip {
    std::uint8_t left = 0;  // passes
    std::uint8_t next = 0;
  };

  bool free_offset() const { return problem_.offset == OffsetKind::free; }
  double passes() const {
    return static_cast<double>(visits_) /
           static_cast<double>(std::max<std::size_t>(examples_.size(), 1));
  }
  bool last() const { return passes() >= static_cast<double>(settings_.epochs); }
  bool due() const { return estimated_gap_ * lag_ <= settings_.tolerance || pass_ >= next_look_; }

  double offset(std::uint64_t k) const {
    if (free_offset()) return sigma_ * balance_[k] + multiplier_[k];
    return soft(sigma_ * balance_[k], sigma_ > 0 ? lambda_ : 0);
  }
  // The offset for the original rows.
  double actual_offset(std::uint64_t k) const {
    return offset(k) - along_mean_[k] + balance_[k] * centre_.mean_square;
  }
  double shift(std::uint64_t i) const { return centre_.shift.empty() ? 0 : centre_.shift[i]; }
  std::span<double> p(std::uint64_t i) { return {&p_[i * classes_], classes_}; }

  bool is_skipped(std::uint64_t i) {
    if (skip_.empty() || skip_[i].left == 0) return false;
    --skip_[i].left;
    return true;
  }

  // At first p is the true class, so that W is 0; a warm start has the p of its scores.
  void start() {
    for (const std::uint64_t i : examples_) p(i)[problem_.truth[i]] = 1;
    if (settings_.start == nullptr) return;
    const Bank& w = *settings_.start;
    const JointScores s = joint_products(problem_, w);
    for (std::uint64_t k = 0; k < classes_ && free_offset(); ++k) {
      multiplier_[k] = w.offsets()[k];
      for (std::size_t j = 0; j < centre_.mean.size(); ++j)
        multiplier_[k] += w.row(j)[k] * centre_.mean[j];
    }
    for (const std::uint64_t i : examples_) {
      for (std::uint64_t k = 0; k < classes_; ++k)
        scores_[k] = s[i * w.stride() + k] + w.offsets()[k];
      const std::uint32_t c = problem_.truth[i];
      L::value(scores_, c, p(i));
      for (std::uint64_t k = 0; k < classes_; ++k)
        steps_[k] = problem_.weight[i] * scale_ * ((k == c ? 1 : 0) - p(i)[k]);
      add_steps(i);
    }
  }

  // V += x·stepsᵀ, with the sums that depend on it.
  void add_steps(std::uint64_t i) {
    kernel_.add(problem_.rows, RowList::one(i), steps_.data(), v_.stride(), places_, v_.row(0));
    for (std::uint64_t k = 0; k < classes_; ++k) {
      balance_[k] += steps_[k];
      along_mean_[k] += steps_[k] * shift(i);
    }
  }

  void multiply(std::uint64_t i) {
    if (lambda_ == 0) {
      kernel_.dot(problem_.rows, RowList::one(i), v_.row(0), v_.stride(), places_,
                  products_.data());
      return;
    }
    std::fill(products_.begin(), products_.end(), 0.0);
    std::visit(
        [&](const auto& rows) {
          const auto row = rows[i];
          for (std::uint64_t j = 0; j < row.size; ++j) {
            const double* const from = v_.row(row.feature(j));
            for (std::uint64_t k = 0; k < classes_; ++k)
              products_[k] += row.value(j) * soft(from[k], lambda_);
          }
        },
        problem_.rows);
  }

  void visit(std::uint64_t i) {
    ++visits_;
    multiply(i);
    for (std::uint64_t k = 0; k < classes_; ++k)
      scores_[k] = products_[k] - balance_[k] * shift(i) + actual_offset(k);
    const double c = problem_.weight[i] * scale_;
    const std::span<double> now = p(i);
    std::copy(now.begin(), now.end(), steps_.begin());
    estimate_ += c * L::step(scores_, problem_.truth[i], c * (centre_.length[i] + sigma_), now);
    bool moved = false;
    for (std::uint64_t k = 0; k < classes_; ++k) {
      steps_[k] = c * (steps_[k] - now[k]);
      moved = moved || steps_[k] != 0;
    }
    if (!skip_.empty()) {
      Skip& skip = skip_[i];
      const bool rests = !moved && now[problem_.truth[i]] == 1;
      skip.next = static_cast<std::uint8_t>(rests ? std::min(2 * skip.next + 1, 31) : 0);
      skip.left = skip.next;
    }
    if (!moved) return;
    ++updates_;
    add_steps(i);
  }

  void end_pass() {
    if (free_offset()) {
      for (std::uint64_t k = 0; k < classes_; ++k) {
        estimate_ += std::abs(offset(k) * balance_[k]);
        multiplier_[k] += sigma_ * balance_[k];
      }
    }
    estimated_gap_ = estimate_ * problem_.l2 / std::max(best_.primal, 1e-300);
    if (!std::isfinite(best_.primal)) estimated_gap_ = 1;
    report_joint_progress(settings_, passes(), best_.primal, estimated_gap_, listener_);
  }

  Bank weights() const {
    Bank w(v_.features(), classes_);
    for (std::uint64_t j = 0; j < v_.features(); ++j) {
      for (std::uint64_t k = 0; k < classes_; ++k)
        w.row(j)[k] = soft(
            v_.row(j)[k] - (centre_.mean.empty() ? 0 : balance_[k] * centre_.mean[j]), lambda_);
    }
    for (std::uint64_t k = 0; k < classes_; ++k)
      w.offsets()[k] = problem_.offset == OffsetKind::none ? 0 : actual_offset(k);
    return w;
  }

  // P and D over all rows; the best of each is kept. Returns whether to stop.
  bool measure() {
    Bank w = weights();
    const JointScores s = joint_products(problem_, w);
    const double primal = joint_mean_loss(problem_, s, w.stride(), {w.offsets(), classes_}) +
                          joint_penalty(problem_, w);
    if (primal < best_.primal) {
      best_.primal = primal;
      best_.w = std::move(w);
    }
    std::vector<double> p(p_.begin(), p_.end());
    const double dual = joint_dual_value(problem_, p);
    if (dual > best_.dual || best_.p.empty()) {
      best_.dual = std::max(dual, 0.0);
      best_.p = std::move(p);
    }
    const double gap = relative_gap(best_.primal, best_.dual);
    const bool proceed =
        !settings_.watch || settings_.watch({passes(), best_.primal, best_.dual, best_.w});
    if (!proceed || gap <= settings_.tolerance || last()) return true;
    next_look_ = static_cast<std::uint64_t>(std::ceil(1.5 * static_cast<double>(pass_)));
    if (estimated_gap_ > 0 && pass_ > 1) lag_ = std::clamp(gap / estimated_gap_, 0.05, 2.0);
    std::fill(skip_.begin(), skip_.end(), Skip());
    return false;
  }

  const JointProblem& problem_;
  const JointSettings& settings_;
  Listener& listener_;
  const BankKernel& kernel_;
  std::vector<std::uint64_t> places_;
  std::uint64_t classes_;
  double scale_;
  double lambda_;
  std::vector<std::uint64_t> examples_;
  CentredRows centre_;
  Order order_;
  Bank v_;
  LargeVector<double> p_;
  std::vector<Skip> skip_;  // of losses whose p rests at the true class
  AlignedVector<double> products_;
  AlignedVector<double> steps_;
  std::vector<double> scores_;
  std::vector<double> balance_;     // Σ C(e_c − p)
  std::vector<double> along_mean_;  // Σ C(e_c − p)·(x·μ)
  std::vector<double> multiplier_;
  double sigma_ = 0;
  double estimate_ = 0;
  double estimated_gap_ = 1;
  double lag_ = 1;  // the gap as a multiple of its estimate
  std::uint64_t next_look_ = 2;
  std::uint64_t pass_ = 0;
  std::uint64_t visits_ = 0;
  std::uint64_t updates_ = 0;
  std::uint64_t since_check_ = 0;
  JointSolution best_;
};

}  // namespace

JointSolution solve_joint_dual(const JointProblem& problem, const JointSettings& settings,
                               Listener& listener) {
  return with_joint_loss(problem.loss, [&](auto definition) {
    return JointAscent<decltype(definition)>(problem, settings, listener).run();
  });
}

}  // namespace perceptron::core
