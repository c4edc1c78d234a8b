#include "solve/newton/newton_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve/objective.h"
#include "solve/smooth_offset.h"

namespace perceptron::core {
namespace {

double entries_of(const RowsView& view, std::span<const std::uint32_t> rows) {
  return std::visit(
      [&](const auto& all) {
        double entries = 0;
        for (const std::uint32_t i : rows) entries += static_cast<double>(all[i].size);
        return entries;
      },
      view);
}

}  // namespace

NewtonModel::NewtonModel(const Problem& problem, const SolverSettings& settings)
    : problem_(problem),
      settings_(settings),
      loss_({problem.loss}),
      x_(problem.features() + 1),
      u_(x_.size()),
      g_(x_.size()),
      ridge_(x_.size(), problem.l2),
      image_(x_.size()),
      best_(zero_solution(problem)) {
  for (std::uint64_t i = 0; i < problem.size(); ++i) {
    if (problem.signed_weight[i] != 0) rows_.push_back(static_cast<std::uint32_t>(i));
  }
  for (PerExample* each : {&v_, &s_, &sd_, &beta_, &curvature_, &best_beta_, &scratch_})
    *each = per_example(rows_.size());
  for (std::size_t e = 0; e < rows_.size(); ++e) v_[e] = problem.signed_weight[rows_[e]];
  const WarmStart& start = settings.start;
  if (!start.weights.empty()) {
    std::copy(start.weights.begin(), start.weights.end(), x_.begin());
    first_steps_ = 0;
  }
  if (has_offset()) x_.back() = start.offset;
  if (problem.offset != OffsetKind::penalised) ridge_.back() = 0;
  if (!loss_.proximal()) return;
  centre_ = per_example(rows_.size());
  if (!start.has("beta", problem.size())) return;
  const std::vector<double>& beta = start.vectors.at("beta");
  for (std::size_t e = 0; e < rows_.size(); ++e)
    centre_[e] = std::clamp(beta[rows_[e]] / std::abs(v_[e]), 0.0, 1.0);
}

// ---- The current point ----

RowsRequest NewtonModel::ask_products() {
  visits_ += static_cast<double>(rows_.size());
  return {rows_, nullptr, x_.data(), s_.data()};
}

double NewtonModel::best_smooth_offset(const PerExample& s, double b) const {
  return smooth_offset(b, 1e-15 * problem_.n, [&](double at) {
    return derivatives_along(loss_, {v_, s, centre_}, 0, {}, 1, at);
  });
}

RowsRequest NewtonModel::ask_slopes() {
  if (free_offset()) x_.back() = best_smooth_offset(s_, x_.back());
  mean_loss_ = loss_and_derivatives(loss_, scored(), x_.back(), problem_.n, scratch_, curvature_) /
               problem_.n;
  asked_.clear();
  factors_.clear();
  // Rows whose β is unchanged need no visit.
  for (std::size_t e = 0; e < rows_.size(); ++e) {
    if (scratch_[e] == beta_[e]) continue;
    asked_.push_back(rows_[e]);
    factors_.push_back((v_[e] > 0 ? scratch_[e] - beta_[e] : beta_[e] - scratch_[e]) / problem_.n);
  }
  beta_.swap(scratch_);
  visits_ += static_cast<double>(asked_.size());
  return {asked_, factors_.data(), nullptr, u_.data()};
}

void NewtonModel::measure() {
  for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = ridge_[j] * x_[j] - u_[j];
  if (!has_offset()) g_.back() = 0;
  square_ = inner(g_, g_);
  if (first_ == 0) first_ = square_;
  primal_ = mean_loss_ + penalty(problem_, weights(), x_.back());
  if (problem_.l2 == 0) {
    dual_ = 0;
  } else if (!loss_.proximal()) {
    // β is the slope at w, so P − D follows from ∇P.
    dual_ = primal_ - (square_ - imbalance() * imbalance()) / (2 * problem_.l2);
  } else {
    dual_ = 0;
    with_loss(problem_.loss, [&](auto definition) {
      using L = decltype(definition);
      if constexpr (kHasDualTerm<L>) {
        for (std::size_t e = 0; e < rows_.size(); ++e)
          dual_ += L::DualTerm::gain(beta_[e], std::abs(v_[e])) / problem_.n;
      }
    });
    double length = inner(u_, u_);
    if (problem_.offset != OffsetKind::penalised) length -= u_.back() * u_.back();
    dual_ -= length / (2 * problem_.l2) + std::abs(x_.back() * imbalance());
  }
  best_is_here_ = primal_ < best_.primal;
  best_.keep_primal(primal_, weights(), x_.back());
  if (dual_ > best_.dual) {
    best_.dual = dual_;
    best_beta_ = beta_;
  }
  settled_ = false;
  close_ = problem_.l2 > 0 ? gap() <= settings_.tolerance
                           : square_ <= 1e-6 * settings_.tolerance * settings_.tolerance * first_;
}

RowsRequest NewtonModel::ask_best_products() {
  if (best_is_here_) {
    scratch_ = s_;
    return {};
  }
  return {rows_, nullptr, best_.w.data(), scratch_.data()};
}

RowsRequest NewtonModel::ask_best_combination() {
  const std::vector<double> s = of_all_rows(scratch_);
  // The hinge needs its own search for the best offset; for the others this one is faster.
  const double b = loss_.proximal() || !free_offset() ? best_offset(problem_, s, best_.b)
                                                      : best_smooth_offset(scratch_, best_.b);
  const double primal = mean_loss(problem_, s, b) + penalty(problem_, best_.w, b);
  if (primal <= best_.primal) {
    best_.primal = primal;
    best_.b = b;
  }
  best_.beta = of_all_rows(best_beta_);
  balance(problem_, best_.beta);
  asked_.clear();
  factors_.clear();
  for (std::size_t e = 0; e < rows_.size(); ++e) {
    const double beta = best_.beta[rows_[e]];
    best_beta_[e] = beta;
    if (beta == 0) continue;
    asked_.push_back(rows_[e]);
    factors_.push_back((v_[e] > 0 ? beta : -beta) / problem_.n);
  }
  best_u_.assign(x_.size(), 0);
  return {asked_, factors_.data(), nullptr, best_u_.data()};
}

void NewtonModel::settle() {
  best_.dual = dual_value(problem_, best_.beta, best_u_);
  settled_ = true;
}

bool NewtonModel::finished(Listener& listener) {
  done_ = close_ && (problem_.l2 == 0 || gap() <= settings_.tolerance);
  report_progress(settings_, passes(), best_.primal, gap(), listener);
  const bool proceed = settings_.notify({passes(), best_.primal, best_.dual, best_.w, best_.b});
  return done_ || !proceed || passes() >= static_cast<double>(settings_.epochs);
}

Solution NewtonModel::solution() {
  best_.passes = passes();
  best_.reached = done_;
  best_.solver = SolvedBy::newton;
  return std::move(best_);
}

std::vector<double> NewtonModel::of_all_rows(const PerExample& values) const {
  std::vector<double> all(problem_.size());
  for (std::size_t e = 0; e < rows_.size(); ++e) all[rows_[e]] = values[e];
  return all;
}

// ---- A step ----

bool NewtonModel::steps() {
  return !loss_.proximal() || square_ / (2 * problem_.l2) > 0.5 * (primal_ - dual_);
}

bool NewtonModel::recentre() {
  if (!loss_.proximal()) return false;
  for (std::size_t e = 0; e < rows_.size(); ++e) centre_[e] = beta_[e] / std::abs(v_[e]);
  constexpr double kSharpest = 1e12;
  loss_.unit *= 2;
  return loss_.unit < kSharpest;
}

bool NewtonModel::find_curved_rows() {
  curved_rows_.clear();
  asked_.clear();
  factors_.clear();
  for (std::size_t e = 0; e < rows_.size(); ++e) {
    if (curvature_[e] == 0) continue;
    curved_rows_.push_back(static_cast<std::uint32_t>(e));
    asked_.push_back(rows_[e]);
    factors_.push_back(loss_.unit * curvature_[e]);
  }
  entries_ = entries_of(problem_.rows, asked_);
  exact_ = refresh();
  if (!exact_) sample();
  return exact_;
}

// In the first steps from zero a sample of the rows estimates the curvature accurately enough.
void NewtonModel::sample() {
  constexpr std::size_t kSample = 8;  // times the features
  if (first_steps_ == 0) return;
  --first_steps_;
  const std::size_t stride = asked_.size() / (kSample * x_.size());
  if (stride < 2) return;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < asked_.size(); k += stride, ++kept) {
    asked_[kept] = asked_[k];
    factors_[kept] = factors_[k] * static_cast<double>(stride);
  }
  asked_.resize(kept);
  factors_.resize(kept);
}

RowsRequest NewtonModel::ask_diagonal() {
  diagonal_ = ridge_;
  visits_ += static_cast<double>(asked_.size());
  return {asked_, factors_.data(), nullptr, diagonal_.data()};
}

void NewtonModel::begin_conjugate() {
  constexpr int kSteps = 500;
  for (double& each : diagonal_) each = each > 0 ? each : 1;
  if (!has_offset() && !diagonal_.empty()) diagonal_.back() = 1;
  std::vector<double> rest(g_.size());
  for (std::size_t j = 0; j < rest.size(); ++j) rest[j] = -g_[j];
  if (exact_) {
    preconditioned(rest);
    d_ = std::move(rest);
    return;
  }
  const double enough = std::clamp(std::sqrt(gap()), 1e-6, 0.1);
  work_ = 0;
  conjugate_ =
      ConjugateGradient(std::move(rest), kSteps, enough * enough, [&](std::vector<double> x) {
        preconditioned(x);
        return x;
      });
}

RowsRequest NewtonModel::ask_image() {
  return {asked_, factors_.data(), conjugate_.p().data(), image_.data()};
}

void NewtonModel::begin_image() {
  const std::vector<double>& p = conjugate_.p();
  for (std::size_t j = 0; j < p.size(); ++j) image_[j] = ridge_[j] * p[j];
}

void NewtonModel::end_image() {
  if (!has_offset()) image_.back() = 0;
  visits_ += static_cast<double>(asked_.size());
  work_ += 2 * entries_;
  conjugate_.step(image_, [&](std::vector<double> x) {
    preconditioned(x);
    return x;
  });
}

bool NewtonModel::find_direction() {
  if (!exact_) {
    d_ = conjugate_.take();
    conjugate_ = ConjugateGradient();
    spent_ = system_.size() == 0 ? spent_ + work_ : work_;
  }
  // Without L2 the stopping rule is on ∇P, which needs steps long after P has stopped decreasing.
  return inner(g_, d_) < (problem_.l2 > 0 ? -1e-17 * primal_ : 0);
}

RowsRequest NewtonModel::ask_direction_products() {
  visits_ += static_cast<double>(rows_.size());
  return {rows_, nullptr, d_.data(), sd_.data()};
}

bool NewtonModel::descend() {
  const double t = reach(inner(g_, d_));
  for (std::size_t j = 0; j < x_.size(); ++j) x_[j] += t * d_[j];
  for (std::size_t e = 0; e < s_.size(); ++e) s_[e] += t * sd_[e];
  return t > 0;
}

// Line search: the t that nearly minimises P, or its replacement, along d. The derivative
// increases with t; bracketed Newton steps find its zero.
double NewtonModel::reach(double slope) const {
  constexpr double kExact = 1e-4;
  constexpr double kLongest = 4;
  double along = 0;
  double square = 0;
  for (std::size_t j = 0; j < d_.size(); ++j) {
    along += ridge_[j] * x_[j] * d_[j];
    square += ridge_[j] * d_[j] * d_[j];
  }
  double low = 0;
  double high = 0;  // unknown as yet
  double t = 1;
  for (int step = 0; step < 60; ++step) {
    const Derivatives loss = derivatives_along(loss_, scored(), x_.back(), sd_, d_.back(), t);
    const double first = along + t * square + loss.first / problem_.n;
    if (std::abs(first) <= kExact * std::abs(slope)) return t;
    (first < 0 ? low : high) = t;
    const double next = t - first / (square + loss.second / problem_.n);
    if (high == 0) {
      if (t >= kLongest) return t;
      t = std::min(std::max(next, 1.5 * t), kLongest);
    } else {
      t = next > low && next < high ? next : (low + high) / 2;
    }
  }
  return low;
}

void NewtonModel::preconditioned(std::vector<double>& x) const {
  if (system_.size() > 0) {
    system_.solve({x.data(), system_.size()});
    if (!has_offset()) x.back() = 0;
  } else {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] /= diagonal_[j];
  }
}

// Updates the factor of H if that costs no more than the conjugate gradients it would have saved.
// True if it is then the factor of H itself.
bool NewtonModel::refresh() {
  const std::size_t size = x_.size() - (has_offset() ? 0 : 1);
  // Without L2, H may be singular.
  if (problem_.l2 == 0 || problem_.features() > System::kMostFeatures) return false;
  if (held_.empty()) held_ = per_example(rows_.size());
  return std::visit(
      [&](const auto& rows) {
        const auto price = [&](std::uint32_t e) {
          const auto length = static_cast<double>(rows[rows_[e]].size);
          return 0.5 * length * length;
        };
        double mean = 0;
        double all = 0;
        for (const std::uint32_t e : curved_rows_) {
          mean += curvature_[e] / static_cast<double>(curved_rows_.size());
          all += price(e);
        }
        std::vector<std::uint32_t> changed;
        double some = 0;
        bool exact = true;
        for (std::uint32_t e = 0; e < rows_.size(); ++e) {
          if (curvature_[e] == held_[e]) continue;
          if (std::abs(curvature_[e] - held_[e]) > 0.1 * mean) {
            changed.push_back(e);
            some += price(e);
          } else {
            exact = false;
          }
        }
        const bool anew = system_.size() == 0 || some > all;
        const double patience = loss_.proximal() || size < System::kExpensiveSize ? 1 : 4;
        const double cost = System::cost(static_cast<double>(size)) + std::min(some, all);
        if (spent_ < patience * cost) return false;
        if (system_.size() == 0) system_ = System(size);
        if (anew) {
          system_.clear();
          std::fill(held_.begin(), held_.end(), 0.0);
          changed = curved_rows_;
          exact = true;
        }
        for (const std::uint32_t e : changed) {
          system_.add(rows[rows_[e]], curvature_[e] - held_[e], has_offset());
          held_[e] = curvature_[e];
        }
        visits_ += static_cast<double>(changed.size());
        system_.factor(loss_.unit, ridge_);
        return exact;
      },
      problem_.rows);
}

}  // namespace perceptron::core
