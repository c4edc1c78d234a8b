// One problem on the central path: the variables of interior.cc, their Newton steps and the
// measuring of progress.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "solve/interior/step_system.h"
#include "solve/objective.h"
#include "solve/solver.h"

namespace perceptron::core {

// Nonnegative x and z whose product is 0 at the optimum.
struct Pairs {
  std::vector<double> x;
  std::vector<double> z;

  double product() const {
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * z[k];
    return sum;
  }
};

// A Newton step for such pairs, and the change of their product that it is to achieve.
struct PairSteps {
  std::vector<double> x;
  std::vector<double> z;
  std::vector<double> change;
};

// The InteriorTerm of a loss, chosen at run time.
struct RowTerm {
  double kink;
  bool bounded;  // β ≤ C
  double (*value)(double);
  double (*bend)(double, double, double);
  double (*slope)(double, double, double);
};
RowTerm row_term(Loss loss);

template <class Rows>
class InteriorPoint {
 public:
  InteriorPoint(const Problem& problem, const Rows& rows)
      : problem_(problem),
        term_(row_term(problem.loss)),
        examples_(examples_of(problem)),
        system_(rows, examples_, problem.offset) {
    start();
    measure_residuals();
  }

  // P and D as the complementary products tell them.
  double primal() const { return primal_; }
  double gap() const { return primal_ > 0 ? (products_ + misfit_) / primal_ : 0; }
  std::vector<double> weights() const { return {w_.begin(), w_.end() - 1}; }
  double offset() const { return w_.back(); }
  // One β per row of the problem.
  std::vector<double> beta() const {
    std::vector<double> beta(problem_.size());
    for (std::size_t e = 0; e < examples_.size(); ++e) beta[examples_[e]] = low_.z[e] * problem_.n;
    return beta;
  }
  // The weights with exact zeros: a weight is taken for 0 if its share in the objective is smaller
  // than the distance of its |u| from L1, relative to L1.
  std::vector<double> sparse_weights() const {
    std::vector<double> w = weights();
    for (std::size_t j = 0; boxed() && j < w.size(); ++j) {
      const double slack = std::min(up_.z[j], down_.z[j]) / problem_.l1;
      if (problem_.l1 * std::abs(w[j]) < slack * primal_) w[j] = 0;
    }
    return w;
  }

  // A predictor step, then the corrected step. False if there is no progress.
  bool step() {
    system_.factor(diagonal_of_rows(), diagonal_of_features());
    aim(0, nullptr);
    const double predicted = product_after(reach());
    const double ratio = std::clamp(predicted / products_, 0.0, 1.0);
    const Steps predictor = steps_;
    aim(ratio * ratio * ratio * products_ / count(), &predictor);
    constexpr double kInside = 0.995;
    constexpr double kShortest = 1e-10;
    const double length = std::min(1.0, kInside * reach());
    if (!(length > kShortest)) return false;
    move(length);
    measure_residuals();
    return std::isfinite(products_) && std::isfinite(primal_);
  }

  // The row visits of a step, in passes over all rows.
  static constexpr double kPassesOfStep = 11;

 private:
  struct Steps {
    std::vector<double> w;
    PairSteps low, high, up, down;
  };

  static std::vector<std::uint32_t> examples_of(const Problem& problem) {
    std::vector<std::uint32_t> examples;
    for (std::uint64_t i = 0; i < problem.size(); ++i) {
      if (problem.signed_weight[i] != 0) examples.push_back(static_cast<std::uint32_t>(i));
    }
    return examples;
  }
  double y(std::size_t e) const { return problem_.signed_weight[examples_[e]] > 0 ? 1 : -1; }
  double c(std::size_t e) const {
    return std::abs(problem_.signed_weight[examples_[e]]) / problem_.n;
  }
  // C − β, where β is bounded.
  double rest(std::size_t e) const { return term_.bounded ? high_.z[e] : 0; }
  bool boxed() const { return problem_.l1 > 0; }
  // Of the features, then the offset.
  bool penalised(std::size_t j) const {
    return j + 1 < w_.size() || problem_.offset == OffsetKind::penalised;
  }
  double count() const {
    return static_cast<double>(low_.x.size() + high_.x.size() + up_.x.size() + down_.x.size());
  }

  // w = 0, β in the middle between its bounds, and weights of both signs whose products equal those
  // of the rows on average.
  void start() {
    const std::size_t rows = examples_.size();
    w_.assign(problem_.features() + 1, 0);
    low_ = {std::vector<double>(rows, 0.5), std::vector<double>(rows)};
    for (std::size_t e = 0; e < rows; ++e) low_.z[e] = c(e) / 2;
    if (problem_.l1 == 0 && problem_.l2 == 0) start_without_penalty();
    if (term_.bounded) high_ = {std::vector<double>(rows, term_.kink + 0.5), low_.z};
    if (!boxed()) return;
    const std::size_t size = w_.size() - (penalised(w_.size() - 1) ? 0 : 1);
    const double mean = (low_.product() + high_.product()) / count();
    up_ = down_ = {std::vector<double>(size, mean / problem_.l1),
                   std::vector<double>(size, problem_.l1)};
  }

  // Without any penalty nothing else keeps the matrix from being singular. It only shortens the
  // steps.
  void start_without_penalty() {
    constexpr double kShare = 1e-10;
    proximal_ = system_.squares();
    for (double& each : proximal_) each = each > 0 ? kShare * each / problem_.n : kShare;
  }

  void measure_residuals() {
    const std::size_t rows = examples_.size();
    const std::vector<double> scores = system_.times(w_);
    std::vector<double> signed_beta(rows);
    right_.rows.resize(rows);
    misfit_ = 0;
    double loss = 0;
    for (std::size_t e = 0; e < rows; ++e) {
      const double margin = y(e) * scores[e];
      right_.rows[e] = term_.kink - margin - term_.bend(low_.z[e], rest(e), c(e)) + low_.x[e];
      if (term_.bounded) right_.rows[e] -= high_.x[e];
      misfit_ += std::abs(right_.rows[e] * low_.z[e]);
      loss += c(e) * term_.value(margin);
      signed_beta[e] = y(e) * low_.z[e];
    }
    primal_ = loss + penalty(problem_, {w_.data(), w_.size() - 1}, w_.back());
    right_.features = system_.transposed_times(signed_beta);
    for (std::size_t j = 0; j < w_.size(); ++j) {
      if (penalised(j)) right_.features[j] -= problem_.l2 * w_[j];
      if (j < up_.z.size()) right_.features[j] -= (down_.z[j] - up_.z[j]) / 2;
      misfit_ += std::abs(right_.features[j] * w_[j]);
    }
    products_ = low_.product() + high_.product() + up_.product() + down_.product();
  }

  std::vector<double> diagonal_of_rows() const {
    std::vector<double> e(examples_.size());
    for (std::size_t k = 0; k < e.size(); ++k)
      e[k] = (term_.bounded ? high_.x[k] / high_.z[k] : 0) + low_.x[k] / low_.z[k] +
             term_.slope(low_.z[k], rest(k), c(k));
    return e;
  }
  double softness(std::size_t j) const { return up_.x[j] / up_.z[j] + down_.x[j] / down_.z[j]; }
  std::vector<double> diagonal_of_features() const {
    std::vector<double> d(w_.size());
    for (std::size_t j = 0; j < d.size(); ++j) {
      if (!penalised(j)) continue;
      d[j] = problem_.l2 + (boxed() ? 1 / softness(j) : 0);
      if (d[j] == 0) d[j] = proximal_[j];
    }
    return d;
  }

  // The change of the product of pair k that brings it to `target`, given the predicted steps.
  static double change_of(const Pairs& pairs, std::size_t k, double target,
                          const PairSteps* predicted) {
    const double change = target - pairs.x[k] * pairs.z[k];
    return predicted == nullptr ? change : change - predicted->x[k] * predicted->z[k];
  }
  static void changes(const Pairs& pairs, double target, const PairSteps* predicted,
                      PairSteps& steps) {
    steps.change.resize(pairs.x.size());
    for (std::size_t k = 0; k < pairs.x.size(); ++k)
      steps.change[k] = change_of(pairs, k, target, predicted);
  }
  // The step of x that goes with the step of z.
  static void follow(const Pairs& pairs, PairSteps& steps) {
    steps.x.resize(pairs.x.size());
    for (std::size_t k = 0; k < pairs.x.size(); ++k)
      steps.x[k] = (steps.change[k] - pairs.x[k] * steps.z[k]) / pairs.z[k];
  }

  // The Newton step towards products of `target`.
  void aim(double target, const Steps* predicted) {
    const auto part = [&](PairSteps Steps::*which) {
      return predicted == nullptr ? nullptr : &(predicted->*which);
    };
    changes(low_, target, part(&Steps::low), steps_.low);
    changes(high_, target, part(&Steps::high), steps_.high);
    changes(up_, target, part(&Steps::up), steps_.up);
    changes(down_, target, part(&Steps::down), steps_.down);
    RowsAndFeatures right = right_;
    for (std::size_t e = 0; e < right.rows.size(); ++e) {
      right.rows[e] += steps_.low.change[e] / low_.z[e];
      if (term_.bounded) right.rows[e] -= steps_.high.change[e] / high_.z[e];
      right.rows[e] *= y(e);
    }
    for (std::size_t j = 0; j < up_.x.size(); ++j) right.features[j] += pull(j) / softness(j);
    // The predictor only chooses the next target.
    const RowsAndFeatures solution =
        predicted == nullptr ? system_.solve(right) : system_.solve_precisely(right);
    steps_.w = solution.features;
    take_steps_of_pairs(solution);
  }
  double pull(std::size_t j) const {
    return steps_.up.change[j] / up_.z[j] - steps_.down.change[j] / down_.z[j];
  }
  void take_steps_of_pairs(const RowsAndFeatures& solution) {
    const std::size_t rows = examples_.size();
    steps_.low.z.resize(rows);
    steps_.high.z.resize(high_.z.size());
    for (std::size_t e = 0; e < rows; ++e) {
      steps_.low.z[e] = y(e) * solution.rows[e];
      if (term_.bounded) steps_.high.z[e] = -steps_.low.z[e];
    }
    const std::size_t features = up_.x.size();
    steps_.up.z.resize(features);
    steps_.down.z.resize(features);
    for (std::size_t j = 0; j < features; ++j) {
      steps_.down.z[j] = (steps_.w[j] - pull(j)) / softness(j);
      steps_.up.z[j] = -steps_.down.z[j];
    }
    follow(low_, steps_.low);
    follow(high_, steps_.high);
    follow(up_, steps_.up);
    follow(down_, steps_.down);
  }

  // Calls work(pairs, their steps) for each kind of pair.
  template <class Work>
  void for_pairs(const Work& work) {
    work(low_, steps_.low);
    work(high_, steps_.high);
    work(up_, steps_.up);
    work(down_, steps_.down);
  }

  // The longest step, up to 1, that leaves no variable negative.
  double reach() {
    double length = 1;
    const auto shorten = [&](const std::vector<double>& at, const std::vector<double>& by) {
      for (std::size_t k = 0; k < at.size(); ++k) {
        if (by[k] < 0) length = std::min(length, -at[k] / by[k]);
      }
    };
    for_pairs([&](const Pairs& pairs, const PairSteps& steps) {
      shorten(pairs.x, steps.x);
      shorten(pairs.z, steps.z);
    });
    return length;
  }
  double product_after(double length) {
    double sum = 0;
    for_pairs([&](const Pairs& pairs, const PairSteps& steps) {
      for (std::size_t k = 0; k < pairs.x.size(); ++k)
        sum += (pairs.x[k] + length * steps.x[k]) * (pairs.z[k] + length * steps.z[k]);
    });
    return sum;
  }
  void move(double length) {
    const auto add_to = [length](std::vector<double>& at, const std::vector<double>& by) {
      for (std::size_t k = 0; k < at.size(); ++k) at[k] += length * by[k];
    };
    add_to(w_, steps_.w);
    for_pairs([&](Pairs& pairs, const PairSteps& steps) {
      add_to(pairs.x, steps.x);
      add_to(pairs.z, steps.z);
    });
  }

  const Problem& problem_;
  RowTerm term_;
  std::vector<std::uint32_t> examples_;
  StepSystem<Rows> system_;
  std::vector<double> w_;         // the weights, then the offset
  Pairs low_;                     // s and β
  Pairs high_;                    // ξ and C − β, where β is bounded
  Pairs up_;                      // the positive part of w, and L1 − a
  Pairs down_;                    // the negative part of w, and L1 + a
  std::vector<double> proximal_;  // added to the diagonal of features without a penalty
  RowsAndFeatures right_;         // what the equations of rows and features lack
  double primal_ = 0;
  double products_ = 0;
  double misfit_ = 0;  // the effect of right_ on the gap
  Steps steps_;
};

}  // namespace perceptron::core
