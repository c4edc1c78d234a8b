// Problem    min P(w, b) of problem.h one example at a time, with a given step size
// Update     w ← soft(w − η·v·loss′·y·x, ηL1)/(1 + ηL2): a step along the example,
//            then the proximal step of the penalties, which is exact for every
//            L1, L2 ≥ 0. All weights shrink, those of features not in the row lazily:
//            w = R·z, R the product of all 1/(1 + ηL2) so far
// Theorem    with η as 1/√k the mean of the weights comes within O(1/√T) of the
//            optimal value; with 1/(L2·k) within O(log T/T)
// Stop       after the given number of passes
// Reference  Robbins and Monro 1951; Polyak and Juditsky 1992 (the mean); Duchi
//            and Singer 2009 (proximal steps, lazily)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernel/arithmetic.h"
#include "solve/losses/losses.h"
#include "solve/problem.h"
#include "solve/solver.h"

namespace perceptron::core {

template <LossDefinition L>
class ConstantRateSgd {
 public:
  ConstantRateSgd(const Problem& problem, const SolverSettings& settings)
      : l1_(problem.l1),
        l2_(problem.l2),
        offset_(problem.offset),
        rate_(settings.rate),
        schedule_(settings.schedule),
        steps_only_(settings.shrink_on_steps_only),
        z_(problem.features()),
        seen_(l1_ > 0 ? problem.features() : 0),
        late_(problem.features()) {
    if (!settings.start.weights.empty()) {
      z_ = settings.start.weights;
      b_ = settings.start.offset;
    }
  }

  template <class Row>
  std::pair<double, bool> learn(const Row& row, double y, double v) {
    ++t_;
    if (l1_ > 0) {
      for (std::uint64_t k = 0; k < row.size; ++k) catch_up(row.feature(k));
    }
    const double m = y * (r_ * dot(row, z_.data()) + b_);
    const double g = -L::slope(m);
    const bool steps = g > 0;
    const double eta = rate_now();
    if (steps) {
      const double by = y * v * g * eta;
      const double step = by / r_;
      const double before = step * sum_r_;
      for (std::uint64_t k = 0; k < row.size; ++k) {
        const std::uint64_t j = row.feature(k);
        const double x = row.value(k);
        z_[j] += x * step;
        late_[j] += x * before;
      }
      if (offset_ != OffsetKind::none) b_ += by;
    }
    if (steps || !steps_only_) shrink(eta);
    sum_r_ += r_;
    sum_b_ += b_;
    return {m, steps};
  }

  // So that a run resumed from here equals one that was not interrupted.
  void end_pass() { renew(); }

  // Counts further examples that change nothing.
  void rest(double steps) {
    t_ += steps;
    sum_r_ += steps * r_;
    sum_b_ += steps * b_;
  }

  std::vector<double> last() {
    renew();
    std::vector<double> w = z_;
    w.push_back(b_);
    return w;
  }

  std::vector<double> average() {
    // A mean of weights has no zeros, which are the purpose of L1.
    if (l1_ > 0 || t_ == 0) return last();
    renew();
    std::vector<double> w(z_.size());
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = (sum_[j] - late_[j]) / t_;
    w.push_back(sum_b_ / t_);
    return w;
  }

  void save(WarmStart& to) {
    to.vectors["steady.last"] = last();
    sum_.resize(z_.size());
    std::vector<double>& sum = to.vectors["steady.sum"];
    for (std::size_t j = 0; j < z_.size(); ++j) sum.push_back(sum_[j] - late_[j]);
    sum.push_back(sum_b_);
  }
  void load(const WarmStart& from) {
    if (!from.has("steady.last", z_.size() + 1) || !from.has("steady.sum", z_.size() + 1)) return;
    z_ = from.vectors.at("steady.last");
    b_ = z_.back();
    z_.pop_back();
    sum_ = from.vectors.at("steady.sum");
    sum_b_ = sum_.back();
    sum_.pop_back();
    t_ = static_cast<double>(from.steps);
  }

 private:
  double rate_now() const {
    switch (schedule_) {
      case Schedule::inverse:
        return rate_ / t_;
      case Schedule::sqrt:
        return rate_ / std::sqrt(t_);
      case Schedule::constant:
        break;
    }
    return rate_;
  }

  // The proximal step for all weights at once; the shrinkage by L1 is accumulated in units of z
  // and applied when a weight is next needed.
  void shrink(double eta) {
    if (l1_ > 0) pull_ += eta * l1_ / r_;
    r_ /= 1 + eta * l2_;
    if (offset_ == OffsetKind::penalised) {
      const double size = std::abs(b_) - eta * l1_;
      b_ = size > 0 ? std::copysign(size, b_) / (1 + eta * l2_) : 0;
    }
    // Differences of these sums lose as many digits as R has lost.
    constexpr double kSmall = 1e-4;
    if (r_ < kSmall) renew();
  }

  void catch_up(std::uint64_t j) {
    const double size = std::abs(z_[j]) - (pull_ - seen_[j]);
    z_[j] = size > 0 ? std::copysign(size, z_[j]) : 0;
    seen_[j] = pull_;
  }

  // Resets R to 1, to avoid underflow and overflow.
  void renew() {
    if (l1_ > 0) {
      for (std::uint64_t j = 0; j < z_.size(); ++j) catch_up(j);
      std::fill(seen_.begin(), seen_.end(), 0.0);
      pull_ = 0;
    }
    sum_.resize(z_.size());
    for (std::size_t j = 0; j < z_.size(); ++j) {
      sum_[j] += sum_r_ * z_[j] - late_[j];
      z_[j] *= r_;
      late_[j] = 0;
    }
    r_ = 1;
    sum_r_ = 0;
  }

  double l1_;
  double l2_;
  OffsetKind offset_;
  double rate_;
  Schedule schedule_;
  bool steps_only_;
  double t_ = 0;
  double r_ = 1;           // R
  std::vector<double> z_;  // w = R·z
  double b_ = 0;
  double pull_ = 0;           // Σ ηL1/R so far
  std::vector<double> seen_;  // how much of it was applied to each weight
  // For the mean: Σ w = sum + (Σ R)·z − late, where late accumulates (Σ R so far) for each step
  // along z.
  double sum_r_ = 0;
  std::vector<double> late_;
  std::vector<double> sum_;
  double sum_b_ = 0;
};

}  // namespace perceptron::core
