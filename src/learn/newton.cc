// Problem    min P(w, b) of problem.h, L1 = 0; L2 > 0 for the hinge loss
// Update     (w, b) += t·d with (L2 + (1/n) Σ v·loss″·x·xᵀ) d = −∇P by conjugate
//            gradients, t by a search for the least P along d; b is then the
//            best for its w. The hinge has no loss″: each row's part of it is
//            max over p in [0, 1] of p(1 − m) − (p − c)²/(2κ) instead, and
//            whenever that is all but solved c ← p and κ doubles
// Theorem    P falls in every step; near the optimum the error is squared. The
//            hinge's rounds are proximal steps of its dual, so D grows in each
// Stop       (P − D)/P ≤ tolerance for β = −v·loss′ or v·p; without L2 where ∇P
//            has all but vanished
// Reference  Lin, Weng and Keerthi 2008; Keerthi and DeCoste 2005; Rockafellar
//            1976 and Li, Sun and Toh 2018 (the proximal steps)

#include <algorithm>
#include <cmath>

#include "learn/arithmetic.h"
#include "learn/conjugate.h"
#include "learn/level.h"
#include "learn/loss.h"
#include "learn/objective.h"
#include "learn/solver.h"
#include "learn/system.h"

namespace perceptron {
namespace {

// A loss as it is minimised here: its share −loss′ and its curvature, which is
// unit·bend. `centre` is that of the row.
template <class Loss>
struct Smooth {
  using Own = Loss;
  static constexpr bool kProximal = false;
  double unit = 1;
  static double share(double m, double /*centre*/) { return -Loss::slope(m); }
  static double bend(double m, double /*centre*/) { return Loss::curvature(m); }
};

struct NearHinge {
  using Own = Hinge;
  static constexpr bool kProximal = true;
  double unit = 1;  // κ
  double share(double m, double centre) const {
    return std::clamp(centre + unit * (1 - m), 0.0, 1.0);
  }
  double bend(double m, double centre) const {
    const double p = centre + unit * (1 - m);
    return p > 0 && p < 1 ? 1 : 0;
  }
};

template <class Term, class Rows>
class Newton {
 public:
  Newton(const Problem& problem, const Rows& rows, const SolverSettings& settings,
         Listener& listener)
      : problem_(problem),
        rows_(rows),
        settings_(settings),
        listener_(listener),
        has_offset_(problem.offset != Problem::Offset::none),
        beta_(problem.size()),
        bend_(problem.size()),
        x_(problem.features() + 1),
        u_(problem.features() + 1),
        ridge_(problem.features() + 1, problem.l2) {
    const Start& start = settings.start;
    if (!start.weights.empty()) std::copy(start.weights.begin(), start.weights.end(), x_.begin());
    if (has_offset_) x_.back() = start.offset;
    if (problem.offset != Problem::Offset::penalised) ridge_.back() = 0;
    for (const double v : problem.signed_weight) examples_ += v == 0 ? 0 : 1;
    if (!Term::kProximal) return;
    centre_.resize(problem.size());
    if (!start.has("beta", problem.size())) return;
    for (std::uint64_t i = 0; i < centre_.size(); ++i) {
      const double v = std::abs(problem.signed_weight[i]);
      if (v > 0) centre_[i] = std::clamp(start.vectors.at("beta")[i] / v, 0.0, 1.0);
    }
  }

  Solution run() {
    best_ = zero_solution(problem_);
    s_ = products(problem_, weights());
    visits_ += examples_;
    double first = 0;
    while (true) {
      if (problem_.offset == Problem::Offset::free) x_.back() = best_level();
      find_slopes();
      std::vector<double> g(x_.size());
      for (std::size_t j = 0; j < g.size(); ++j) g[j] = ridge_[j] * x_[j] - u_[j];
      if (!has_offset_) g.back() = 0;
      const double square = inner(g, g);
      if (first == 0) first = square;
      measure(square);
      const bool close = problem_.l2 > 0
                             ? relative_gap(best_.primal, best_.dual) <= settings_.tolerance
                             : square <= 1e-6 * settings_.tolerance * settings_.tolerance * first;
      if (close) settle();
      const double gap = relative_gap(best_.primal, best_.dual);
      const bool done = close && (problem_.l2 == 0 || gap <= settings_.tolerance);
      report(settings_, passes(), best_.primal, gap, listener_);
      const bool go_on = settings_.tell({passes(), best_.primal, best_.dual, best_.w, best_.b});
      if (done || !go_on || passes() >= static_cast<double>(settings_.epochs)) return result(done);
      const bool solved = Term::kProximal && square / (2 * problem_.l2) <= 0.5 * (primal_ - dual_);
      if (!solved && descend(g, gap)) continue;
      if (!Term::kProximal || !recentre()) return result(false);
    }
  }

 private:
  std::span<const double> weights() const { return {x_.data(), x_.size() - 1}; }
  double passes() const { return visits_ / std::max(examples_, 1.0); }
  double weight(std::uint64_t i) const { return std::abs(problem_.signed_weight[i]); }
  double centre(std::uint64_t i) const { return Term::kProximal ? centre_[i] : 0; }
  double margin(std::uint64_t i) const {
    const double s = s_[i] + x_.back();
    return problem_.signed_weight[i] > 0 ? s : -s;
  }

  double best_level() const {
    return level(
        problem_, s_, x_.back(),
        [&](std::uint64_t i, double m) { return -term_.share(m, centre(i)); },
        [&](std::uint64_t i, double m) { return term_.unit * term_.bend(m, centre(i)); });
  }

  // The loss, β, u = (1/n) Σβyx, and how much each row bends P. Rows whose β stays need no visit.
  void find_slopes() {
    std::uint64_t visited = 0;
    loss_ = 0;
    for (std::uint64_t i = 0; i < beta_.size(); ++i) {
      const double v = problem_.signed_weight[i];
      if (v == 0) continue;
      const double m = margin(i);
      loss_ += std::abs(v) * Term::Own::value(m) / problem_.n;
      bend_[i] = std::abs(v) * term_.bend(m, centre(i)) / problem_.n;
      const double beta = std::abs(v) * term_.share(m, centre(i));
      if (beta == beta_[i]) continue;
      const double by = (v > 0 ? beta - beta_[i] : beta_[i] - beta) / problem_.n;
      beta_[i] = beta;
      add(rows_[i], by, u_.data());
      u_.back() += by;
      ++visited;
    }
    visits_ += static_cast<double>(visited);
  }

  // P and D of where we stand; the best of each is kept.
  void measure(double square) {
    primal_ = loss_ + penalty(problem_, weights(), x_.back());
    if (problem_.l2 == 0) {
      dual_ = 0;
    } else if (!Term::kProximal) {
      // β is the slope at w, so that D is as far below P as ∇P is from 0.
      dual_ = primal_ - (square - imbalance() * imbalance()) / (2 * problem_.l2);
    } else {
      dual_ = 0;
      for (const double each : beta_) dual_ += each / problem_.n;
      double length = inner(u_, u_);
      if (problem_.offset != Problem::Offset::penalised) length -= u_.back() * u_.back();
      dual_ -= length / (2 * problem_.l2) + std::abs(x_.back() * imbalance());
    }
    best_.keep_primal(primal_, weights(), x_.back());
    best_.keep_dual(dual_, beta_);
  }
  double imbalance() const { return problem_.offset == Problem::Offset::free ? u_.back() : 0; }

  // A round of the proximal method; false where that leads nowhere any more.
  bool recentre() {
    for (std::uint64_t i = 0; i < centre_.size(); ++i) {
      if (weight(i) > 0) centre_[i] = beta_[i] / weight(i);
    }
    constexpr double kSharpest = 1e12;
    term_.unit *= 2;
    return term_.unit < kSharpest;
  }

  // One step of Newton's; false where P cannot fall any more.
  bool descend(const std::vector<double>& g, double gap) {
    const std::vector<double> d = direction(g, std::clamp(std::sqrt(gap), 1e-6, 0.1));
    const double slope = inner(g, d);
    // Without L2 it is ∇P that has to vanish, long after P stands still.
    if (!(slope < (problem_.l2 > 0 ? -1e-17 * primal_ : 0))) return false;
    std::vector<double> sd(problem_.size());
    for (std::uint64_t i = 0; i < sd.size(); ++i) {
      if (problem_.signed_weight[i] != 0) sd[i] = dot(rows_[i], d.data());
    }
    visits_ += examples_;
    const double t = reach(d, sd, slope);
    for (std::size_t j = 0; j < x_.size(); ++j) x_[j] += t * d[j];
    for (std::size_t i = 0; i < s_.size(); ++i) s_[i] += t * sd[i];
    return t > 0;
  }

  // How far along d: where P, or what stands for it, is all but least. Its
  // slope there rises with t; Newton's steps find the zero inside a bracket.
  double reach(const std::vector<double>& d, const std::vector<double>& sd, double slope) {
    constexpr double kExact = 1e-4;
    constexpr double kLongest = 4;
    double along = 0;
    double square = 0;
    for (std::size_t j = 0; j < d.size(); ++j) {
      along += ridge_[j] * x_[j] * d[j];
      square += ridge_[j] * d[j] * d[j];
    }
    lines_.clear();
    for (std::uint64_t i = 0; i < sd.size(); ++i) {
      const double v = problem_.signed_weight[i];
      if (v == 0) continue;
      const double by = sd[i] + d.back();
      lines_.push_back({margin(i), v > 0 ? by : -by, std::abs(v) / problem_.n, centre(i)});
    }
    double low = 0;
    double high = 0;  // not known yet
    double t = 1;
    for (int step = 0; step < 60; ++step) {
      double first = along + t * square;
      double second = 0;
      for (const Line& line : lines_) {
        const double m = line.margin + t * line.by;
        first -= line.weight * line.by * term_.share(m, line.centre);
        second += line.weight * line.by * line.by * term_.bend(m, line.centre);
      }
      if (std::abs(first) <= kExact * std::abs(slope)) return t;
      (first < 0 ? low : high) = t;
      const double next = t - first / (square + term_.unit * second);
      if (high == 0) {
        if (t >= kLongest) return t;
        t = std::min(std::max(next, 1.5 * t), kLongest);
      } else {
        t = next > low && next < high ? next : (low + high) / 2;
      }
    }
    return low;
  }

  // H d = −g to the relative accuracy `enough`, preconditioned by H's factor
  // or its diagonal.
  std::vector<double> direction(const std::vector<double>& g, double enough) {
    constexpr int kSteps = 500;
    bent_.clear();
    entries_ = 0;
    for (std::uint64_t i = 0; i < bend_.size(); ++i) {
      if (bend_[i] == 0) continue;
      bent_.push_back(static_cast<std::uint32_t>(i));
      entries_ += static_cast<double>(rows_[i].size);
    }
    const bool exact = refresh();
    if (system_.size() == 0) find_diagonal();
    std::vector<double> rest(x_.size());
    for (std::size_t j = 0; j < rest.size(); ++j) rest[j] = -g[j];
    if (exact) return preconditioned(std::move(rest));
    double work = 0;
    std::vector<double> d = conjugate_gradients(
        std::move(rest), kSteps, enough * enough,
        [&](const std::vector<double>& p, std::vector<double>& image) {
          multiply(p, image);
          work += 2 * entries_;
        },
        [&](std::vector<double> x) { return preconditioned(std::move(x)); });
    spent_ = system_.size() == 0 ? spent_ + work : work;
    return d;
  }

  std::vector<double> preconditioned(std::vector<double> x) const {
    if (system_.size() > 0) {
      system_.solve({x.data(), system_.size()});
      if (!has_offset_) x.back() = 0;
    } else {
      for (std::size_t j = 0; j < x.size(); ++j) x[j] /= diagonal_[j];
    }
    return x;
  }

  void find_diagonal() {
    diagonal_ = ridge_;
    for (const std::uint32_t i : bent_) {
      const auto row = rows_[i];
      const double bend = term_.unit * bend_[i];
      for (std::uint64_t k = 0; k < row.size; ++k)
        diagonal_[row.feature(k)] += bend * row.value(k) * row.value(k);
      diagonal_.back() += bend;
    }
    visits_ += static_cast<double>(bent_.size());
    for (std::size_t j = 0; j < diagonal_.size(); ++j) {
      if (!(diagonal_[j] > 0) || (j + 1 == diagonal_.size() && !has_offset_)) diagonal_[j] = 1;
    }
  }

  // Brings the factor of H up to date where that costs no more than conjugate
  // gradients did without. True if it is then that of H itself.
  bool refresh() {
    const std::size_t size = x_.size() - (has_offset_ ? 0 : 1);
    // Without L2 there may be directions that nothing bends.
    if (problem_.l2 == 0 || problem_.features() > System::kMostFeatures) return false;
    if (held_.empty()) held_.resize(bend_.size());
    double mean = 0;
    double all = 0;
    for (const std::uint32_t i : bent_) {
      mean += bend_[i] / static_cast<double>(bent_.size());
      all += square(rows_[i].size);
    }
    std::vector<std::uint32_t> changed;
    double some = 0;
    bool exact = true;
    for (std::uint64_t i = 0; i < bend_.size(); ++i) {
      if (bend_[i] == held_[i]) continue;
      if (std::abs(bend_[i] - held_[i]) > 0.1 * mean) {
        changed.push_back(static_cast<std::uint32_t>(i));
        some += square(rows_[i].size);
      } else {
        exact = false;
      }
    }
    const bool anew = system_.size() == 0 || some > all;
    if (spent_ < System::cost(static_cast<double>(size)) + std::min(some, all)) return false;
    if (system_.size() == 0) system_ = System(size);
    if (anew) {
      system_.clear();
      std::fill(held_.begin(), held_.end(), 0.0);
      changed = bent_;
      exact = true;
    }
    for (const std::uint32_t i : changed) {
      system_.add(rows_[i], bend_[i] - held_[i], has_offset_);
      held_[i] = bend_[i];
    }
    visits_ += static_cast<double>(changed.size());
    system_.factor(term_.unit, ridge_);
    return exact;
  }
  static double square(std::uint64_t size) {
    return 0.5 * static_cast<double>(size) * static_cast<double>(size);
  }

  // image = H p
  void multiply(const std::vector<double>& p, std::vector<double>& image) {
    for (std::size_t j = 0; j < p.size(); ++j) image[j] = ridge_[j] * p[j];
    for (const std::uint32_t i : bent_) {
      const auto row = rows_[i];
      const double t = term_.unit * bend_[i] * (dot(row, p.data()) + (has_offset_ ? p.back() : 0));
      add(row, t, image.data());
      if (has_offset_) image.back() += t;
    }
    visits_ += static_cast<double>(bent_.size());
  }

  // The best w and β with what is exactly theirs: the best offset, and a β that
  // obeys every constraint.
  void settle() {
    const auto s = products(problem_, best_.w);
    const double b = best_offset(problem_, s, best_.b);
    const double primal = mean_loss(problem_, s, b) + penalty(problem_, best_.w, b);
    if (primal <= best_.primal) {
      best_.primal = primal;
      best_.b = b;
    }
    best_.dual = dual_value(problem_, best_.beta);
  }

  Solution result(bool done) {
    if (!done) settle();
    best_.passes = passes();
    best_.reached = done;
    best_.solver = "newton";
    return std::move(best_);
  }

  const Problem& problem_;
  const Rows& rows_;
  const SolverSettings& settings_;
  Listener& listener_;
  Term term_;
  bool has_offset_;
  double examples_ = 0;
  std::vector<double> beta_;
  std::vector<double> bend_;    // v·loss″/n of each row, in the term's unit
  std::vector<double> centre_;  // of each row's proximal term
  std::vector<double> x_;       // w, then b
  std::vector<double> s_;       // w·x of each row
  std::vector<double> u_;       // (1/n) Σβyx
  std::vector<double> ridge_;   // what the penalty adds to the curvature of each feature
  // A row's margin along the direction of a step.
  struct Line {
    double margin;
    double by;
    double weight;  // v/n
    double centre;
  };
  std::vector<Line> lines_;
  double loss_ = 0;
  double primal_ = 0;
  double dual_ = 0;
  std::vector<std::uint32_t> bent_;  // the rows that bend P
  double entries_ = 0;               // of those
  System system_;
  std::vector<double> held_;  // the bend of each row in the system
  std::vector<double> diagonal_;
  double spent_ = 0;  // on conjugate gradients that a better factor would have saved
  double visits_ = 0;
  Solution best_;
};

}  // namespace

Solution solve_newton(const Problem& problem, const SolverSettings& settings, Listener& listener) {
  return std::visit(
      [&](const auto& rows) {
        using Rows = std::decay_t<decltype(rows)>;
        switch (problem.loss) {
          case Loss::hinge:
            return Newton<NearHinge, Rows>(problem, rows, settings, listener).run();
          case Loss::logistic:
            return Newton<Smooth<Logistic>, Rows>(problem, rows, settings, listener).run();
          default:
            return Newton<Smooth<SquaredHinge>, Rows>(problem, rows, settings, listener).run();
        }
      },
      problem.rows);
}

}  // namespace perceptron
