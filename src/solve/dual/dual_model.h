// One model in dual coordinate ascent: its updates and its stopping rule. dual.cc has the
// problem, the symbols and the loop.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "kernel/arithmetic.h"
#include "kernel/bank.h"
#include "kernel/linear_system.h"
#include "solve/dual/centred_rows.h"
#include "solve/objective.h"
#include "solve/solver.h"

namespace perceptron::core {

// The variables of all models of a bank, for each feature and each row.
struct DualBank {
  struct Skip {
    std::uint8_t left = 0;  // passes
    std::uint8_t next = 0;
    static constexpr std::uint8_t kAlways = 255;  // for rows that are not examples
  };

  DualBank(std::uint64_t rows, std::uint64_t features, std::uint64_t models, bool stores_gain)
      : v(features, models),
        alpha(rows * v.stride()),
        gain(stores_gain ? alpha.size() : 0),
        skip(alpha.size()) {}

  Bank v;  // Σαyx
  std::vector<double> alpha;
  std::vector<double> gain;  // of α, if it is slow to compute
  std::vector<Skip> skip;
};

template <LossDefinition L, class Rows>
class DualModel {
 public:
  DualModel(const Problem& problem, const Rows& rows, const SolverSettings& settings,
            std::shared_ptr<CentredRows> centred, DualBank& bank, std::uint64_t column)
      : problem_(problem),
        rows_(rows),
        settings_(settings),
        centred_(std::move(centred)),
        bank_(bank),
        column_(column),
        scale_(1 / (problem.n * problem.l2)),
        lambda_(problem.l1 / problem.l2) {
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if (problem.signed_weight[i] == 0) {
        skip(i).left = DualBank::Skip::kAlways;
      } else {
        ++examples_;
        entries_ += static_cast<double>(rows[i].size);
      }
    }
    if (problem.offset == OffsetKind::penalised) sigma_ = 1;
    if (free_offset()) sigma_ = centred_->mean_length > 0 ? centred_->mean_length : 1;
    start();
  }

  std::uint64_t column() const { return column_; }
  const std::shared_ptr<CentredRows>& centred_rows() const { return centred_; }
  bool centred() const { return !centred_->mean.empty(); }
  const Problem& problem() const { return problem_; }

  // ---- A pass ----

  void begin_pass() {
    grown_ = 0;
    estimate_ = 0;
  }
  // Whether the model skips row i in this pass.
  bool is_skipped(std::uint64_t i) {
    std::uint8_t& left = skip(i).left;
    if (left == 0) return false;
    if (left != DualBank::Skip::kAlways) --left;
    return true;
  }
  // w·x, before the correction for a free offset.
  double product(std::uint64_t i) const {
    const auto row = rows_[i];
    const double* const v = bank_.v.row(0);
    if (lambda_ == 0) return dot(row, v);
    double s = 0;
    for (std::uint64_t k = 0; k < row.size; ++k)
      s += row.value(k) * soft(v[row.feature(k)], lambda_);
    return s;
  }
  // Maximises D over the α of row i and returns the change of αy, by which the caller updates v.
  double visit(std::uint64_t i, double product) {
    ++visited_;
    const double sign = y(i);
    const double m = sign * score(i, product);
    const double weight = c(i);
    double& alpha = this->alpha(i);
    const double old = alpha;
    if constexpr (Term::kSkipsAtBound) {
      // The derivative of −D along α. A row whose α is at a bound, with a gradient that keeps it
      // there, is skipped for one pass, the next time for 3, then 7 and so on.
      const double g = m + Term::fall(old, weight);
      const bool at_bound = old == 0 ? g > 0 : kBounded && old == weight && g < 0;
      DualBank::Skip& skip = this->skip(i);
      skip.next = static_cast<std::uint8_t>(at_bound ? std::min(2 * skip.next + 1, 31) : 0);
      skip.left = skip.next;
    }
    double& length = centred_->length[i];
    if (length < 0) length = squared_length(rows_[i]);
    const double q = std::max(length + sigma_, 1e-300);
    const auto [now, gap] = Term::update(old, weight, q, m);
    estimate_ += gap;
    if (now == old) return 0;
    const double step = now - old;
    const double old_gain = gain(i);
    alpha = now;
    grown_ += renew_gain(i) - old_gain - step * (m + 0.5 * q * step);
    ++updates_;
    return move(i, step);
  }
  void end_pass() {
    ++pass_;
    visits_ += static_cast<double>(visited_);
    visited_ = 0;
    value_ += grown_;
    if (free_offset()) {
      estimate_ += std::abs(offset() * balance_);
      multiplier_ += sigma_ * balance_;
      value_ -= sigma_ * balance_ * balance_;
    }
    estimated_gap_ = estimate_ / std::max(value_ + estimate_, 1e-300);
  }

  // ---- Between passes ----

  // Whether to measure P and D; now and then in any case, since the estimate ignores skipped rows.
  bool due() const { return estimated_gap_ * lag_ <= settings_.tolerance || pass_ >= next_look_; }
  bool last() const { return passes() >= static_cast<double>(settings_.epochs) || examples_ == 0; }
  bool measures() const { return last() || due() || settings_.watch; }

  // Turns v into the weights and computes D.
  void make_weights(std::vector<double>& v) {
    value_ = objective(v);
    weights_of(v);
  }

  // P and D over all rows, from the weights and their products with the rows; the best of each is
  // kept. Returns whether the model is done.
  bool finished(std::vector<double> w, std::vector<double> s) {
    measure(std::move(w), std::move(s));
    const double gap = relative_gap(best_.primal, best_.dual);
    if (!notify() || gap <= settings_.tolerance || last()) return true;
    if (due()) {
      next_look_ = std::ceil(1.5 * pass_);
      if (estimated_gap_ > 0) lag_ = std::clamp(gap / estimated_gap_, 0.05, 2.0);
      unskip_all();
    }
    return false;
  }
  void report(Listener& listener) const {
    report_progress(settings_, passes(), (value_ + estimate_) * problem_.l2, estimated_gap_,
                    listener);
  }

  // Whether second-order steps are worth their cost: if a step costs no more than the passes so
  // far, or if these were very many.
  bool slow() const {
    constexpr double kMostPasses = 200;
    if (passes() >= kMostPasses) return true;
    const std::uint64_t features = bank_.v.features();
    if (lambda_ > 0 || features > System::kMostFeatures) return false;
    const double length = entries_ / examples();
    return pass_ >= 2 && visits_ * 2 * length >= System::cost(static_cast<double>(features));
  }

  // ---- The end ----

  Solution solution() {
    best_.passes = passes();
    best_.updates = updates_;
    best_.reached = relative_gap(best_.primal, best_.dual) <= settings_.tolerance;
    return std::move(best_);
  }

  // A warm start for Newton's method, and its solution merged with this one.
  SolverSettings remainder() const {
    SolverSettings remainder = settings_;
    remainder.start.weights = column_of_v();
    weights_of(remainder.start.weights);
    remainder.start.offset = actual_offset();
    remainder.start.vectors["beta"] = beta();
    remainder.observe = {};
    if (settings_.watch || settings_.observe) {
      remainder.watch = [&](SolverProgress now) {
        now.passes += passes();
        now.dual = std::max(now.dual, best_.dual);
        if (best_.primal < now.primal) {
          now.primal = best_.primal;
          now.w = best_.w;
          now.b = best_.b;
        }
        return settings_.notify(now);
      };
    }
    return remainder;
  }
  Solution ended_by(Solution solution) const {
    solution.keep_primal(best_.primal, best_.w, best_.b);
    solution.keep_dual(best_.dual, best_.beta);
    // The best of both may be better than either.
    solution.reached =
        solution.reached || relative_gap(solution.primal, solution.dual) <= settings_.tolerance;
    solution.passes += passes();
    solution.updates = updates_;
    return solution;
  }

 private:
  using Term = typename L::DualTerm;
  static constexpr bool kBounded = L::kLargestBeta == 1;

  std::uint64_t cell(std::uint64_t i) const { return i * bank_.v.stride() + column_; }
  double& alpha(std::uint64_t i) { return bank_.alpha[cell(i)]; }
  double alpha(std::uint64_t i) const { return bank_.alpha[cell(i)]; }
  double gain(std::uint64_t i) const {
    if constexpr (Term::kStoresGain) return bank_.gain[cell(i)];
    return Term::gain(alpha(i), c(i));
  }
  // The gain after α has changed.
  double renew_gain(std::uint64_t i) {
    const double renewed = Term::gain(alpha(i), c(i));
    if constexpr (Term::kStoresGain) bank_.gain[cell(i)] = renewed;
    return renewed;
  }
  DualBank::Skip& skip(std::uint64_t i) { return bank_.skip[cell(i)]; }
  double c(std::uint64_t i) const { return std::abs(problem_.signed_weight[i]) * scale_; }
  double y(std::uint64_t i) const { return problem_.signed_weight[i] > 0 ? 1 : -1; }
  double examples() const { return static_cast<double>(std::max<std::uint64_t>(examples_, 1)); }
  double passes() const { return visits_ / examples(); }
  bool free_offset() const { return problem_.offset == OffsetKind::free; }
  double offset() const {
    return free_offset() ? sigma_ * balance_ + multiplier_
                         : soft(sigma_ * balance_, sigma_ > 0 ? lambda_ : 0);
  }
  // The offset for the original rows.
  double actual_offset() const { return offset() - along_mean_ + balance_ * centred_->mean_square; }
  double shift(std::uint64_t i) const { return centred() ? centred_->shift[i] : 0; }
  // w·x + b of row i.
  double score(std::uint64_t i, double product) const {
    if (!centred()) return product + offset();
    return product - balance_ * centred_->shift[i] + actual_offset();
  }

  void weights_of(std::vector<double>& v) const {
    if (!centred() && lambda_ == 0) return;
    for (std::uint64_t j = 0; j < v.size(); ++j)
      v[j] = soft(v[j] - (centred() ? balance_ * centred_->mean[j] : 0), lambda_);
  }
  std::vector<double> column_of_v() const {
    std::vector<double> column(bank_.v.features());
    double unused = 0;
    bank_.v.take(column_, column, unused);
    return column;
  }
  std::vector<double> beta() const {
    std::vector<double> beta(problem_.size());
    for (std::uint64_t i = 0; i < beta.size(); ++i) beta[i] = alpha(i) / scale_;
    return beta;
  }

  // The α that correspond to the initial weights.
  void start() {
    best_ = zero_solution(problem_);
    if (settings_.start.weights.empty()) return;
    const auto s = products(problem_, settings_.start.weights);
    const auto beta = slopes(problem_, s, settings_.start.offset);
    if (free_offset()) {
      multiplier_ = settings_.start.offset;
      for (std::size_t j = 0; j < centred_->mean.size(); ++j)
        multiplier_ += settings_.start.weights[j] * centred_->mean[j];
    }
    std::vector<double> v(bank_.v.features());
    for (std::uint64_t i = 0; i < beta.size(); ++i) {
      alpha(i) = beta[i] * scale_;
      if (alpha(i) == 0) continue;
      renew_gain(i);
      add(rows_[i], move(i, alpha(i)), v.data());
      ++visits_;
    }
    bank_.v.put(column_, v, 0);
    value_ = objective(v);
  }

  // Updates the sums that depend on α.
  double move(std::uint64_t i, double step) {
    const double by = y(i) * step;
    balance_ += by;
    along_mean_ += by * shift(i);
    return by;
  }

  // D/L2, including the augmented Lagrangian of a free offset.
  double objective(const std::vector<double>& v) const {
    double value = 0;
    for (const double x : v) value -= 0.5 * soft(x, lambda_) * soft(x, lambda_);
    if (free_offset()) {
      value -= balance_ * (multiplier_ + 0.5 * sigma_ * balance_);
      value += balance_ * along_mean_ - 0.5 * balance_ * balance_ * centred_->mean_square;
    } else {
      value -= 0.5 * offset() * offset();
    }
    for (std::uint64_t i = 0; i < problem_.size(); ++i) {
      if (alpha(i) > 0) value += gain(i);
    }
    return value;
  }

  void unskip_all() {
    for (std::uint64_t i = 0; i < problem_.size(); ++i) {
      if (skip(i).left != DualBank::Skip::kAlways) skip(i) = {};
    }
  }

  void measure(std::vector<double> w, std::vector<double> s) {
    keep_primal(w, s);
    // The dual converges long before the last margins reach the kink: a slightly longer w makes up
    // for them.
    if constexpr (!kSmooth<L>) {
      const double scale = best_scale(problem_, w, s, actual_offset());
      for (double& each : w) each *= scale;
      for (double& each : s) each *= scale;
      keep_primal(w, s);
    }
    std::vector<double> beta = this->beta();
    double dual = value_ * problem_.l2;
    if (free_offset()) dual = dual_value(problem_, beta);
    best_.keep_dual(dual, beta);
  }

  void keep_primal(const std::vector<double>& w, const std::vector<double>& s) {
    const double b = best_offset(problem_, s, actual_offset());
    best_.keep_primal(mean_loss(problem_, s, b) + penalty(problem_, w, b), w, b);
  }

  bool notify() const {
    return settings_.notify({passes(), best_.primal, best_.dual, best_.w, best_.b});
  }

  const Problem& problem_;
  const Rows& rows_;
  const SolverSettings& settings_;
  std::shared_ptr<CentredRows> centred_;
  DualBank& bank_;
  std::uint64_t column_;      // in the bank
  double scale_;              // from β to α
  double lambda_;             // L1/L2
  double sigma_ = 0;          // weight of (Σαy)²: of a penalised offset, or of the Lagrangian
  double balance_ = 0;        // Σαy
  double multiplier_ = 0;     // the free offset: the multiplier of Σαy = 0
  double along_mean_ = 0;     // v·μ
  double entries_ = 0;        // stored values of all examples
  double value_ = 0;          // D/L2
  double grown_ = 0;          // increase of D/L2 in this pass
  double estimate_ = 0;       // of P/L2 − D/L2, from the last pass
  double estimated_gap_ = 0;  // relative
  double lag_ = 0.3;          // ratio of the measured gap to the estimate
  double pass_ = 0;
  double next_look_ = 6;  // the pass after which it is measured in any case
  double visits_ = 0;
  std::uint64_t visited_ = 0;  // in this pass
  std::uint64_t examples_ = 0;
  std::uint64_t updates_ = 0;
  Solution best_;
};

}  // namespace perceptron::core
