// Problem    max D(β) of problem.h, L2 > 0; below α = β/(n·L2), C = v/(n·L2),
//            v = Σαyx, w = soft(v, L1/L2), so that D/L2 = Σ gain − ½‖w‖²
// Update     one α at a time to where D is largest along it:
//            α ← clip(α − G/Q),  G = y·w·x − gain′(α),  Q = ‖x‖² − gain″(α);
//            and now and then one Newton step for all α inside their bounds,
//            by conjugate gradients (a face of the dual is a linear system)
// Theorem    D never falls; P(w) − D(β) ≥ P(w) − min P, so the gap is a proof
// Stop       (P − D)/P ≤ tolerance
// Reference  Hsieh et al. 2008 (the updates, rows at a bound set aside), Yu,
//            Huang and Lin 2011 (logistic), Shalev-Shwartz and Zhang 2014 (L1)

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/interrupt.h"
#include "base/random.h"
#include "learn/arithmetic.h"
#include "learn/loss.h"
#include "learn/objective.h"
#include "learn/solver.h"

namespace perceptron {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What the loss of one row with weight C makes of its α. gain is v·gain(α/v)
// of problem.h for v = C, fall = −gain′ and bend = −gain″; best() is where
// gain(z) − m·(z − α) − ½Q(z − α)² is largest.
struct HingeTerm {
  static constexpr bool kRests = true;    // α can be optimal at a bound
  static constexpr bool kBounded = true;  // and there is an upper one
  static double gain(double a, double /*c*/) { return a; }
  static double fall(double /*a*/, double /*c*/) { return -1; }
  static double bend(double /*a*/, double /*c*/) { return 0; }
  static double best(double a, double c, double q, double m) {
    return std::clamp(a - (m - 1) / q, 0.0, c);
  }
  static bool inside(double a, double c) { return a > 0 && a < c; }
  static double clip(double a, double /*old*/, double c) { return std::clamp(a, 0.0, c); }
  // C·loss(m) − gain(α) + αm, the row's part in the gap.
  static double gap(double a, double c, double m) {
    return (m < 1 ? c : 0) * (1 - m) - a * (1 - m);
  }
};

struct SquaredHingeTerm {
  static constexpr bool kRests = true;
  static constexpr bool kBounded = false;
  static double gain(double a, double c) { return a - a * a / (4 * c); }
  static double fall(double a, double c) { return a / (2 * c) - 1; }
  static double bend(double /*a*/, double c) { return 0.5 / c; }
  static double best(double a, double c, double q, double m) {
    return std::max(0.0, a - (m - 1 + a / (2 * c)) / (q + 0.5 / c));
  }
  static bool inside(double a, double /*c*/) { return a > 0; }
  static double clip(double a, double /*old*/, double /*c*/) { return std::max(0.0, a); }
  static double gap(double a, double c, double m) {
    const double short_of = std::max(0.0, 1 - m);
    return c * short_of * short_of - a * (1 - m) + a * a / (4 * c);
  }
};

struct LogisticTerm {
  static constexpr bool kRests = false;
  static constexpr bool kBounded = true;
  static double gain(double a, double c) { return c * Logistic::gain(a / c); }
  static double fall(double a, double c) { return std::log(a / (c - a)); }
  static double bend(double a, double c) { return c / (a * (c - a)); }
  // With α = C·σ(θ) the slope vanishes where θ + Q·C·σ(θ) = Q·α − m; the left
  // side rises with θ, by 1 at least, and near the optimum θ = −m.
  static double best(double a, double c, double q, double m) {
    const double goal = q * a - m;
    double low = goal - q * c;
    double high = goal;
    double theta = std::clamp(-m, low, high);
    double share = 0;
    for (int step = 0; step < 30; ++step) {
      share = 1 / (1 + std::exp(-theta));
      const double f = theta + q * c * share - goal;
      (f > 0 ? high : low) = theta;
      double next = theta - f / (1 + q * c * share * (1 - share));
      if (!(next > low && next < high)) next = (low + high) / 2;
      const bool close = std::abs(next - theta) <= 1e-4 * (1 + std::abs(theta) * 1e-3);
      theta = next;
      if (close) break;
    }
    // The last step was small, so the slope at its start serves.
    share = 1 / (1 + std::exp(-theta));
    return std::clamp(c * share, 1e-300, c * (1 - 1e-16));
  }
  static bool inside(double a, double c) { return a > 0 && a < c; }
  // A Newton step may leave the open interval; most of the way to the end then.
  static double clip(double a, double old, double c) {
    if (a <= 0) return old / 10;
    if (a >= c) return c - (c - old) / 10;
    return a;
  }
  // To second order in the distance from the α that belongs to m.
  static double gap(double a, double c, double m) {
    const double p = 1 / (1 + std::exp(m));
    const double d = a / c - p;
    return 0.5 * c * d * d / std::max(p * (1 - p), 1e-3);
  }
};

template <class Term, class Rows>
class Ascent {
 public:
  Ascent(const Problem& problem, const Rows& rows, const SolverSettings& settings,
         Listener& listener)
      : problem_(problem),
        rows_(rows),
        settings_(settings),
        listener_(listener),
        scale_(1 / (problem.n * problem.l2)),
        lambda_(problem.l1 / problem.l2),
        state_(problem.size()),
        v_(problem.features()) {
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if (problem.signed_weight[i] == 0) continue;
      active_.push_back(static_cast<std::uint32_t>(i));
      state_[i].length = squared_length(rows[i]);
    }
    all_ = active_.size();
    if (problem.offset == Problem::Offset::penalised) sigma_ = 1;
    if (free_offset()) {
      if (lambda_ == 0) centre();
      double mean = 0;
      for (const std::uint32_t i : active_) mean += state_[i].length / static_cast<double>(all_);
      sigma_ = mean > 0 ? mean : 1;
    }
  }

  Solution run() {
    start();
    while (true) {
      const double before = visits_;
      const double gained = visit_active();
      const double rate = gained / (visits_ - before);
      ++pass_;
      const double estimate = estimate_ / std::max(value_ + estimate_, 1e-300);
      const bool last = passes() >= static_cast<double>(settings_.epochs);
      // Rows set aside are looked at again from time to time, and at once where
      // no others are left: a free offset moves them all.
      const bool due = estimate * lag_ <= settings_.tolerance || active_.empty() ||
                       (free_offset() && pass_ >= measured_ + 20);
      if (last || due || settings_.watch) {
        measure();
        const double gap = relative_gap(best_.primal, best_.dual);
        if (!tell() || gap <= settings_.tolerance || last) break;
        measured_ = pass_;
        if (due) {
          if (estimate > 0) lag_ = std::clamp(gap / estimate, 0.05, 2.0);
          restore();
        }
      } else {
        report(estimate);
      }
      // As much as it pays, never more than the passes themselves.
      if (pass_ >= next_polish_) {
        const double visited = visits_;
        const double polished = polish((visits_ - polish_visits_) * share_ - polish_visits_);
        if (visits_ > visited) {
          polish_visits_ += visits_ - visited;
          pays_ = polished / (visits_ - visited) > rate;
          share_ = pays_ ? std::min(1.0, share_ * 2) : std::max(share_ / 2, 1.0 / 16);
        }
        next_polish_ = pass_ + 2;
      }
    }
    best_.passes = passes();
    best_.updates = updates_;
    best_.reached = relative_gap(best_.primal, best_.dual) <= settings_.tolerance;
    return std::move(best_);
  }

 private:
  double c(std::uint64_t i) const { return std::abs(problem_.signed_weight[i]) * scale_; }
  double y(std::uint64_t i) const { return problem_.signed_weight[i] > 0 ? 1 : -1; }
  double passes() const { return visits_ / static_cast<double>(std::max<std::size_t>(all_, 1)); }
  bool free_offset() const { return problem_.offset == Problem::Offset::free; }
  double offset() const {
    return free_offset() ? sigma_ * balance_ + multiplier_
                         : soft(sigma_ * balance_, sigma_ > 0 ? lambda_ : 0);
  }

  // With a free offset the rows may be moved: x − μ in place of x changes b
  // alone, and rows around the origin disturb each other least. Nothing is
  // moved in memory: (v − Aμ)·(x − μ) = v·x − A·(x·μ) − v·μ + A·μ² with A = Σαy.
  void centre() {
    mean_.resize(v_.size());
    double total = 0;
    for (const std::uint32_t i : active_) {
      add(rows_[i], std::abs(problem_.signed_weight[i]), mean_.data());
      total += std::abs(problem_.signed_weight[i]);
    }
    for (double& each : mean_) each /= total;
    for (const double each : mean_) mean_square_ += each * each;
    shift_.resize(state_.size());
    for (const std::uint32_t i : active_) {
      shift_[i] = dot(rows_[i], mean_.data());
      state_[i].length = std::max(0.0, state_[i].length - 2 * shift_[i] + mean_square_);
    }
  }
  double shift(std::uint64_t i) const { return shift_.empty() ? 0 : shift_[i]; }
  // w·x + b of row i.
  double score(std::uint64_t i) const {
    if (shift_.empty()) return product(i) + offset();
    return product(i) - balance_ * shift_[i] - along_mean_ + balance_ * mean_square_ + offset();
  }
  std::vector<double> weights() const {
    std::vector<double> w(v_.size());
    for (std::uint64_t j = 0; j < w.size(); ++j)
      w[j] = soft(v_[j] - (mean_.empty() ? 0 : balance_ * mean_[j]), lambda_);
    return w;
  }

  double product(std::uint64_t i) const {
    const auto row = rows_[i];
    if (lambda_ == 0) return dot(row, v_.data());
    double s = 0;
    for (std::uint64_t k = 0; k < row.size; ++k)
      s += row.value(k) * soft(v_[row.feature(k)], lambda_);
    return s;
  }

  // The α that belong to the weights to start from.
  void start() {
    best_.dual = -kInfinity;
    best_.primal = kInfinity;
    measure();  // what w = 0 gives is never undercut
    if (!settings_.start.weights.empty()) {
      const auto s = products(problem_, settings_.start.weights);
      const auto beta = slopes(problem_, s, settings_.start.offset);
      for (std::uint64_t i = 0; i < state_.size(); ++i) state_[i].alpha = beta[i] * scale_;
      if (free_offset()) {
        multiplier_ = settings_.start.offset;
        for (std::size_t j = 0; j < mean_.size(); ++j)
          multiplier_ += settings_.start.weights[j] * mean_[j];
      }
      recompute();
    }
    value_ = objective();
  }

  // One pass over the active rows in a new order. Rows at a bound that lean
  // further against it than any row was wrong in the last pass are set aside.
  // Returns by how much D has grown.
  double visit_active() {
    check_interrupt();
    if (settings_.shuffled) {
      Random random(settings_.seed, ++orders_);
      shuffle(active_, random);
    }
    const double up = upper_ > 0 ? upper_ : kInfinity;
    const double down = lower_ < 0 ? lower_ : -kInfinity;
    upper_ = lower_ = 0;
    std::size_t kept = 0;
    double grown = 0;
    estimate_ = 0;
    inside_ = 0;
    const std::size_t size = active_.size();
    for (std::size_t k = 0; k < size; ++k) {
      if (k + 2 * kAhead < size) prefetch_state(active_[k + 2 * kAhead]);
      if (k + kAhead < size) prefetch_row(active_[k + kAhead]);
      const std::uint64_t i = active_[k];
      const double sign = y(i);
      const double m = sign * score(i);
      const double weight = c(i);
      const double old = state_[i].alpha;
      if constexpr (Term::kRests) {
        // m − 1 + …: how D falls along α.
        const double g = m + Term::fall(old, weight);
        if (old == 0) {
          if (g > up) continue;
          lower_ = std::min(lower_, g);
        } else if (Term::kBounded && old == weight) {
          if (g < down) continue;
          upper_ = std::max(upper_, g);
        } else {
          upper_ = std::max(upper_, g);
          lower_ = std::min(lower_, g);
        }
      }
      active_[kept++] = static_cast<std::uint32_t>(i);
      inside_ += Term::inside(old, weight) ? 1 : 0;
      estimate_ += Term::gap(old, weight, m);
      const double q = state_[i].length + sigma_;
      const double now = q > 0 ? Term::best(old, weight, q, m) : Term::best(old, weight, 1e-300, m);
      if (now == old) continue;
      const double step = now - old;
      grown += Term::gain(now, weight) - Term::gain(old, weight) - step * (m + 0.5 * q * step);
      state_[i].alpha = now;
      ++updates_;
      add(rows_[i], sign * step, v_.data());
      balance_ += sign * step;
      along_mean_ += sign * step * shift(i);
    }
    active_.resize(kept);
    visits_ += static_cast<double>(size);
    value_ += grown;
    if (free_offset()) {
      estimate_ += std::abs(offset() * balance_);
      multiplier_ += sigma_ * balance_;
      value_ = objective();
    }
    return grown;
  }

  // Rows come in no order that a processor could guess, so it is told.
  static constexpr std::size_t kAhead = 6;
  void prefetch_state(std::uint64_t i) const {
    __builtin_prefetch(&state_[i], 1);
    __builtin_prefetch(&problem_.signed_weight[i]);
    if constexpr (requires { rows_.starts; }) __builtin_prefetch(&rows_.starts[i]);
  }
  void prefetch_row(std::uint64_t i) const {
    const auto row = rows_[i];
    constexpr std::uint64_t kLine = 64;
    const auto fetch = [](const void* from, std::uint64_t bytes) {
      const char* const start = static_cast<const char*>(from);
      for (std::uint64_t at = 0; at < std::min(bytes, 4 * kLine); at += kLine)
        __builtin_prefetch(start + at);
    };
    fetch(row.values, row.size * sizeof(*row.values));
    if constexpr (requires { row.features; }) fetch(row.features, row.size * sizeof(*row.features));
  }

  // Of α, with what a free offset adds to keep Σαy at 0.
  double objective() const {
    double value = 0;
    for (const double x : v_) value -= 0.5 * soft(x, lambda_) * soft(x, lambda_);
    if (free_offset()) {
      value -= balance_ * (multiplier_ + 0.5 * sigma_ * balance_);
      value += balance_ * along_mean_ - 0.5 * balance_ * balance_ * mean_square_;
    } else {
      value -= 0.5 * offset() * offset();
    }
    for (std::uint64_t i = 0; i < state_.size(); ++i) {
      if (state_[i].alpha > 0) value += Term::gain(state_[i].alpha, c(i));
    }
    return value;
  }

  void restore() {
    active_.clear();
    for (std::uint64_t i = 0; i < state_.size(); ++i) {
      if (problem_.signed_weight[i] != 0) active_.push_back(static_cast<std::uint32_t>(i));
    }
    upper_ = lower_ = 0;
  }

  // Conjugate gradients for the α inside their bounds, preconditioned by the
  // diagonal, then as far along the sum of the steps as D grows. Returns by
  // how much it did.
  double polish(double most_visits) {
    constexpr double kFewest = 8;
    constexpr double kMost = 50;
    // A step visits each row of the face twice, the start once, the end about thrice.
    const double steps = std::min(kMost, (most_visits / (inside_ + 1) - 4) / 2);
    if (steps < kFewest) return 0;
    std::vector<std::uint32_t> face;
    for (std::uint64_t i = 0; i < state_.size(); ++i) {
      if (problem_.signed_weight[i] != 0 && Term::inside(state_[i].alpha, c(i)))
        face.push_back(static_cast<std::uint32_t>(i));
    }
    const std::size_t size = face.size();
    if (size == 0) return 0;
    std::vector<double> rest(size);
    std::vector<double> diagonal(size);
    std::vector<double> bend(size);
    std::vector<double> direction(size);
    std::vector<double> total(size);
    std::vector<double> image(size);
    std::vector<double> u(v_.size());
    double norm = 0;
    for (std::size_t k = 0; k < size; ++k) {
      const std::uint64_t i = face[k];
      bend[k] = Term::bend(state_[i].alpha, c(i));
      diagonal[k] = state_[i].length + sigma_ + bend[k];
      rest[k] = -(y(i) * score(i) + Term::fall(state_[i].alpha, c(i)));
      direction[k] = rest[k] / diagonal[k];
      norm += rest[k] * direction[k];
    }
    const double first = norm;
    visits_ += static_cast<double>(size);
    for (int step = 0; step < steps && norm > 1e-4 * first; ++step) {
      check_interrupt();
      std::fill(u.begin(), u.end(), 0.0);
      double balance = 0;
      for (std::size_t k = 0; k < size; ++k) {
        add(rows_[face[k]], y(face[k]) * direction[k], u.data());
        balance += y(face[k]) * direction[k];
      }
      if (lambda_ > 0) {
        for (std::uint64_t j = 0; j < u.size(); ++j) {
          if (std::abs(v_[j]) <= lambda_) u[j] = 0;
        }
      }
      double level = sigma_ * balance;
      for (std::size_t j = 0; j < mean_.size(); ++j) level -= u[j] * mean_[j];
      level += balance * mean_square_;
      double curvature = 0;
      for (std::size_t k = 0; k < size; ++k) {
        const std::uint64_t i = face[k];
        image[k] =
            y(i) * (dot(rows_[i], u.data()) - balance * shift(i) + level) + bend[k] * direction[k];
        curvature += image[k] * direction[k];
      }
      visits_ += 2 * static_cast<double>(size);
      if (!(curvature > 0)) break;
      const double length = norm / curvature;
      double now = 0;
      for (std::size_t k = 0; k < size; ++k) {
        total[k] += length * direction[k];
        rest[k] -= length * image[k];
        now += rest[k] * rest[k] / diagonal[k];
      }
      for (std::size_t k = 0; k < size; ++k)
        direction[k] = rest[k] / diagonal[k] + now / norm * direction[k];
      norm = now;
    }
    const double before = objective();
    std::vector<double> old(size);
    for (std::size_t k = 0; k < size; ++k) old[k] = state_[face[k]].alpha;
    double reach = 1;
    for (int halvings = 0; halvings < 6; ++halvings, reach /= 2) {
      for (std::size_t k = 0; k < size; ++k) {
        const std::uint64_t i = face[k];
        state_[i].alpha = Term::clip(old[k] + reach * total[k], old[k], c(i));
      }
      recompute();
      value_ = objective();
      if (value_ >= before) return value_ - before;
    }
    for (std::size_t k = 0; k < size; ++k) state_[face[k]].alpha = old[k];
    recompute();
    value_ = objective();
    return 0;
  }

  // v from α alone, so that rounding does not pile up.
  void recompute() {
    std::fill(v_.begin(), v_.end(), 0.0);
    balance_ = 0;
    along_mean_ = 0;
    std::uint64_t rows = 0;
    for (std::uint64_t i = 0; i < state_.size(); ++i) {
      if (state_[i].alpha == 0) continue;
      add(rows_[i], y(i) * state_[i].alpha, v_.data());
      balance_ += y(i) * state_[i].alpha;
      along_mean_ += y(i) * state_[i].alpha * shift(i);
      ++rows;
    }
    visits_ += static_cast<double>(rows);
  }

  // P and D of all rows; the best of each is kept.
  void measure() {
    std::vector<double> w = weights();
    const auto s = products(problem_, w);
    const double b = best_offset(problem_, s, offset());
    const double primal = mean_loss(problem_, s, b) + penalty(problem_, w, b);
    if (primal < best_.primal) {
      best_.primal = primal;
      best_.w = std::move(w);
      best_.b = b;
    }
    std::vector<double> beta(state_.size());
    for (std::uint64_t i = 0; i < beta.size(); ++i) beta[i] = state_[i].alpha / scale_;
    value_ = objective();
    double dual = value_ * problem_.l2;
    if (free_offset()) {
      dual = dual_value(problem_, beta);
    }
    if (dual > best_.dual) {
      best_.dual = dual;
      best_.beta = std::move(beta);
    }
  }

  bool tell() const {
    return settings_.tell({passes(), best_.primal, best_.dual, best_.w, best_.b});
  }

  void report(double estimate) const {
    listener_.progress("training", 0, 0, [&] {
      return fmt::format("pass {:.0f}, objective {:.6g}, gap about {:.1e}", passes(),
                         (value_ + estimate_) * problem_.l2, estimate);
    });
  }

  const Problem& problem_;
  const Rows& rows_;
  const SolverSettings& settings_;
  Listener& listener_;
  double scale_;   // from β to α
  double lambda_;  // L1/L2
  struct State {
    double alpha = 0;
    double length = 0;  // ‖x‖²
  };
  std::vector<State> state_;   // of each row
  std::vector<double> v_;      // Σαyx
  double sigma_ = 0;           // weight of (Σαy)²: of a penalised offset, or to keep a free one
  double balance_ = 0;         // Σαy
  double multiplier_ = 0;      // the free offset that makes Σαy vanish
  std::vector<double> mean_;   // μ; empty where rows are not moved
  double mean_square_ = 0;     // μ·μ
  double along_mean_ = 0;      // v·μ
  std::vector<double> shift_;  // x·μ of each row
  std::vector<std::uint32_t> active_;
  std::size_t all_ = 0;
  double inside_ = 0;    // rows of the last pass between their bounds
  double value_ = 0;     // D/L2
  double estimate_ = 0;  // of P/L2 − D/L2, from the last pass
  double upper_ = 0;     // the largest and the smallest G that a row could follow
  double lower_ = 0;
  double lag_ = 0.3;  // how far the estimate is from the gap behind it
  double pass_ = 0;
  double measured_ = 0;  // the pass after which that was last done
  double next_polish_ = 4;
  double share_ = 0.5;  // of visits that may go into polishing, as it pays
  bool pays_ = true;
  double visits_ = 0;
  double polish_visits_ = 0;
  std::uint64_t updates_ = 0;
  std::uint64_t orders_ = 0;
  Solution best_;
};

}  // namespace

Solution solve_dual(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  return std::visit(
      [&](const auto& rows) {
        const auto run = [&](auto term) {
          return Ascent<decltype(term), std::decay_t<decltype(rows)>>(problem, rows, settings,
                                                                      listener)
              .run();
        };
        Solution solution = problem.loss == Loss::hinge           ? run(HingeTerm())
                            : problem.loss == Loss::squared_hinge ? run(SquaredHingeTerm())
                                                                  : run(LogisticTerm());
        solution.solver = "dual";
        return solution;
      },
      problem.rows);
}

}  // namespace perceptron
