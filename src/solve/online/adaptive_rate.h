// Problem    min P(w, b) of problem.h one example at a time, without a step size to
//            tune and whatever the units of the features
// Update     per feature j the largest |x| so far, s, and the curvature
//            a = s·√(Σ v·q·(loss′·x)²)/η with q = Σ (x/s)² of the row and η = ½;
//            w += y·α·x/a with α as if the example came in infinitely many
//            small parts, so that no step overshoots the minimum of its own loss.
//            With L1 or L2 the weight is soft(θ, L1·t)/(a + L2·t) at step t,
//            which costs nothing while no row has the feature
// Theorem    regret of O(√T) for every scale of the features (see the references)
// Stop       after the given number of passes
// Reference  Ross, Mineiro and Langford 2013 (scales); Duchi, Hazan and Singer
//            2011 (curvatures); Karampatziakis and Langford 2011 (parts);
//            McMahan 2011 (penalties); Shamir and Zhang 2013 (the average, in
//            which step t has weight t⁴)
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "learn/warm_start.h"
#include "solve/losses/losses.h"
#include "solve/problem.h"

namespace perceptron::core {

template <LossDefinition L, bool kPenalised>
class AdaptiveSgd {
 public:
  explicit AdaptiveSgd(const Problem& problem)
      : l1_(problem.l1),
        l2_(problem.l2),
        offset_(problem.offset),
        features_(problem.features() + 1) {}

  // Trains on one example of weight h; returns its margin before the step, and whether there was a
  // step.
  template <class Row>
  std::pair<double, bool> learn(const Row& row, double y, double h) {
    ++t_;
    const std::uint64_t size = row.size + (offset_ == OffsetKind::none ? 0 : 1);
    if (weights_.size() < size) {
      weights_.resize(size);
      steps_.resize(size);
    }
    double score = 0;
    constexpr std::uint64_t kAhead = 16;
    for (std::uint64_t k = 0; k < size; ++k) {
      if (k + kAhead < row.size) __builtin_prefetch(&features_[row.feature(k + kAhead)], 1);
      Feature& f = feature(row, k);
      const double x = value(row, k);
      if constexpr (kPenalised) catch_up(f, t_, penalised(row, k));
      if (std::abs(x) > f.s) grow(f, std::abs(x));
      const double w = weight(f, t_, penalised(row, k));
      weights_[k] = w;
      score += w * x;
    }
    const double m = y * score;
    const double g = -L::slope(m);
    if (!(g > 0)) return {m, false};
    double q = 0;
    for (std::uint64_t k = 0; k < size; ++k) {
      const double s = feature(row, k).s;
      const double r = s > 0 ? value(row, k) / s : 0;
      q += r * r;
    }
    const double unit = g * std::sqrt(h * q) / kRate;
    double v = 0;  // growth of the margin per unit step
    for (std::uint64_t k = 0; k < size; ++k) {
      Feature& f = feature(row, k);
      const double x = value(row, k);
      const double c = unit * x * f.s;
      const double a = std::sqrt(f.a * f.a + c * c);
      if (kPenalised && a > 0) f.w = (f.a > 0 ? f.w : 0) + (a - f.a) * weights_[k];
      f.a = a;
      const double down = kPenalised && penalised(row, k) ? a + l2_ * t_ : a;
      // If the curvature underflows, the feature is left unchanged.
      const double r = down > 0 ? x / down : 0;
      v += r * x;
      steps_[k] = kPenalised ? (a > 0 ? x : 0) : r;
    }
    const double alpha = y * L::online_step(m, v, h);
    const double before = mass(t_ - 1) * alpha;
    for (std::uint64_t k = 0; k < size; ++k) {
      Feature& f = feature(row, k);
      f.w += alpha * steps_[k];
      if constexpr (!kPenalised) f.u += before * steps_[k];
    }
    return {m, true};
  }

  void end_pass() {}
  void rest(double steps) { t_ += steps; }

  // The weights after the last step, followed by the offset.
  std::vector<double> last() const {
    std::vector<double> w(features_.size());
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = weight(features_[j], t_, penalised(j));
    return w;
  }

  // Their average; a weight whose last value is 0 is 0.
  std::vector<double> average() const {
    std::vector<double> w = last();
    if (t_ == 0) return w;
    for (std::size_t j = 0; j < w.size(); ++j) {
      Feature f = features_[j];
      if constexpr (kPenalised) {
        if (w[j] == 0 || f.a == 0) continue;
        catch_up(f, t_ + 1, penalised(j));
        w[j] = f.u / mass(t_);
      } else {
        w[j] = f.w - f.u / mass(t_);
      }
    }
    return w;
  }

  void save(WarmStart& to) const {
    std::vector<double>& all = to.vectors["adaptive"];
    all.reserve(features_.size() * 5);
    for (const Feature& f : features_) all.insert(all.end(), {f.w, f.a, f.s, f.u, f.at});
  }
  void load(const WarmStart& from) {
    if (!from.has("adaptive", features_.size() * 5)) return start(from);
    const double* at = from.vectors.at("adaptive").data();
    for (Feature& f : features_) {
      f = {at[0], at[1], at[2], at[3], at[4]};
      at += 5;
    }
    t_ = static_cast<double>(from.steps);
  }

 private:
  static constexpr double kRate = 0.5;

  void start(const WarmStart& from) {
    if (from.weights.empty()) return;
    for (std::size_t j = 0; j + 1 < features_.size(); ++j) features_[j].w = from.weights[j];
    features_.back().w = from.offset;
  }

  struct Feature {
    // The weight; or, with penalties and a curvature, θ, from which weight() computes it.
    double w = 0;
    double a = 0;   // curvature, in units of x²
    double s = 0;   // the largest |x|
    double u = 0;   // sum for the average
    double at = 1;  // penalised: the step up to which u is complete
  };

  template <class Row>
  Feature& feature(const Row& row, std::uint64_t k) {
    return k < row.size ? features_[row.feature(k)] : features_.back();
  }
  template <class Row>
  static double value(const Row& row, std::uint64_t k) {
    return k < row.size ? row.value(k) : 1;
  }
  template <class Row>
  bool penalised(const Row& row, std::uint64_t k) const {
    return k < row.size || offset_ == OffsetKind::penalised;
  }
  bool penalised(std::size_t j) const {
    return j + 1 < features_.size() || offset_ == OffsetKind::penalised;
  }

  // The total weight of the first t steps in the average.
  static double mass(double t) { return t * t * (t * t) * t; }

  double weight(const Feature& f, double t, bool is_penalised) const {
    if (!kPenalised || f.a == 0) return f.w;
    const double l1 = is_penalised ? l1_ : 0;
    const double l2 = is_penalised ? l2_ : 0;
    const double size = std::abs(f.w) - l1 * t;
    return size > 0 ? std::copysign(size, f.w) / (f.a + l2 * t) : 0;
  }

  // Weights are in units of 1/x, so a larger scale makes them smaller.
  void grow(Feature& f, double s) const {
    const double share = f.s > 0 ? f.s / s : 1;  // a new feature keeps its initial weight
    if constexpr (kPenalised) {
      f.a /= share;
    } else {
      const double by = f.w * share - f.w;
      f.w += by;
      f.u += mass(t_ - 1) * by;
      f.a /= share;
    }
    f.s = s;
  }

  // Adds ∫ mass′(z − 1)·w(z) dz over the steps since the feature was last seen to u: by the
  // midpoint rule if they are few, else by three-point Gauss quadrature on pieces in which a +
  // L2·z at most doubles.
  void catch_up(Feature& f, double until, bool is_penalised) const {
    double z = f.at;
    f.at = until;
    if (f.w == 0) return;
    if (f.a == 0) {
      f.u += f.w * (mass(until - 1) - mass(z - 1));
      return;
    }
    const double l1 = is_penalised ? l1_ : 0;
    const double l2 = is_penalised ? l2_ : 0;
    const auto part = [&](double t) {
      const double p = t - 1;
      return 5 * p * p * (p * p) * weight(f, t, is_penalised);
    };
    const double end = l1 > 0 ? std::min(until, std::abs(f.w) / l1) : until;  // 0 from there on
    constexpr double kFew = 1.0 / 16;
    if (end > z && end - z < kFew * z) {
      f.u += (end - z) * part((z + end) / 2);
      return;
    }
    while (z < end) {
      const double to = l2 > 0 ? std::min(end, 2 * z + f.a / l2) : end;
      const double middle = (z + to) / 2;
      const double half = (to - z) / 2;
      const double away = half * 0.7745966692414834;
      f.u += half / 9 * (8 * part(middle) + 5 * (part(middle - away) + part(middle + away)));
      z = to;
    }
  }

  double l1_;
  double l2_;
  OffsetKind offset_;
  std::vector<Feature> features_;  // the last is the offset
  double t_ = 0;                   // examples seen
  std::vector<double> weights_;    // for the current row
  std::vector<double> steps_;
};

}  // namespace perceptron::core
