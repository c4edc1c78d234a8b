#include "reference_minimiser.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace perceptron::core::test {
namespace {

constexpr Real kGap = 1e-13L;

Real value_of(Loss loss, Real m) {
  if (loss == Loss::logistic) return m > 0 ? std::log1p(std::exp(-m)) : std::log1p(std::exp(m)) - m;
  const Real lacking = std::max<Real>(0, 1 - m);
  return loss == Loss::hinge ? lacking : lacking * lacking;
}

Real entropy(Real p) { return p > 0 ? -p * std::log(p) : 0; }

// min over m of loss(m) + a·m, and its derivative.
Real gain_of(Loss loss, Real a) {
  if (loss == Loss::logistic) return entropy(a) + entropy(1 - a);
  return loss == Loss::hinge ? a : a - a * a / 4;
}
Real gain_slope(Loss loss, Real a) {
  if (loss == Loss::logistic) return std::log((1 - a) / a);
  return loss == Loss::hinge ? 1 : 1 - a / 2;
}

// Where a decreasing function is 0, or the end of the interval nearest to it.
Real root(Real low, Real high, const std::function<Real(Real)>& f) {
  for (int k = 0; k < 75 && low < high; ++k) {
    const Real middle = (low + high) / 2;
    if (middle == low || middle == high) break;
    (f(middle) > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

class Ascent {
 public:
  explicit Ascent(const perceptron::core::Problem& problem) : problem_(problem) {
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < problem.size(); ++i) {
            const double y = problem.signed_weight[i];
            if (y == 0) continue;
            std::vector<Real> x(problem.features());
            const auto row = rows[i];
            for (std::uint64_t k = 0; k < row.size; ++k) x[row.feature(k)] = row.value(k);
            if (problem.offset == OffsetKind::penalised) x.push_back(1);
            rows_.push_back(std::move(x));
            signs_.push_back(y > 0 ? 1 : -1);
            v_.push_back(std::abs(y));
          }
        },
        problem.rows);
    beta_.resize(rows_.size());
    u_.resize(problem.features() + (problem.offset == OffsetKind::penalised ? 1 : 0));
  }

  Minimiser run() {
    constexpr int kSweeps = 300;
    const bool free = problem_.offset == OffsetKind::free;
    Minimiser best;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (!free) step(i, i);
        for (std::size_t j = 0; free && j < i; ++j) step(i, j);
      }
      if (sweep % 10 != 9) continue;
      best = measure();
      if (best.gap < kGap) break;
    }
    return best;
  }

 private:
  Real most(std::size_t i) const {
    return problem_.loss == Loss::squared_hinge ? 1e6L * (1 + v_[i]) : v_[i];
  }
  Real weight(Real u) const {
    const Real l1 = problem_.l1;
    return (u > l1 ? u - l1 : u < -l1 ? u + l1 : 0) / problem_.l2;
  }
  // Of the dual along y·β of a row.
  Real slope(std::size_t i, Real beta, const std::vector<Real>& u) const {
    Real score = 0;
    for (std::size_t j = 0; j < u.size(); ++j) score += rows_[i][j] * weight(u[j]);
    return signs_[i] * gain_slope(problem_.loss, beta / v_[i]) - score;
  }

  // Moves y·β of row i up by t, that of row j down.
  void step(std::size_t i, std::size_t j) {
    Real low = signs_[i] > 0 ? -beta_[i] : beta_[i] - most(i);
    Real high = signs_[i] > 0 ? most(i) - beta_[i] : beta_[i];
    if (i != j) {
      low = std::max(low, signs_[j] > 0 ? beta_[j] - most(j) : -beta_[j]);
      high = std::min(high, signs_[j] > 0 ? beta_[j] : most(j) - beta_[j]);
    }
    std::vector<Real> u = u_;
    const auto move = [&](Real t) {
      for (std::size_t k = 0; k < u.size(); ++k)
        u[k] = u_[k] + t * (rows_[i][k] - (i == j ? 0 : rows_[j][k])) / problem_.n;
    };
    const Real t = root(low, high, [&](Real step) {
      move(step);
      const Real own = slope(i, beta_[i] + signs_[i] * step, u);
      return i == j ? own : own - slope(j, beta_[j] - signs_[j] * step, u);
    });
    move(t);
    u_ = u;
    const auto limit = [&](std::size_t k) { beta_[k] = std::clamp<Real>(beta_[k], 0, most(k)); };
    beta_[i] += signs_[i] * t;
    limit(i);
    if (i == j) return;
    beta_[j] -= signs_[j] * t;
    limit(j);
  }

  Minimiser measure() const {
    Minimiser found;
    for (const Real u : u_) found.w.push_back(weight(u));
    if (problem_.offset == OffsetKind::free) {
      found.lower = offset(found.w, false);
      found.upper = offset(found.w, true);
    }
    Real objective = 0;
    Real dual = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Real m = signs_[i] * (score(i, found.w) + (found.lower + found.upper) / 2);
      objective += v_[i] * value_of(problem_.loss, m) / problem_.n;
      dual += v_[i] * gain_of(problem_.loss, beta_[i] / v_[i]) / problem_.n;
    }
    for (std::size_t j = 0; j < u_.size(); ++j) {
      const Real w = found.w[j];
      objective += problem_.l1 * std::abs(w) + problem_.l2 / 2 * w * w;
      dual -= problem_.l2 / 2 * w * w;
    }
    found.gap = std::max<Real>(0, objective - dual);
    return found;
  }

  Real score(std::size_t i, const std::vector<Real>& w) const {
    Real sum = 0;
    for (std::size_t j = 0; j < w.size(); ++j) sum += rows_[i][j] * w[j];
    return sum;
  }

  // The first or last offset that is optimal for the weights.
  Real offset(const std::vector<Real>& w, bool last) const {
    constexpr Real kFar = 1e6L;
    constexpr Real kNone = 1e-11L;  // a slope this small counts as 0
    return root(-kFar, kFar, [&](Real b) {
      Real slope = 0;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Real m = signs_[i] * (score(i, w) + b);
        const Real fall = problem_.loss == Loss::logistic ? 1 / (1 + std::exp(m))
                          : problem_.loss == Loss::hinge  ? (m < 1 ? 1 : 0)
                                                          : 2 * std::max<Real>(0, 1 - m);
        slope += v_[i] * signs_[i] * fall;
      }
      return last ? slope + kNone : slope - kNone;
    });
  }

  const perceptron::core::Problem& problem_;
  std::vector<std::vector<Real>> rows_;
  std::vector<Real> signs_;
  std::vector<Real> v_;
  std::vector<Real> beta_;
  std::vector<Real> u_;
};

}  // namespace

Real Minimiser::radius(Real l2) const { return std::sqrt(2 * gap / l2); }

Minimiser minimise_slowly(const perceptron::core::Problem& problem) {
  return Ascent(problem).run();
}

}  // namespace perceptron::core::test
