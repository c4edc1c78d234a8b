// Problem    min P(w, b) of problem.h for a smooth loss, L1 > 0
// Update     on a working set of features (working_set.h): minimise a quadratic model
//            of the loss plus the penalty, one weight at a time,
//            d ← soft(d − G/H, L1/H), then line search on P. Where that is slow,
//            conjugate gradients solve for all weights at once that keep their signs
// Theorem    a feature with |uⱼ − L2·wⱼ| < L1 at the optimum has weight 0 exactly;
//            β = −v·loss′, scaled down until it is feasible, proves the gap
// Stop       (P − D)/P ≤ tolerance
// Reference  Yuan, Ho and Lin 2012 (newGLMNET); Massias, Gramfort and Salmon
//            2018 for the working sets
//
// The matrix of the model, (1/n) Σ v·loss″·x·xᵀ, is expensive, and need not be exact since the line
// search is on P itself: model_matrix.h computes it from some of the rows and keeps it for several
// steps.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "base/interrupt.h"
#include "base/random.h"
#include "kernel/arithmetic.h"
#include "kernel/conjugate_gradient.h"
#include "solve/losses/losses.h"
#include "solve/newton/derivatives.h"
#include "solve/newton/model_matrix.h"
#include "solve/newton/working_set.h"
#include "solve/objective.h"
#include "solve/smooth_offset.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

template <class Rows>
class NewtonL1 {
 public:
  NewtonL1(const Problem& problem, const Rows& rows, const SolverSettings& settings,
           Listener& listener)
      : problem_(problem),
        settings_(settings),
        listener_(listener),
        loss_({problem.loss}),
        examples_(problem.examples()),
        w_(problem.features()),
        set_(problem, rows, examples_),
        matrix_(static_cast<double>(examples_.size()), has_offset()) {
    for (PerExample* each :
         {&v_, &s_, &sd_, &beta_, &curvature_, &next_s_, &next_beta_, &next_curvature_})
      *each = per_example(examples_.size());
    v_ = of_examples(problem.signed_weight);
    if (!settings.start.weights.empty()) w_ = settings.start.weights;
    if (has_offset()) b_ = settings.start.offset;
  }

  Solution run() {
    s_ = of_examples(products(problem_, w_));
    visits_ += rows();
    best_.dual = 0;
    double enough = problem_.l1;
    while (true) {
      if (free_offset()) b_ = best_smooth_offset();
      primal_ = value_at(s_, w_, b_, beta_, curvature_);
      measure();
      const double gap = relative_gap(primal_, best_.dual);
      report_progress(settings_, passes(), primal_, gap, listener_);
      const bool proceed = settings_.notify({passes(), primal_, best_.dual, w_, b_});
      if (gap <= settings_.tolerance || !proceed ||
          passes() >= static_cast<double>(settings_.epochs) || exhausted())
        break;
      if (set_.choose(w_, u_)) {
        matrix_.clear();
        visits_ += 2 * rows();
      }
      // Tolerance on the violation of optimality, in the end and for now.
      const double last = 0.1 * settings_.tolerance * problem_.l1;
      enough = std::max(last, std::min(enough, 0.3 * gap * problem_.l1));
      if (!solve_on_features(enough)) {
        // P does not decrease any further in this precision.
        if (enough <= 1e-12 * problem_.l1) break;
        enough /= 100;
      }
    }
    best_.w = w_;
    best_.b = b_;
    best_.primal = primal_;
    best_.passes = passes();
    best_.reached = relative_gap(primal_, best_.dual) <= settings_.tolerance;
    best_.solver = SolvedBy::newton_l1;
    return std::move(best_);
  }

 private:
  double rows() const { return static_cast<double>(examples_.size()); }
  double passes() const { return visits_ / std::max(rows(), 1.0); }
  bool free_offset() const { return problem_.offset == OffsetKind::free; }
  bool penalised_offset() const { return problem_.offset == OffsetKind::penalised; }
  bool has_offset() const { return problem_.offset != OffsetKind::none; }
  bool exhausted() const { return settings_.work > 0 && work_ > settings_.work; }

  // ---- Over all rows ----

  PerExample of_examples(const std::vector<double>& all) const {
    PerExample some = per_example(examples_.size());
    for (std::size_t e = 0; e < examples_.size(); ++e) some[e] = all[examples_[e]];
    return some;
  }

  // P, and β and the curvature of each example.
  double value_at(const PerExample& s, const std::vector<double>& w, double b, PerExample& beta,
                  PerExample& curvature) const {
    const double sum =
        loss_and_derivatives(loss_, {v_, s, no_centre_}, b, problem_.n, beta, curvature);
    return sum / problem_.n + penalty(problem_, w, b);
  }

  double best_smooth_offset() const {
    return smooth_offset(b_, 1e-15 * problem_.n, [&](double at) {
      return derivatives_along(loss_, {v_, s_, no_centre_}, 0, {}, 1, at);
    });
  }

  // u and D.
  void measure() {
    std::vector<double> feasible(problem_.size());
    for (std::size_t e = 0; e < examples_.size(); ++e) feasible[examples_[e]] = beta_[e];
    balance(problem_, feasible);
    u_ = combination(problem_, feasible);
    visits_ += rows();
    const double dual = dual_value(problem_, feasible, u_);
    if (dual < best_.dual) return;
    best_.dual = dual;
    best_.beta = std::move(feasible);
  }

  // ---- On the working set ----

  // Newton steps until P hardly decreases; false if not even the first step decreased it.
  bool solve_on_features(double enough) {
    // With all features, the next step needs no less work than a measurement of the gap.
    const int most = set_.has_all() ? 1 : 2;
    for (int step = 0; step < most; ++step) {
      const double before = primal_;
      if (!descend(enough, step > 0)) return step > 0;
      if (before - primal_ <= 0.1 * settings_.tolerance * primal_) return true;
    }
    return true;
  }

  // At (w, b); before a step β has `moved` since u was measured.
  L1Model model(bool moved) {
    const std::size_t size = set_.size() + 1;
    L1Model m{std::vector<double>(size), std::vector<double>(size), std::vector<double>(size), {}};
    if (matrix_.serves(size)) {
      matrix_.renew(set_, curvature_);
      for (std::size_t k = 0; k < size; ++k) m.h[k] = matrix_.line(k)[k];
    }
    for (std::size_t k = 0; k < size; ++k) {
      if (!moved) {
        m.g[k] = -u_[k < set_.size() ? set_[k] : w_.size()];
      } else {
        for_column(k, [&](std::size_t e, double x) {
          m.g[k] -= (v_[e] > 0 ? beta_[e] : -beta_[e]) / problem_.n * x;
        });
      }
      if (!matrix_.serves(size))
        for_column(k, [&](std::size_t e, double x) { m.h[k] += curvature_[e] * x * x; });
      m.g[k] += ridge(k) * weight(k);
      m.h[k] += ridge(k);
    }
    if (!has_offset()) m.g.back() = 0;
    if (moved || !matrix_.serves(size)) visits_ += rows();
    // Slightly more than the curvature itself, so that steps along flat features are finite.
    const double largest = *std::max_element(m.h.begin(), m.h.end());
    for (double& each : m.h) each += 1e-12 * (largest > 0 ? largest : 1);
    if (matrix_.serves(size)) m.slopes = m.g;
    return m;
  }

  // Calls work(example, value) for the column of the k-th feature of the working set, or of the
  // offset.
  template <class Work>
  void for_column(std::size_t k, const Work& work) const {
    if (k < set_.size()) {
      set_.for_column(k, work);
    } else if (has_offset()) {
      for (std::size_t e = 0; e < examples_.size(); ++e) work(e, 1.0);
    }
  }
  double weight(std::size_t k) const { return k < set_.size() ? w_[set_[k]] : b_; }
  double ridge(std::size_t k) const {
    return k < set_.size() || penalised_offset() ? problem_.l2 : 0;
  }
  double lasso(std::size_t k) const {
    return k < set_.size() || penalised_offset() ? problem_.l1 : 0;
  }
  double slope(const L1Model& m, std::size_t k) const {
    if (!m.slopes.empty()) return m.slopes[k];
    double sum = m.g[k] + ridge(k) * m.d[k];
    for_column(k, [&](std::size_t e, double x) { sum += x * curvature_[e] * sd_[e]; });
    return sum;
  }
  void move(L1Model& m, std::size_t k, double step) {
    m.d[k] += step;
    if (!m.slopes.empty()) {
      const std::span<const double> line = matrix_.line(k);
      for (std::size_t j = 0; j < line.size(); ++j) m.slopes[j] += line[j] * step;
      m.slopes[k] += (m.h[k] - line[k]) * step;
      work_ += static_cast<double>(m.d.size());
      return;
    }
    for_column(k, [&](std::size_t e, double x) { sd_[e] += x * step; });
  }

  // One Newton step; the subproblem is solved to the accuracy `enough`, but not much beyond what
  // the matrix is worth.
  bool descend(double enough, bool moved) {
    L1Model m = model(moved);
    std::fill(sd_.begin(), sd_.end(), 0.0);
    std::vector<std::uint32_t> order(set_.size() + (has_offset() ? 1 : 0));
    std::iota(order.begin(), order.end(), 0U);
    double goal = enough;
    for (int round = 0; round < 20; ++round) {
      double worst = 0;
      for (int sweep = 0; sweep < 8; ++sweep) {
        check_interrupt();
        Random random(settings_.seed, ++orders_);
        shuffle(order, random);
        worst = 0;
        for (const std::uint32_t k : order) {
          const double w = weight(k) + m.d[k];
          const double step = soft(w - slope(m, k) / m.h[k], lasso(k) / m.h[k]) - w;
          worst = std::max(worst, std::abs(step) * m.h[k]);
          if (step != 0) move(m, k, step);
        }
        if (m.slopes.empty()) {
          visits_ += rows();
        } else if (round == 0 && sweep == 0) {
          goal = std::max(enough, (matrix_.is_exact() ? 0.01 : 0.1) * worst);
        }
        if (worst <= goal) break;
      }
      if (worst <= goal || exhausted()) break;
      solve_face(m);
    }
    if (!m.slopes.empty()) find_products(m);
    if (step_along(m)) return true;
    if (m.slopes.empty() || matrix_.is_exact()) return false;
    matrix_.require_exact();
    return descend(enough, moved);
  }

  // Σ d·x of each example.
  void find_products(const L1Model& m) {
    visits_ += rows();
    if (set_.has_all()) {
      sd_ = of_examples(products(problem_, std::span(m.d).first(w_.size())));
      for (std::size_t e = 0; e < examples_.size(); ++e) sd_[e] += m.d.back();
      return;
    }
    for (std::size_t k = 0; k < m.d.size(); ++k) {
      if (m.d[k] != 0) for_column(k, [&](std::size_t e, double x) { sd_[e] += x * m.d[k]; });
    }
  }

  // If no sign changes, the subproblem is a linear system: conjugate gradients for the nonzero
  // weights, then a step up to the first sign changes; weights that would change their sign become
  // 0.
  void solve_face(L1Model& m) {
    constexpr int kSteps = 60;
    std::vector<std::size_t> face;
    for (std::size_t k = 0; k < m.d.size(); ++k) {
      const bool is_offset = k == set_.size();
      if (is_offset ? free_offset() : weight(k) + m.d[k] != 0) face.push_back(k);
    }
    const std::size_t size = face.size();
    std::vector<double> rest(size);
    for (std::size_t f = 0; f < size; ++f) {
      const std::size_t k = face[f];
      rest[f] = -(slope(m, k) + (weight(k) + m.d[k] > 0 ? lasso(k) : -lasso(k)));
    }
    const std::vector<double> total = conjugate_gradients(
        std::move(rest), kSteps, 1e-10,
        [&](const std::vector<double>& p, std::vector<double>& image) {
          multiply_face(m, face, p, image);
        },
        [&](std::vector<double> x) {
          for (std::size_t f = 0; f < size; ++f) x[f] /= m.h[face[f]];
          return x;
        });
    double reach = 1;
    for (std::size_t f = 0; f < size; ++f) {
      const double w = weight(face[f]) + m.d[face[f]];
      if (lasso(face[f]) > 0 && w * (w + total[f]) < 0) reach = std::min(reach, -w / total[f]);
    }
    for (std::size_t f = 0; f < size; ++f) {
      const double w = weight(face[f]) + m.d[face[f]];
      double step = reach * total[f];
      if (lasso(face[f]) > 0 && w * (w + step) <= 1e-12 * w * w) step = -w;
      if (step != 0) move(m, face[f], step);
    }
  }

  // image = curvature · p on the face
  void multiply_face(const L1Model& m, const std::vector<std::size_t>& face,
                     const std::vector<double>& p, std::vector<double>& image) {
    if (!m.slopes.empty()) {
      work_ += static_cast<double>(face.size()) * static_cast<double>(face.size());
      for (std::size_t f = 0; f < face.size(); ++f) {
        const std::span<const double> line = matrix_.line(face[f]);
        image[f] = (m.h[face[f]] - line[face[f]]) * p[f];
        for (std::size_t e = 0; e < face.size(); ++e) image[f] += line[face[e]] * p[e];
      }
      return;
    }
    std::vector<double> sp(examples_.size());
    for (std::size_t f = 0; f < face.size(); ++f)
      for_column(face[f], [&](std::size_t e, double x) { sp[e] += x * p[f]; });
    for (std::size_t f = 0; f < face.size(); ++f) {
      image[f] = (ridge(face[f]) + 1e-12 * m.h[face[f]]) * p[f];
      for_column(face[f], [&](std::size_t e, double x) { image[f] += x * curvature_[e] * sp[e]; });
    }
    visits_ += 2 * rows();
  }

  bool step_along(const L1Model& m) {
    double falls = 0;
    for (std::size_t k = 0; k < m.d.size(); ++k) {
      const double w = weight(k);
      falls += m.g[k] * m.d[k] + lasso(k) * (std::abs(w + m.d[k]) - std::abs(w));
    }
    if (!(falls < 0)) return false;
    double t = 1;
    for (int halvings = 0; halvings < 40; ++halvings, t /= 2) {
      std::vector<double> w = w_;
      for (std::size_t k = 0; k < set_.size(); ++k) w[set_[k]] += t * m.d[k];
      for (std::size_t e = 0; e < s_.size(); ++e) next_s_[e] = s_[e] + t * (sd_[e] - m.d.back());
      const double b = b_ + t * m.d.back();
      const double value = value_at(next_s_, w, b, next_beta_, next_curvature_);
      if (value <= primal_ + 1e-3 * t * falls) {
        w_ = std::move(w);
        b_ = b;
        primal_ = value;
        s_.swap(next_s_);
        beta_.swap(next_beta_);
        curvature_.swap(next_curvature_);
        matrix_.note_step(2 * set_.entries(), t);
        return true;
      }
    }
    return false;
  }

  const Problem& problem_;
  const SolverSettings& settings_;
  Listener& listener_;
  NewtonLoss loss_;
  std::vector<std::uint64_t> examples_;
  std::vector<double> w_;
  double b_ = 0;
  // For each example:
  PerExample v_;   // yv
  PerExample s_;   // w·x
  PerExample sd_;  // d·x and the offset's part
  PerExample beta_;
  PerExample curvature_;  // v·loss″/n
  PerExample next_s_;     // after the step
  PerExample next_beta_;
  PerExample next_curvature_;
  PerExample no_centre_;
  std::vector<double> u_;  // (1/n) Σ βyx
  double primal_ = 0;
  WorkingSet<Rows> set_;
  ModelMatrix matrix_;
  double visits_ = 0;
  double work_ = 0;  // on the matrix, in additions
  std::uint64_t orders_ = 0;
  Solution best_;
};

}  // namespace

Solution solve_newton_l1(const Problem& problem, const SolverSettings& settings,
                         Listener& listener) {
  if (traits_of(problem.loss).newton != NewtonForm::smooth)
    throw std::logic_error("Newton's method with L1 does not support this loss");
  return std::visit(
      [&](const auto& rows) {
        using Rows = std::decay_t<decltype(rows)>;
        return NewtonL1<Rows>(problem, rows, settings, listener).run();
      },
      problem.rows);
}

}  // namespace perceptron::core
