#include "certify/verify_joint.h"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "certify/checked_joint_losses.h"
#include "certify/checked_numbers.h"
#include "certify/exact.h"
#include "certify/fractions.h"
#include "certify/refusal.h"

namespace perceptron::core {
namespace {

// Below, the values of the rows are integers X on a grid, x = X/one, the planes are W/d and the
// flows B/e, and the weight of a row is r/f.
class JointCheck {
 public:
  JointCheck(const Certificate& certificate, const Dataset& data)
      : claim_(certificate),
        labels_(data.labels),
        classes_(data.classes.size()),
        features_(data.features()),
        offset_(certificate.data.offset),
        penalised_(offset_ && certificate.objective.penalised_offset),
        loss_(find_checked_joint_loss(certificate.objective.loss)),
        l1_(parse_nonnegative(certificate.objective.l1, "l1")),
        l2_(parse_nonnegative(certificate.objective.l2, "l2")),
        grid_(data.matrix.view()),
        one_(grid_.one()),
        weights_(row_weights(data)),
        planes_(parse_short(certificate.plane)),
        flows_(parse_short(certificate.alpha)) {
    require(certificate.objective.class_weights.size() == classes_,
            "the numbers of classes and of their weights differ");
    for (const std::string& weight : certificate.objective.class_weights)
      class_weights_.push_back(parse_nonnegative(weight, "the weight of a class"));
    for (const Integer& weight : weights_.numerators) total_ += weight;
    require(total_ > 0, "the rows of the data have no weight");
    require(planes_.numerators.size() == classes_ * plane_size(),
            "the planes do not have as many numbers as the data has classes and features");
    check_flows();
  }

  std::string check() const {
    require(losses() + penalty() <= parse_exact(claim_.upper),
            "the planes' objective is above the upper bound");
    check_limits();
    require(gains() - conjugate() >= parse_exact(claim_.lower),
            "the flows do not prove the lower bound");
    return fmt::format("the planes' objective is at most {}, no planes have less than {} ({})",
                       number_of(claim_.upper), number_of(claim_.lower),
                       describe_objective(claim_));
  }

 private:
  std::size_t plane_size() const { return features_ + (offset_ ? 1 : 0); }
  std::uint32_t label(std::size_t flow) const { return labels_[claim_.points[flow]]; }
  const Integer& flow(std::size_t k) const { return flows_.numerators[k]; }

  void check_flows() const {
    require(flows_.numerators.size() == claim_.points.size() &&
                claim_.flow_classes.size() == claim_.points.size(),
            "the numbers of rows, classes and weights of its flows differ");
    std::set<std::pair<std::uint64_t, std::uint32_t>> seen;
    for (std::size_t k = 0; k < claim_.points.size(); ++k) {
      require(claim_.points[k] < labels_.size(), "it names a row that the data does not have");
      require(claim_.flow_classes[k] < classes_, "it names a class that the data does not have");
      require(claim_.flow_classes[k] != label(k), "a flow goes to the class of its own row");
      require(seen.emplace(claim_.points[k], claim_.flow_classes[k]).second,
              "it names a row and a class twice");
      require(flow(k) >= 0, "a flow is negative");
    }
  }

  // ---- The planes' objective ----

  // An upper bound on (1/n) Σ v·loss.
  Rational losses() const {
    const Integer scale = planes_.denominator * one_;
    const std::vector<std::vector<Integer>> planes = split_planes();
    std::vector<std::unique_ptr<JointLossSum>> sums;
    for (std::uint64_t c = 0; c < classes_; ++c) sums.push_back(loss_.losses());
    std::vector<Integer> scores(classes_);
    for (std::uint64_t i = 0; i < labels_.size(); ++i) {
      if (i % 1024 == 0) check_interrupt();
      if (weights_.numerators[i] == 0) continue;
      for (std::uint64_t k = 0; k < classes_; ++k) {
        scores[k] = grid_.dot(i, planes[k]);
        if (offset_) scores[k] += planes[k].back() * one_;
      }
      std::vector<Integer> ahead;
      for (std::uint64_t k = 0; k < classes_; ++k) {
        if (k != labels_[i]) ahead.emplace_back(scores[k] - scores[labels_[i]]);
      }
      sums[labels_[i]]->add(weights_.numerators[i], ahead, scale);
    }
    Rational loss;
    for (std::uint64_t c = 0; c < classes_; ++c) loss += class_weights_[c] * sums[c]->upper();
    return loss / total_;
  }

  std::vector<std::vector<Integer>> split_planes() const {
    std::vector<std::vector<Integer>> planes;
    for (std::uint64_t k = 0; k < classes_; ++k) {
      const auto first = planes_.numerators.begin() + static_cast<std::ptrdiff_t>(k * plane_size());
      planes.emplace_back(first, first + static_cast<std::ptrdiff_t>(plane_size()));
    }
    return planes;
  }

  // l1‖W‖₁ + (l2/2)‖W‖²
  Rational penalty() const {
    Integer length;
    Integer square;
    for (std::size_t j = 0; j < planes_.numerators.size(); ++j) {
      const bool is_offset = offset_ && j % plane_size() == features_;
      if (is_offset && !penalised_) continue;
      length += abs(planes_.numerators[j]);
      square += planes_.numerators[j] * planes_.numerators[j];
    }
    const Rational unit = fraction(1, planes_.denominator);
    return l1_ * length * unit + l2_ / 2 * square * unit * unit;
  }

  // ---- The value of the flows ----

  Rational weight(std::uint64_t row) const {
    return class_weights_[labels_[row]] * fraction(weights_.numerators[row], weights_.denominator);
  }

  // The flows of a row sum to at most its weight; with a free offset as much flows into each class
  // as out of it.
  void check_limits() const {
    std::vector<Integer> out(labels_.size());
    std::vector<Integer> balance(classes_);
    for (std::size_t k = 0; k < claim_.points.size(); ++k) {
      out[claim_.points[k]] += flow(k);
      balance[label(k)] += flow(k);
      balance[claim_.flow_classes[k]] -= flow(k);
    }
    for (const std::uint64_t row : claim_.points) {
      require(out[row] <= weight(row) * flows_.denominator,
              "the flows of a row are larger than its weight");
    }
    for (const Integer& each : balance) {
      require(!offset_ || penalised_ || each == 0,
              "the flows into a class and out of it differ, so a free offset has no bound");
    }
  }

  // A lower bound on (1/n) Σ v·gain.
  Rational gains() const {
    std::vector<std::vector<Rational>> p(labels_.size());
    for (std::size_t k = 0; k < claim_.points.size(); ++k) {
      if (flow(k) == 0) continue;  // includes all rows of weight 0
      const std::uint64_t row = claim_.points[k];
      p[row].push_back(fraction(flow(k), flows_.denominator) / weight(row));
    }
    std::vector<std::unique_ptr<JointGainSum>> sums;
    for (std::uint64_t c = 0; c < classes_; ++c) sums.push_back(loss_.gains());
    for (std::uint64_t i = 0; i < p.size(); ++i) {
      if (i % 1024 == 0) check_interrupt();
      if (!p[i].empty()) sums[labels_[i]]->add(weights_.numerators[i], p[i]);
    }
    Rational gain;
    for (std::uint64_t c = 0; c < classes_; ++c) gain += class_weights_[c] * sums[c]->lower();
    return gain / total_;
  }

  // Σ R*(uₖ) for uₖ = (1/n) (Σ flows out of class k·x − Σ flows into it·x); rejected if infinite.
  Rational conjugate() const {
    const Rational unit =
        fraction(weights_.denominator, Integer(total_ * flows_.denominator * one_));
    const Rational free = l1_ / unit;  // |u| up to this costs nothing
    Integer squares;
    for (std::uint64_t c = 0; c < classes_; ++c) {
      for (const Integer& coordinate : combination(static_cast<std::uint32_t>(c))) {
        const Integer excess = abs(coordinate) * free.get_den() - free.get_num();
        if (excess <= 0) continue;
        require(l2_ > 0, "without l2 a feature of the flows' weighted sum is larger than l1");
        squares += excess * excess;
      }
    }
    if (squares == 0) return 0;
    const Rational size = unit / free.get_den();
    return squares * size * size / (2 * l2_);
  }

  std::vector<Integer> combination(std::uint32_t c) const {
    std::vector<Integer> u(features_);
    Integer constant;
    for (std::size_t k = 0; k < claim_.points.size(); ++k) {
      if (k % 4096 == 0) check_interrupt();
      if (label(k) != c && claim_.flow_classes[k] != c) continue;
      const Integer by = label(k) == c ? flow(k) : Integer(-flow(k));
      grid_.add(claim_.points[k], by, u);
      constant += by;
    }
    if (penalised_) u.emplace_back(constant * one_);
    return u;
  }

  const Certificate& claim_;
  const std::vector<std::uint32_t>& labels_;
  std::uint64_t classes_;
  std::uint64_t features_;
  bool offset_;
  bool penalised_;
  const CheckedJointLoss& loss_;
  Rational l1_;
  Rational l2_;
  std::vector<Rational> class_weights_;
  IntegerRows grid_;
  Integer one_;
  Fractions weights_;
  Integer total_;
  Fractions planes_;
  Fractions flows_;
};

}  // namespace

std::string check_joint_optimality(const Certificate& certificate, const Dataset& data) {
  return JointCheck(certificate, data).check();
}

}  // namespace perceptron::core
