#include "certify/optimality_check.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/interrupt.h"
#include "certify/checked_numbers.h"
#include "certify/refusal.h"

namespace perceptron::core {

OptimalityCheck::OptimalityCheck(const Certificate& certificate, const Dataset& data)
    : claim_(certificate),
      labels_(data.labels),
      features_(data.features()),
      offset_(certificate.data.offset),
      penalised_(offset_ && certificate.objective.penalised_offset),
      loss_(find_checked_loss(certificate.objective.loss)),
      l1_(parse_nonnegative(certificate.objective.l1, "l1")),
      l2_(parse_nonnegative(certificate.objective.l2, "l2")),
      grid_(data.matrix.view()),
      one_(grid_.one()),
      weights_(row_weights(data)),
      plane_(parse_short(certificate.plane)),
      beta_(parse_short(certificate.alpha)) {
  for (std::size_t c = 0; c < 2; ++c) {
    class_weights_[c] =
        parse_nonnegative(certificate.objective.class_weights[c], "the weight of a class");
  }
  for (const Integer& weight : weights_.numerators) total_ += weight;
  require(total_ > 0, "the rows of the data have no weight");
  require(plane_.numerators.size() == features_ + (offset_ ? 1 : 0),
          "the plane does not have as many numbers as the data has features");
  require(beta_.numerators.size() == claim_.points.size(),
          "the numbers of rows and of weights differ");
  std::set<std::uint64_t> seen;
  for (std::size_t k = 0; k < claim_.points.size(); ++k) {
    require(claim_.points[k] < labels_.size(), "it names a row that the data does not have");
    require(seen.insert(claim_.points[k]).second, "it names a row twice");
    require(beta_.numerators[k] >= 0, "a weight of a row is negative");
  }
}

void OptimalityCheck::check_bounds() const {
  require(losses() + penalty() <= parse_exact(claim_.upper),
          "the plane's objective is above the upper bound");
  check_limits();
  require(gains() - conjugate() >= parse_exact(claim_.lower),
          "the rows do not prove the lower bound");
}

Integer OptimalityCheck::score(std::uint64_t row) const {
  Integer s = grid_.dot(row, plane_.numerators);
  if (offset_) s += plane_.numerators.back() * one_;
  return s;
}

// ---- The plane's objective ----

// An upper bound on (1/n) Σ v·loss(m) with m = s/scale.
Rational OptimalityCheck::losses() const {
  const Integer scale = plane_.denominator * one_;
  const std::array sums = {loss_.losses(scale), loss_.losses(scale)};
  for (std::uint64_t i = 0; i < labels_.size(); ++i) {
    if (i % 4096 == 0) check_interrupt();
    const Integer& weight = weights_.numerators[i];
    if (weight == 0) continue;
    const std::size_t c = labels_[i];
    Integer s = score(i);
    if (c == 0) s = -s;
    sums[c]->add(weight, s);
  }
  Rational loss;
  for (std::size_t c = 0; c < 2; ++c) loss += class_weights_[c] * sums[c]->upper();
  return loss / total_;
}

// l1‖w‖₁ + (l2/2)‖w‖²
Rational OptimalityCheck::penalty() const {
  Integer length;
  Integer square;
  for (std::size_t j = 0; j < features_ + (penalised_ ? 1 : 0); ++j) {
    length += abs(plane_.numerators[j]);
    square += plane_.numerators[j] * plane_.numerators[j];
  }
  const Rational unit = fraction(1, plane_.denominator);
  return l1_ * length * unit + l2_ / 2 * square * unit * unit;
}

// ---- The value of the dual point ----

Rational OptimalityCheck::weight(std::uint64_t row) const {
  return class_weights_[labels_[row]] * fraction(weights_.numerators[row], weights_.denominator);
}

// β ≤ v or, if the loss does not bound β, β = 0 where v is 0; and Σβy = 0 with a free offset.
void OptimalityCheck::check_limits() const {
  Integer sum;
  for (std::size_t k = 0; k < claim_.points.size(); ++k) {
    const std::uint64_t row = claim_.points[k];
    const Integer& beta = beta_.numerators[k];
    const Rational most = weight(row);
    require(loss_.bounded ? beta <= most * beta_.denominator : most > 0 || beta == 0,
            "a dual variable is larger than the weight of its row");
    labels_[row] == 1 ? sum += beta : sum -= beta;
  }
  require(
      !offset_ || penalised_ || sum == 0,
      "the dual variables of the two classes have different sums, so a free offset has no bound");
}

// A lower bound on (1/n) Σ v·gain(β/v).
Rational OptimalityCheck::gains() const {
  const Rational unit = fraction(weights_.denominator, beta_.denominator);
  const auto of_class = [&](std::size_t c) {
    return loss_.gains({weights_.numerators, unit, class_weights_[c]});
  };
  const std::array sums = {of_class(0), of_class(1)};
  for (std::size_t k = 0; k < claim_.points.size(); ++k) {
    const Integer& beta = beta_.numerators[k];
    const Integer& weight = weights_.numerators[claim_.points[k]];
    const std::size_t c = labels_[claim_.points[k]];
    if (beta == 0) continue;  // includes all rows of weight 0
    sums[c]->add(beta, weight);
  }
  return (sums[0]->lower() + sums[1]->lower()) / total_;
}

OptimalityCheck::Combination OptimalityCheck::combination() const {
  std::vector<Integer> u(features_);
  Integer constant;
  for (std::size_t k = 0; k < claim_.points.size(); ++k) {
    if (k % 4096 == 0) check_interrupt();
    const std::uint64_t row = claim_.points[k];
    const Integer signed_beta =
        labels_[row] == 1 ? beta_.numerators[k] : Integer(-beta_.numerators[k]);
    grid_.add(row, signed_beta, u);
    constant += signed_beta;
  }
  if (penalised_) u.emplace_back(constant * one_);
  return {std::move(u), fraction(weights_.denominator, Integer(total_ * beta_.denominator * one_))};
}

// R*(u) for u = (1/n) Σ βyx; rejected if it is infinite.
Rational OptimalityCheck::conjugate() const {
  const auto [u, unit] = combination();
  const Rational free = l1_ / unit;  // |u| up to this costs nothing
  Integer squares;
  for (const Integer& coordinate : u) {
    const Integer excess = abs(coordinate) * free.get_den() - free.get_num();
    if (excess <= 0) continue;
    require(l2_ > 0, "without l2 a feature of the rows' weighted sum is larger than l1");
    squares += excess * excess;
  }
  if (squares == 0) return 0;
  const Rational scale = unit / free.get_den();
  return squares * scale * scale / (2 * l2_);
}

}  // namespace perceptron::core
