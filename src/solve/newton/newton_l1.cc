// Problem    min P(w, b) of problem.h for a smooth loss, L1 > 0
// Update     on a working set of features (working_set.h): minimise the quadratic
//            model of the loss plus the penalty, one weight at a time,
//            d ← soft(d − G/H, L1/H), then line search on P. Once the signs of the
//            weights are stable, conjugate gradients solve for all of them at once
// Theorem    a feature with |uⱼ − L2·wⱼ| < L1 at the optimum has weight 0 exactly;
//            β = −v·loss′, scaled down until it is feasible, proves the gap
// Stop       (P − D)/P ≤ tolerance
// Reference  Yuan, Ho and Lin 2012 (newGLMNET); Massias, Gramfort and Salmon
//            2018 for the working sets

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "base/interrupt.h"
#include "base/random.h"
#include "kernel/arithmetic.h"
#include "kernel/conjugate_gradient.h"
#include "solve/losses/losses.h"
#include "solve/newton/working_set.h"
#include "solve/objective.h"
#include "solve/solver.h"

namespace perceptron::core {
namespace {

template <LossDefinition L, class Rows>
class NewtonL1 {
 public:
  NewtonL1(const Problem& problem, const Rows& rows, const SolverSettings& settings,
           Listener& listener)
      : problem_(problem),
        settings_(settings),
        listener_(listener),
        w_(problem.features()),
        set_(problem, rows) {
    if (!settings.start.weights.empty()) w_ = settings.start.weights;
    if (problem.offset != OffsetKind::none) b_ = settings.start.offset;
  }

  Solution run() {
    s_ = products(problem_, w_);
    best_.dual = 0;
    double enough = problem_.l1;
    while (true) {
      b_ = best_offset(problem_, s_, b_);
      const auto beta = slopes(problem_, s_, b_);
      u_ = combination(problem_, beta);
      visits_ += 3 * rows();
      primal_ = mean_loss(problem_, s_, b_) + penalty(problem_, w_, b_);
      auto feasible = beta;
      const double dual = dual_value(problem_, feasible);
      if (dual >= best_.dual) {
        best_.dual = dual;
        best_.beta = std::move(feasible);
      }
      const double gap = relative_gap(primal_, best_.dual);
      report_progress(settings_, passes(), primal_, gap, listener_);
      const bool proceed = settings_.notify({passes(), primal_, best_.dual, w_, b_});
      if (gap <= settings_.tolerance || !proceed ||
          passes() >= static_cast<double>(settings_.epochs) || exhausted())
        break;
      if (set_.choose(w_, u_)) visits_ += 2 * rows();
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
  double rows() const { return static_cast<double>(problem_.size()); }
  double passes() const { return visits_ / std::max(rows(), 1.0); }
  bool penalised_offset() const { return problem_.offset == OffsetKind::penalised; }
  bool has_offset() const { return problem_.offset != OffsetKind::none; }
  bool exhausted() const { return settings_.work > 0 && work_ > settings_.work; }

  // Newton steps on the working set until P hardly decreases; false if not even the first step
  // decreased it.
  bool solve_on_features(double enough) {
    for (int step = 0; step < 5; ++step) {
      const double before = primal_;
      if (!descend(enough)) return step > 0;
      visits_ += rows();
      if (before - primal_ <= 0.1 * settings_.tolerance * primal_) return true;
    }
    return true;
  }

  // The quadratic model of the loss at (w, b) on the working set, and the step d that minimises
  // it. The offset is always the last entry.
  struct Model {
    std::vector<double> curvature;  // v·loss″/n of each row
    std::vector<double> g;          // slope and curvature along each feature
    std::vector<double> h;
    std::vector<double> d;
    std::vector<double> sd;      // Σ d·x of each row; with a matrix only at the end
    std::vector<double> matrix;  // the whole Hessian, if the set is small
    std::vector<double> slopes;  // g + matrix·d in that case
  };

  Model model() const {
    const std::size_t size = set_.size() + 1;
    Model m{std::vector<double>(problem_.size()),
            std::vector<double>(size),
            std::vector<double>(size),
            std::vector<double>(size),
            std::vector<double>(problem_.size()),
            {},
            {}};
    std::vector<double> pull(problem_.size());  // v·loss′/n
    for (std::uint64_t i = 0; i < problem_.size(); ++i) {
      const double v = problem_.signed_weight[i];
      if (v == 0) continue;
      const double margin = v > 0 ? s_[i] + b_ : -(s_[i] + b_);
      m.curvature[i] = std::abs(v) * L::curvature(margin) / problem_.n;
      pull[i] = v * L::slope(margin) / problem_.n;
    }
    double largest = 0;
    for (std::size_t k = 0; k < size; ++k) {
      for_column(k, [&](std::uint64_t i, double x) {
        m.h[k] += m.curvature[i] * x * x;
        m.g[k] += pull[i] * x;
      });
      m.g[k] += ridge(k) * weight(k);
      m.h[k] += ridge(k);
      largest = std::max(largest, m.h[k]);
    }
    // Slightly more than the curvature itself, so that steps along flat features are finite.
    for (double& each : m.h) each += 1e-12 * (largest > 0 ? largest : 1);
    constexpr std::size_t kSmall = 2048;
    if (size <= kSmall) fill_matrix(m);
    return m;
  }

  void fill_matrix(Model& m) const {
    const std::size_t size = m.d.size();
    m.matrix.resize(size * size);
    set_.add_squares(m.curvature, has_offset(), m.matrix, size);
    for (std::size_t a = 0; a < size; ++a) {
      m.matrix[a * size + a] = m.h[a];
      for (std::size_t b = 0; b < a; ++b) m.matrix[b * size + a] = m.matrix[a * size + b];
    }
    m.slopes = m.g;
  }

  // Calls work(row, value) for the column of the k-th feature of the working set, or of the
  // offset.
  template <class Work>
  void for_column(std::size_t k, const Work& work) const {
    if (k < set_.size()) {
      set_.for_column(k, work);
    } else if (has_offset()) {
      for (std::uint64_t i = 0; i < problem_.size(); ++i) {
        if (problem_.signed_weight[i] != 0) work(i, 1.0);
      }
    }
  }
  double weight(std::size_t k) const { return k < set_.size() ? w_[set_[k]] : b_; }
  double ridge(std::size_t k) const {
    return k < set_.size() || penalised_offset() ? problem_.l2 : 0;
  }
  double lasso(std::size_t k) const {
    return k < set_.size() || penalised_offset() ? problem_.l1 : 0;
  }
  double slope(const Model& m, std::size_t k) const {
    if (!m.slopes.empty()) return m.slopes[k];
    double sum = m.g[k] + ridge(k) * m.d[k];
    for_column(k, [&](std::uint64_t i, double x) { sum += x * m.curvature[i] * m.sd[i]; });
    return sum;
  }
  void move(Model& m, std::size_t k, double step) const {
    m.d[k] += step;
    if (!m.slopes.empty()) {
      const double* const line = m.matrix.data() + k * m.d.size();
      for (std::size_t j = 0; j < m.d.size(); ++j) m.slopes[j] += line[j] * step;
      return;
    }
    for_column(k, [&](std::uint64_t i, double x) { m.sd[i] += x * step; });
  }

  // One Newton step; the subproblem is solved to the accuracy `enough`.
  bool descend(double enough) {
    Model m = model();
    std::vector<std::uint32_t> order(set_.size() + (has_offset() ? 1 : 0));
    std::iota(order.begin(), order.end(), 0U);
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
        if (m.matrix.empty()) visits_ += rows();
        work_ += static_cast<double>(m.matrix.size());
        if (worst <= enough) break;
      }
      if (worst <= enough || exhausted()) break;
      solve_face(m);
    }
    if (!m.matrix.empty()) {
      for (std::size_t k = 0; k < m.d.size(); ++k) {
        if (m.d[k] != 0) for_column(k, [&](std::uint64_t i, double x) { m.sd[i] += x * m.d[k]; });
      }
      visits_ += 2 * rows();
    }
    return step_along(m);
  }

  // If no sign changes, the subproblem is a linear system: conjugate gradients for the nonzero
  // weights, then a step up to the first sign changes; weights that would change their sign become
  // 0.
  void solve_face(Model& m) {
    constexpr int kSteps = 60;
    std::vector<std::size_t> face;
    for (std::size_t k = 0; k < m.d.size(); ++k) {
      const bool is_offset = k == set_.size();
      if (is_offset ? has_offset() && !penalised_offset() : weight(k) + m.d[k] != 0)
        face.push_back(k);
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
          multiply(m, face, p, image);
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
  void multiply(const Model& m, const std::vector<std::size_t>& face, const std::vector<double>& p,
                std::vector<double>& image) {
    if (!m.matrix.empty()) {
      work_ += static_cast<double>(face.size()) * static_cast<double>(face.size());
      for (std::size_t f = 0; f < face.size(); ++f) {
        const double* const line = m.matrix.data() + face[f] * m.d.size();
        image[f] = 0;
        for (std::size_t e = 0; e < face.size(); ++e) image[f] += line[face[e]] * p[e];
      }
      return;
    }
    std::vector<double> sp(problem_.size());
    for (std::size_t f = 0; f < face.size(); ++f)
      for_column(face[f], [&](std::uint64_t i, double x) { sp[i] += x * p[f]; });
    for (std::size_t f = 0; f < face.size(); ++f) {
      image[f] = (ridge(face[f]) + 1e-12 * m.h[face[f]]) * p[f];
      for_column(face[f],
                 [&](std::uint64_t i, double x) { image[f] += x * m.curvature[i] * sp[i]; });
    }
    visits_ += 2 * rows();
  }

  bool step_along(const Model& m) {
    double falls = 0;
    for (std::size_t k = 0; k < m.d.size(); ++k) {
      const double w = weight(k);
      falls += m.g[k] * m.d[k] + lasso(k) * (std::abs(w + m.d[k]) - std::abs(w));
    }
    if (!(falls < 0)) return false;
    double t = 1;
    std::vector<double> s(s_.size());
    for (int halvings = 0; halvings < 40; ++halvings, t /= 2) {
      std::vector<double> w = w_;
      for (std::size_t k = 0; k < set_.size(); ++k) w[set_[k]] += t * m.d[k];
      for (std::size_t i = 0; i < s.size(); ++i) s[i] = s_[i] + t * (m.sd[i] - m.d.back());
      const double b = b_ + t * m.d.back();
      const double value = mean_loss(problem_, s, b) + penalty(problem_, w, b);
      if (value <= primal_ + 1e-3 * t * falls) {
        w_ = std::move(w);
        s_ = std::move(s);
        b_ = b;
        primal_ = value;
        return true;
      }
    }
    return false;
  }

  const Problem& problem_;
  const SolverSettings& settings_;
  Listener& listener_;
  std::vector<double> w_;
  double b_ = 0;
  std::vector<double> s_;  // w·x of each row
  std::vector<double> u_;  // (1/n) Σ βyx
  double primal_ = 0;
  WorkingSet<Rows> set_;
  double visits_ = 0;
  double work_ = 0;  // on the matrix, in additions
  std::uint64_t orders_ = 0;
  Solution best_;
};

}  // namespace

Solution solve_newton_l1(const Problem& problem, const SolverSettings& settings,
                         Listener& listener) {
  return std::visit(
      [&](const auto& rows) {
        using Rows = std::decay_t<decltype(rows)>;
        return with_loss(problem.loss, [&](auto definition) -> Solution {
          using L = decltype(definition);
          if constexpr (L::kNewton == NewtonForm::smooth)
            return NewtonL1<L, Rows>(problem, rows, settings, listener).run();
          throw std::logic_error("Newton's method with L1 does not support this loss");
        });
      },
      problem.rows);
}

}  // namespace perceptron::core
