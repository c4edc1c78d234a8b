#include "certify/hard_margin_ascent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <perceptron/certificate.h>
#include "base/interrupt.h"
#include "base/random.h"
#include "certify/hull.h"
#include "kernel/conjugate_gradient.h"

namespace perceptron::core {
namespace {

class HardMarginAscent {
 public:
  HardMarginAscent(const SignedRows& points, std::vector<double> alpha,
                   const HardMarginSettings& settings, Listener& listener)
      : points_(points),
        settings_(settings),
        listener_(listener),
        lengths_(squared_lengths(points.rows)) {
    for (std::uint64_t i = 0; i < points.size(); ++i) {
      if (points.sign[i] != 0) rows_.push_back(i);
    }
    double mean = 0;
    for (const std::uint64_t i : rows_) mean += lengths_[i] / static_cast<double>(rows_.size());
    if (points.kind == Offset::constant) constant_ = mean;
    for (const std::uint64_t i : rows_) lengths_[i] += constant_;
    alpha_ = std::move(alpha);
    alpha_.resize(points.size());
    w_.resize(points.features());
    recompute();
  }

  HardMarginResult run() {
    HardMarginResult result;
    const auto all = static_cast<double>(rows_.size());
    active_ = rows_;
    for (int round = 0;; ++round) {
      // Single updates find the support vectors; polish() then updates all of their α together.
      const double left = static_cast<double>(settings_.passes) - result.passes - 1;
      const int sweeps = std::clamp(static_cast<int>(std::min(left, 8.0)), 1,
                                    round == 0 || !settings_.shrink ? 8 : 3);
      std::uint64_t visits = 0;
      for (int sweep = 0; sweep < sweeps; ++sweep) visits += visit_active(sweep);
      const double swept = static_cast<double>(visits) / all;
      if (settings_.shrink && left > swept) visits += polish((left - swept) * all);
      recompute();
      result.passes += static_cast<double>(visits) / all + 1;
      const Interval margin = bounds();
      listener_.progress("margin", 0, 0, [&] {
        return fmt::format("pass {:.0f}, between {:.6g} and {:.6g}", result.passes,
                           std::max(margin.lower, 0.0), margin.upper);
      });
      result.reached =
          margin.lower > 0 && margin.upper - margin.lower <= settings_.gap * margin.upper;
      const auto support = static_cast<std::uint64_t>(
          std::count_if(alpha_.begin(), alpha_.end(), [](double a) { return a > 0; }));
      if (result.reached || support <= settings_.few ||
          result.passes >= static_cast<double>(settings_.passes))
        break;
    }
    result.w = std::move(w_);
    result.alpha = std::move(alpha_);
    return result;
  }

 private:
  // One pass over the active rows in a new order. A row with α = 0 is dropped (shrinking) if its
  // margin exceeds 1 by more than the largest violation of the last pass.
  std::uint64_t visit_active(int pass) {
    check_interrupt();
    Random random(settings_.seed, ++orders_);
    shuffle(active_, random);
    const double leave = pass == 0 ? std::numeric_limits<double>::infinity() : worst_;
    worst_ = 0;
    std::size_t kept = 0;
    std::size_t seen = 0;
    const std::uint64_t visits = active_.size();
    std::visit(
        [&](const auto& rows) {
          double* const w = w_.data();
          for (const std::uint64_t i : active_) {
            if (++seen % 4096 == 0) check_interrupt();
            const auto row = rows[i];
            const double y = points_.sign[i];
            double s = 0;
            for (std::uint64_t k = 0; k < row.size; ++k) s += row.value(k) * w[row.feature(k)];
            const double missing = 1 - y * (s + level_ + multiplier_);
            if (settings_.shrink && alpha_[i] == 0 && -missing > leave) continue;
            active_[kept++] = i;
            const double old = alpha_[i];
            if (old > 0 || missing > 0) worst_ = std::max(worst_, std::abs(missing));
            const double now = std::max(0.0, old + missing / lengths_[i]);
            if (now == old) continue;
            alpha_[i] = now;
            const double step = y * (now - old);
            for (std::uint64_t k = 0; k < row.size; ++k) w[row.feature(k)] += row.value(k) * step;
            level_ += constant_ * step;
          }
        },
        points_.rows);
    active_.resize(kept);
    multiplier_ += level_;
    return visits;
  }

  // Σα − ½‖Σαz‖², plus the terms of the offset.
  double objective() const {
    double value = 0;
    for (const std::uint64_t i : rows_) value += alpha_[i];
    for (const double x : w_) value -= 0.5 * x * x;
    if (constant_ > 0) value -= level_ / constant_ * (multiplier_ + 0.5 * level_);
    return value;
  }

  // Conjugate gradients on the points with α > 0, preconditioned by their norms; then a step along
  // their sum as far as α ≥ 0 and the objective allow. Returns the rows visited.
  std::uint64_t polish(double most_visits) {
    constexpr double kSteps = 50;
    std::vector<std::uint64_t> face;
    for (const std::uint64_t i : rows_) {
      if (alpha_[i] > 0) face.push_back(i);
    }
    const std::size_t k = face.size();
    std::vector<double> rest(k);
    for (std::size_t i = 0; i < k; ++i) {
      const double y = points_.sign[face[i]];
      rest[i] = 1 - points_.dot(face[i], w_) - y * (level_ + multiplier_);
    }
    std::uint64_t visits = k;
    std::vector<double> u(points_.features());
    // An iteration visits each point of the face once; so do the start and the end.
    const double steps = std::min(kSteps, most_visits / static_cast<double>(k + 1) - 2);
    const std::vector<double> total = conjugate_gradients(
        std::move(rest), static_cast<int>(std::ceil(steps)), 1e-4,
        [&](const std::vector<double>& p, std::vector<double>& image) {
          std::fill(u.begin(), u.end(), 0.0);
          double balance = 0;
          for (std::size_t i = 0; i < k; ++i) {
            points_.add(face[i], p[i], u);
            balance += points_.sign[face[i]] * p[i];
          }
          for (std::size_t i = 0; i < k; ++i)
            image[i] = points_.dot(face[i], u) + constant_ * balance * points_.sign[face[i]];
          visits += k;
        },
        [&](std::vector<double> x) {
          for (std::size_t i = 0; i < k; ++i) x[i] /= lengths_[face[i]];
          return x;
        });
    const double before = objective();
    const auto old = alpha_;
    double reach = 1;
    for (int halvings = 0; halvings < 6; ++halvings, reach /= 2) {
      for (std::size_t i = 0; i < k; ++i)
        alpha_[face[i]] = std::max(0.0, old[face[i]] + reach * total[i]);
      recompute();
      visits += k;
      if (objective() >= before) return visits;
    }
    alpha_ = old;
    recompute();
    return visits;
  }

  // Recomputes w from α, so that rounding errors do not accumulate.
  void recompute() {
    std::fill(w_.begin(), w_.end(), 0.0);
    level_ = 0;
    for (const std::uint64_t i : rows_) {
      if (alpha_[i] == 0) continue;
      points_.add(i, alpha_[i], w_);
      level_ += constant_ * points_.sign[i] * alpha_[i];
    }
  }

  // Bounds on the margin. Makes all rows active again.
  Interval bounds() {
    const auto least = least_scores(points_, w_, settings_.threads);
    double score = 0;
    for (const double each : least) score += each;
    std::array<double, 2> total = {0, 0};
    for (const std::uint64_t i : rows_) total[points_.group(i)] += alpha_[i];
    double length = 0;
    for (const double x : w_) length += x * x;
    const double lower = points_.share() * score / std::sqrt(length);
    double upper = std::sqrt(length) / total[0];
    if (points_.groups() == 2) {
      std::vector<double> difference(points_.features());
      for (const std::uint64_t i : rows_) {
        if (alpha_[i] > 0) points_.add(i, alpha_[i] / total[points_.group(i)], difference);
      }
      length = 0;
      for (const double x : difference) length += x * x;
      upper = points_.share() * std::sqrt(length);
    }
    active_ = rows_;
    return {lower, upper};
  }

  const SignedRows& points_;
  const HardMarginSettings& settings_;
  Listener& listener_;
  std::vector<std::uint64_t> rows_;
  std::vector<double> lengths_;  // ‖z‖², and the constant
  std::vector<double> alpha_;
  std::vector<double> w_;
  double constant_ = 0;    // weight of (Σαy)², which keeps Σα of the two classes equal
  double level_ = 0;       // constant · Σαy
  double multiplier_ = 0;  // the offset: multiplier of Σαy = 0
  std::vector<std::uint64_t> active_;
  double worst_ = 0;
  std::uint64_t orders_ = 0;
};

}  // namespace

HardMarginResult ascend_hard_margin(const SignedRows& points, std::vector<double> alpha,
                                    const HardMarginSettings& settings, Listener& listener) {
  return HardMarginAscent(points, std::move(alpha), settings, listener).run();
}

}  // namespace perceptron::core
