#include "certify/verify_answers.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/interrupt.h"
#include "base/text.h"
#include "certify/checked_numbers.h"
#include "certify/optimality_check.h"
#include "certify/refusal.h"

namespace perceptron::core {
namespace {

class AnswersCheck : public OptimalityCheck {
 public:
  AnswersCheck(const Certificate& certificate, const Dataset& data)
      : OptimalityCheck(certificate, data) {
    if (!certificate.radius.empty()) radius_ = parse_nonnegative(certificate.radius, "the radius");
    if (is_free() && has_region()) {
      lower_ = parse_short(certificate.offset_lower);
      upper_ = parse_short(certificate.offset_upper);
    }
  }

  std::string check() {
    check_bounds();
    gap_ = parse_exact(claim_.upper) - parse_exact(claim_.lower);
    require(gap_ >= 0, "the lower bound is above the upper bound");
    if (has_region()) {
      check_radius();
      if (is_free()) check_offset();
    }
    check_signs(claim_.positive_weights, 1);
    check_signs(claim_.negative_weights, -1);
    check_zeros();
    check_outside();
    return text();
  }

 private:
  bool has_region() const { return !claim_.radius.empty(); }
  bool is_free() const { return offset_ && !penalised_; }

  // ---- The region ----

  // δ + √(g − δ²) ≤ radius, with g = gap/l2 and δ half the distance from the weights to those of
  // the dual point.
  void check_radius() const {
    require(l2_ > 0, "without l2 there is no radius");
    const Rational share = gap_ / l2_;
    const Rational half = squared_half_distance();
    const Rational excess = radius_ * radius_ - share;
    const Rational rest = std::max(Rational(share - half), Rational(0));
    require(excess >= 0 && excess * excess >= 4 * half * rest,
            "the radius is smaller than the gap proves");
  }

  Rational squared_half_distance() const {
    const auto [u, unit] = combination();
    const Rational free = l1_ / unit;
    const Rational scale = unit / free.get_den() / l2_;
    Integer squares;
    for (std::size_t j = 0; j < u.size(); ++j) {
      Integer excess = abs(u[j]) * free.get_den() - free.get_num();
      if (excess < 0) excess = 0;
      if (u[j] < 0) excess = -excess;
      const Integer difference =
          plane_.numerators[j] * scale.get_den() - excess * scale.get_num() * plane_.denominator;
      squares += difference * difference;
    }
    const Integer unit_of = 2 * scale.get_den() * plane_.denominator;
    return fraction(squares, unit_of * unit_of);
  }

  // At either end of the interval the losses rise towards the outside, for all weights of the ball.
  void check_offset() const {
    require(lower_ <= upper_, "the offset's interval is empty");
    require(is_beyond(upper_, 1), "the offset may be above its interval");
    require(is_beyond(lower_, 0), "the offset may be below its interval");
  }

  // `rising`: the class whose rows may still ask for an offset further out.
  bool is_beyond(const Rational& offset, std::size_t rising) const {
    const auto pushing = loss_.falls(Bound::upper);
    const auto pulling = loss_.falls(Bound::lower);
    for (std::uint64_t i = 0; i < labels_.size(); ++i) {
      if (i % 4096 == 0) check_interrupt();
      const Integer& weight = weights_.numerators[i];
      if (weight == 0) continue;
      const Rational score = product(i) + offset;
      const Rational margin = labels_[i] == 1 ? score : Rational(-score);
      const Rational reach = exact(root_upper(squared_reach(i)));
      if (labels_[i] == rising) {
        pushing->add(weight, margin - reach);
      } else {
        pulling->add(weight, margin + reach);
      }
    }
    return class_weights_[1 - rising] * pulling->value() >
           class_weights_[rising] * pushing->value();
  }

  // w·x without the offset.
  Rational product(std::uint64_t row) const {
    return fraction(grid_.dot(row, plane_.numerators), plane_.denominator * one_);
  }

  // (radius·‖x‖)², of a row with the feature of a penalised offset.
  Rational squared_reach(std::uint64_t row) const {
    Integer square = grid_.squared_length(row);
    if (penalised_) square += one_ * one_;
    Rational reach = radius_ * radius_ * fraction(square, one_ * one_);
    require(reach < exact(0x1p1000), "a row is too long");
    return reach;
  }

  // ---- The claims ----

  static void require_ascending(const std::vector<std::uint64_t>& places, std::uint64_t size,
                                const std::string& what) {
    require(places.empty() || places.back() < size,
            "it names " + what + " that the data does not have");
    require(
        std::adjacent_find(places.begin(), places.end(),
                           [](std::uint64_t a, std::uint64_t b) { return a >= b; }) == places.end(),
        "it names " + what + " twice, or not in order");
  }

  void check_signs(const std::vector<std::uint64_t>& features, int sign) const {
    require_ascending(features, features_, "a feature");
    require(features.empty() || has_region(), "signs of weights need a radius");
    const Rational least = radius_ * plane_.denominator;
    for (const std::uint64_t j : features)
      require(sign * plane_.numerators[j] > least,
              fmt::format("the sign of weight {} is not proved", j + 1));
  }

  // |u| + √(2·L·gap·q) < l1 with q = (1/n) Σ v·x², for a loss of curvature at most L.
  void check_zeros() const {
    require_ascending(claim_.zero_weights, features_, "a feature");
    if (claim_.zero_weights.empty()) return;
    require(loss_.curvature_in_quarters > 0, "weights of this loss are not proved zero");
    const auto [u, unit] = combination();
    const std::vector<Rational> squares = mean_squares();
    const Rational factor = fraction(loss_.curvature_in_quarters, 2) * gap_;
    for (const std::uint64_t j : claim_.zero_weights) {
      const Rational room = l1_ - abs(u[j]) * unit;
      require(room > 0 && factor * squares[j] < room * room,
              fmt::format("weight {} is not proved zero", j + 1));
    }
  }

  std::vector<Rational> mean_squares() const {
    std::array<std::vector<Integer>, 2> sums = {std::vector<Integer>(features_),
                                                std::vector<Integer>(features_)};
    for (std::uint64_t i = 0; i < labels_.size(); ++i) {
      if (i % 4096 == 0) check_interrupt();
      for (const auto& [j, x] : grid_.row(i, 1))
        sums[labels_[i]][j] += weights_.numerators[i] * x * x;
    }
    const Rational unit = fraction(1, total_ * one_ * one_);
    std::vector<Rational> means(features_);
    for (std::uint64_t j = 0; j < features_; ++j)
      means[j] = (class_weights_[0] * sums[0][j] + class_weights_[1] * sums[1][j]) * unit;
    return means;
  }

  // The margin less 1 is greater than the reach.
  void check_outside() const {
    require_ascending(claim_.outside, labels_.size(), "a row");
    require(claim_.outside.empty() || has_region(), "rows outside the margin need a radius");
    for (const std::uint64_t i : claim_.outside) {
      if (i % 4096 == 0) check_interrupt();
      Rational score = fraction(this->score(i), plane_.denominator * one_);
      if (is_free()) score = product(i) + (labels_[i] == 1 ? lower_ : upper_);
      const Rational beyond = (labels_[i] == 1 ? score : Rational(-score)) - 1;
      require(beyond > 0 && beyond * beyond > squared_reach(i),
              fmt::format("row {} is not proved to lie outside the margin", i + 1));
    }
  }

  std::string text() const {
    std::string text = fmt::format("every exact minimiser ({})", describe_objective(claim_));
    if (has_region()) {
      text += fmt::format(" has its weights within {} of the plane's", radius_.get_d());
      if (is_free())
        text += fmt::format(" and its offset between {} and {}", lower_.get_d(), upper_.get_d());
    }
    const std::size_t signs = claim_.positive_weights.size() + claim_.negative_weights.size();
    text += fmt::format("; of {} the sign is proved, {} proved to be 0", plural(signs, "weight"),
                        with_is(claim_.zero_weights.size()));
    if (claim_.outside.empty()) return text;
    return text + fmt::format("; {} outside the margin", with_is(claim_.outside.size(), "row"));
  }
  static std::string with_is(std::size_t count, const std::string& what = "") {
    const std::string number = what.empty() ? with_commas(count) : plural(count, what);
    return number + (count == 1 ? " is" : " are");
  }

  Rational radius_;
  Rational lower_;  // of a free offset
  Rational upper_;
  Rational gap_;
};

}  // namespace

std::string check_answers(const Certificate& certificate, const Dataset& data) {
  return AnswersCheck(certificate, data).check();
}

}  // namespace perceptron::core
