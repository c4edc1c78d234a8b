// Problem    max D(β) of problem.h, L2 > 0; below α = β/(n·L2), C = v/(n·L2),
//            v = Σαyx, w = soft(v, L1/L2), so that D/L2 = Σ gain − ½‖w‖²
// Update     one α at a time to where D is largest along it:
//            α ← clip(α − G/Q),  G = y·w·x − gain′(α),  Q = ‖x‖² − gain″(α);
//            where steps of second order cost little, newton.cc goes on
// Theorem    D never falls; P(w) − D(β) ≥ P(w) − min P, so the gap is a proof
// Stop       (P − D)/P ≤ tolerance
// Reference  Hsieh et al. 2008 (the updates, leaving out rows at a bound), Yu,
//            Huang and Lin 2011 (logistic), Shalev-Shwartz and Zhang 2014 (L1)

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/interrupt.h"
#include "learn/arithmetic.h"
#include "learn/loss.h"
#include "learn/objective.h"
#include "learn/order.h"
#include "learn/solver.h"
#include "learn/system.h"

namespace perceptron {
namespace {

// What the loss of one row with weight C makes of its α.  gain is v·gain(α/v)
// of problem.h for v = C and fall = −gain′; best() is where
// gain(z) − m·(z − α) − ½Q(z − α)² is largest.
struct HingeTerm {
  static constexpr bool kRests = true;    // α can be optimal at a bound
  static constexpr bool kBounded = true;  // and there is an upper one
  static double gain(double a, double /*c*/) { return a; }
  static double fall(double /*a*/, double /*c*/) { return -1; }
  static double best(double a, double c, double q, double m) {
    return std::clamp(a - (m - 1) / q, 0.0, c);
  }
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
  static double best(double a, double c, double q, double m) {
    return std::max(0.0, a - (m - 1 + a / (2 * c)) / (q + 0.5 / c));
  }
  static double gap(double a, double c, double m) {
    const double short_of = std::max(0.0, 1 - m);
    return c * short_of * short_of - a * (1 - m) + a * a / (4 * c);
  }
};

struct LogisticTerm {
  static constexpr bool kRests = false;
  static double gain(double a, double c) { return c * Logistic::gain(a / c); }
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
    return std::min(std::max(c * share, 1e-300), c * (1 - 1e-16));
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
        v_(problem.features()),
        order_(settings.shuffled, settings.seed, problem.examples(), Order::kBlock),
        rest_(problem.size()) {
    const std::span<const std::uint64_t> used = order_.rows();
    for (const std::uint64_t i : used) entries_ += static_cast<double>(rows[i].size);
    if (problem.offset == Problem::Offset::penalised) sigma_ = 1;
    if (free_offset()) {
      for (const std::uint64_t i : used) state_[i].length = squared_length(rows[i]);
      if (lambda_ == 0) centre(used);
      double mean = 0;
      for (const std::uint64_t i : used) mean += state_[i].length / examples();
      sigma_ = mean > 0 ? mean : 1;
    }
  }

  Solution run() {
    start();
    while (true) {
      visit_rows();
      ++pass_;
      const double estimate = estimate_ / std::max(value_ + estimate_, 1e-300);
      const bool last = passes() >= static_cast<double>(settings_.epochs) || order_.size() == 0;
      // Now and then in any case: the estimate knows nothing of rows at rest.
      const bool due = estimate * lag_ <= settings_.tolerance || pass_ >= next_look_;
      if (last || due || settings_.watch) {
        measure();
        const double gap = relative_gap(best_.primal, best_.dual);
        if (!tell() || gap <= settings_.tolerance || last) break;
        if (due) {
          next_look_ = std::ceil(1.5 * pass_);
          if (estimate > 0) lag_ = std::clamp(gap / estimate, 0.05, 2.0);
          wake();
        }
      } else {
        report(settings_, passes(), (value_ + estimate_) * problem_.l2, estimate, listener_);
      }
      if (slow()) return go_on_with_newton();
    }
    best_.passes = passes();
    best_.updates = updates_;
    best_.reached = relative_gap(best_.primal, best_.dual) <= settings_.tolerance;
    return std::move(best_);
  }

 private:
  double c(std::uint64_t i) const { return std::abs(problem_.signed_weight[i]) * scale_; }
  double y(std::uint64_t i) const { return problem_.signed_weight[i] > 0 ? 1 : -1; }
  double examples() const { return static_cast<double>(std::max<std::uint64_t>(order_.size(), 1)); }
  double passes() const { return visits_ / examples(); }
  bool free_offset() const { return problem_.offset == Problem::Offset::free; }
  double offset() const {
    return free_offset() ? sigma_ * balance_ + multiplier_
                         : soft(sigma_ * balance_, sigma_ > 0 ? lambda_ : 0);
  }

  // With a free offset the rows may be moved: x − μ in place of x changes b
  // alone, and rows around the origin disturb each other least. Nothing is
  // moved in memory: (v − Aμ)·(x − μ) = v·x − A·(x·μ) − v·μ + A·μ² with A = Σαy.
  void centre(std::span<const std::uint64_t> used) {
    mean_.resize(v_.size());
    double total = 0;
    for (const std::uint64_t i : used) {
      add(rows_[i], std::abs(problem_.signed_weight[i]), mean_.data());
      total += std::abs(problem_.signed_weight[i]);
    }
    for (double& each : mean_) each /= total;
    for (const double each : mean_) mean_square_ += each * each;
    shift_.resize(state_.size());
    for (const std::uint64_t i : used) {
      shift_[i] = dot(rows_[i], mean_.data());
      state_[i].length = std::max(0.0, state_[i].length - 2 * shift_[i] + mean_square_);
    }
  }
  double shift(std::uint64_t i) const { return shift_.empty() ? 0 : shift_[i]; }
  // w·x + b of row i.
  double score(std::uint64_t i) const {
    if (shift_.empty()) return product(i) + offset();
    return product(i) - balance_ * shift_[i] + actual_offset();
  }
  // The offset for rows that were not moved.
  double actual_offset() const { return offset() - along_mean_ + balance_ * mean_square_; }
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
    best_ = zero_solution(problem_);
    if (!settings_.start.weights.empty()) {
      const auto s = products(problem_, settings_.start.weights);
      const auto beta = slopes(problem_, s, settings_.start.offset);
      for (std::uint64_t i = 0; i < state_.size(); ++i) state_[i].alpha = beta[i] * scale_;
      if (free_offset()) {
        multiplier_ = settings_.start.offset;
        for (std::size_t j = 0; j < mean_.size(); ++j)
          multiplier_ += settings_.start.weights[j] * mean_[j];
      }
      for (const std::uint64_t i : order_.rows()) {
        if (state_[i].alpha == 0) continue;
        move(i, state_[i].alpha);
        ++visits_;
      }
    }
    value_ = objective();
  }

  // The sums that change with an α.
  void move(std::uint64_t i, double step) {
    const double by = y(i) * step;
    add(rows_[i], by, v_.data());
    balance_ += by;
    along_mean_ += by * shift(i);
  }

  // One pass over the rows in a new order. A row that is at a bound and leans
  // against it rests for a pass, the next time for 3, then 7 and so on.
  void visit_rows() {
    check_interrupt();
    std::size_t visited = 0;
    double grown = 0;
    estimate_ = 0;
    for (const std::uint64_t i : order_.of_pass(static_cast<std::uint64_t>(pass_) + 1)) {
      if (rest_[i].left > 0) {
        --rest_[i].left;
      } else {
        visit(i, grown);
        ++visited;
      }
    }
    visits_ += static_cast<double>(visited);
    value_ += grown;
    if (free_offset()) {
      estimate_ += std::abs(offset() * balance_);
      multiplier_ += sigma_ * balance_;
      value_ = objective();
    }
  }

  void visit(std::uint64_t i, double& grown) {
    const double sign = y(i);
    const double m = sign * score(i);
    const double weight = c(i);
    State& state = state_[i];
    const double old = state.alpha;
    if constexpr (Term::kRests) {
      // m − 1 + …: how D falls along α.
      const double g = m + Term::fall(old, weight);
      const bool calm = old == 0 ? g > 0 : Term::kBounded && old == weight && g < 0;
      rest_[i].next = static_cast<std::uint8_t>(calm ? std::min(2 * rest_[i].next + 1, 31) : 0);
      rest_[i].left = rest_[i].next;
    }
    estimate_ += Term::gap(old, weight, m);
    if (state.length < 0) state.length = squared_length(rows_[i]);
    const double q = std::max(state.length + sigma_, 1e-300);
    const double now = Term::best(old, weight, q, m);
    if (now == old) return;
    const double step = now - old;
    grown += Term::gain(now, weight) - Term::gain(old, weight) - step * (m + 0.5 * q * step);
    state.alpha = now;
    ++updates_;
    move(i, step);
  }

  // Whether steps of second order are worth their price: where a step costs no
  // more than the passes so far did, or where those were very many.
  bool slow() const {
    constexpr double kMostPasses = 200;
    if (lambda_ > 0) return false;
    if (v_.size() > System::kMostFeatures)
      return is_smooth(problem_.loss) && passes() >= kMostPasses;
    const double length = entries_ / examples();
    return pass_ >= 2 && visits_ * 2 * length >= System::cost(static_cast<double>(v_.size()));
  }

  Solution go_on_with_newton() {
    SolverSettings rest = settings_;
    rest.start.weights = weights();
    rest.start.offset = actual_offset();
    std::vector<double>& beta = rest.start.vectors["beta"];
    beta.resize(state_.size());
    for (std::uint64_t i = 0; i < beta.size(); ++i) beta[i] = state_[i].alpha / scale_;
    if (settings_.watch) {
      rest.watch = [&](Standing now) {
        now.passes += passes();
        now.dual = std::max(now.dual, best_.dual);
        if (best_.primal < now.primal) {
          now.primal = best_.primal;
          now.w = best_.w;
          now.b = best_.b;
        }
        return settings_.tell(now);
      };
    }
    Solution solution = solve_newton(problem_, rest, listener_);
    solution.keep_primal(best_.primal, best_.w, best_.b);
    solution.keep_dual(best_.dual, best_.beta);
    solution.passes += passes();
    solution.updates = updates_;
    return solution;
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

  void wake() { std::fill(rest_.begin(), rest_.end(), Rest()); }

  // P and D of all rows; the best of each is kept.
  void measure() {
    std::vector<double> w = weights();
    auto s = products(problem_, w);
    keep_primal(w, s);
    // The dual is at its end long before the last margins are 1: a w that is a
    // little longer makes up for them.
    if (problem_.loss == Loss::hinge) {
      const double scale = best_scale(problem_, w, s, actual_offset());
      for (double& each : w) each *= scale;
      for (double& each : s) each *= scale;
      keep_primal(w, s);
    }
    std::vector<double> beta(state_.size());
    for (std::uint64_t i = 0; i < beta.size(); ++i) beta[i] = state_[i].alpha / scale_;
    value_ = objective();
    double dual = value_ * problem_.l2;
    if (free_offset()) dual = dual_value(problem_, beta);
    best_.keep_dual(dual, beta);
  }

  void keep_primal(const std::vector<double>& w, const std::vector<double>& s) {
    const double b = best_offset(problem_, s, actual_offset());
    best_.keep_primal(mean_loss(problem_, s, b) + penalty(problem_, w, b), w, b);
  }

  bool tell() const {
    return settings_.tell({passes(), best_.primal, best_.dual, best_.w, best_.b});
  }

  const Problem& problem_;
  const Rows& rows_;
  const SolverSettings& settings_;
  Listener& listener_;
  double scale_;   // from β to α
  double lambda_;  // L1/L2
  struct State {
    double alpha = 0;
    double length = -1;  // ‖x‖², once the row was visited
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
  Order order_;
  struct Rest {
    std::uint8_t left = 0;  // passes
    std::uint8_t next = 0;
  };
  std::vector<Rest> rest_;  // of each row
  double entries_ = 0;      // of all rows
  double value_ = 0;        // D/L2
  double estimate_ = 0;     // of P/L2 − D/L2, from the last pass
  double lag_ = 0.3;        // how far the estimate is from the gap behind it
  double pass_ = 0;
  double next_look_ = 6;  // the pass after which it is measured in any case
  double visits_ = 0;
  std::uint64_t updates_ = 0;
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
