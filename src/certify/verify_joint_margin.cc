#include "certify/verify_joint_margin.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/text.h"
#include "certify/exact.h"
#include "certify/refusal.h"

namespace perceptron::core {
namespace {

// Below, the values of the rows are integers X on a grid, x = X · unit. The claims do not change if
// all planes are multiplied by the same positive number, or all flows are; so both are integers.
class JointMarginCheck {
 public:
  JointMarginCheck(const Certificate& certificate, const Dataset& data)
      : claim_(certificate),
        labels_(data.labels),
        classes_(data.classes.size()),
        features_(data.features()),
        offset_(certificate.data.offset),
        grid_(data.matrix.view()),
        unit_(1, grid_.one()),
        where_(offset_ ? "" : " through the origin"),
        planes_(integers(certificate.plane)),
        flows_(integers(certificate.alpha)) {
    require(classes_ >= 2, "the data has only one class");
    require(
        flows_.size() == claim_.points.size() && claim_.flow_classes.size() == claim_.points.size(),
        "the numbers of rows, classes and weights of its flows differ");
    std::set<std::pair<std::uint64_t, std::uint32_t>> seen;
    for (std::size_t f = 0; f < flows_.size(); ++f) {
      require(claim_.points[f] < labels_.size(), "it names a row that the data does not have");
      require(claim_.flow_classes[f] < classes_, "it names a class that the data does not have");
      require(claim_.flow_classes[f] != label(f), "a flow goes to the class of its own row");
      require(seen.emplace(claim_.points[f], claim_.flow_classes[f]).second,
              "it names a row and a class twice");
      require(flows_[f] >= 0, "a flow is negative");
    }
  }

  std::string check() const {
    switch (claim_.kind) {
      case CertificateKind::joint_separator:
        return separator();
      case CertificateKind::joint_margin:
        return margin();
      case CertificateKind::joint_inseparable:
        return inseparable();
      default:
        throw Refusal{"its kind is not known"};
    }
  }

 private:
  // ---- The three claims ----

  std::string separator() const {
    require(least_lead() > 0, "the class of a row does not have the highest score");
    return fmt::format("the planes{} give the class of every row the highest score", where_);
  }

  // lower ≤ min lead / (√2‖W‖), and ‖Σ αz‖ / (√2 Σα) ≤ upper.
  std::string margin() const {
    const Rational lower = parse_exact(claim_.lower);
    const Rational upper = parse_exact(claim_.upper);
    const Rational lead = least_lead() * unit_;
    const Rational goal = 2 * lower * lower * squares();
    require(squares() > 0, "the planes have no direction");
    require(lower > 0 ? lead > 0 && lead * lead >= goal : lead >= 0 || lead * lead <= goal,
            "a row has less margin than the lower bound says");

    require(upper >= 0, "the upper bound is negative");
    const Integer total = balanced_total();
    Integer length;
    for (std::uint32_t k = 0; k < classes_; ++k) {
      for (const Integer& x : combination(k)) length += x * x;
    }
    require(length * unit_ * unit_ <= 2 * upper * upper * total * total,
            "the flows do not prove the upper bound");
    return lower > 0 ? fmt::format(
                           "some planes{} have the joint margin lower, none have more than "
                           "upper",
                           where_)
                     : fmt::format("no planes{} have more joint margin than upper", where_);
  }

  // Σ αz = 0: for any planes the leads with these weights sum to zero, so they are not all
  // positive.
  std::string inseparable() const {
    balanced_total();
    for (std::uint32_t k = 0; k < classes_; ++k) {
      for (const Integer& x : combination(k))
        require(x == 0, "the weighted sum of the rows is not zero");
    }
    return fmt::format(
        "{} with a weighted sum of zero, so no planes{} give the class of every row the highest "
        "score",
        plural(flows_.size(), "flow"), where_);
  }

  // ---- The planes ----

  std::size_t plane_size() const { return features_ + (offset_ ? 1 : 0); }

  // The smallest difference between the score of the class of a row and that of another class.
  Integer least_lead() const {
    require(planes_.size() == classes_ * plane_size(),
            "the planes do not have as many numbers as the data has classes and features");
    std::vector<std::vector<Integer>> planes;
    for (std::uint64_t k = 0; k < classes_; ++k) {
      const auto first = planes_.begin() + static_cast<std::ptrdiff_t>(k * plane_size());
      planes.emplace_back(first, first + static_cast<std::ptrdiff_t>(plane_size()));
    }
    std::optional<Integer> least;
    std::vector<Integer> scores(classes_);
    for (std::uint64_t i = 0; i < labels_.size(); ++i) {
      if (i % 1024 == 0) check_interrupt();
      for (std::uint64_t k = 0; k < classes_; ++k) {
        scores[k] = grid_.dot(i, planes[k]);
        if (offset_) scores[k] += planes[k].back() * grid_.one();
      }
      for (std::uint64_t k = 0; k < classes_; ++k) {
        if (k == labels_[i]) continue;
        const Integer lead = scores[labels_[i]] - scores[k];
        if (!least || lead < *least) least = lead;
      }
    }
    return *least;
  }

  // ‖W‖², without the offsets.
  Integer squares() const {
    Integer sum;
    for (std::size_t j = 0; j < planes_.size(); ++j) {
      if (j % plane_size() < features_) sum += planes_[j] * planes_[j];
    }
    return sum;
  }

  // ---- The flows ----

  std::uint32_t label(std::size_t flow) const { return labels_[claim_.points[flow]]; }

  // Σα, which is positive; if offsets are free, as much flows into each class as out of it.
  Integer balanced_total() const {
    Integer total;
    std::vector<Integer> balance(classes_);
    for (std::size_t f = 0; f < flows_.size(); ++f) {
      total += flows_[f];
      balance[label(f)] += flows_[f];
      balance[claim_.flow_classes[f]] -= flows_[f];
    }
    require(total > 0, "the flows have no weight");
    for (const Integer& each : balance)
      require(!offset_ || each == 0, "the flows into a class and out of it differ");
    return total;
  }

  // The block of a class in Σ αz: what flows out of it, times its rows, less what flows into it.
  std::vector<Integer> combination(std::uint32_t k) const {
    std::vector<Integer> sum(features_);
    for (std::size_t f = 0; f < flows_.size(); ++f) {
      if (f % 4096 == 0) check_interrupt();
      if (label(f) == k) grid_.add(claim_.points[f], flows_[f], sum);
      if (claim_.flow_classes[f] == k) grid_.add(claim_.points[f], Integer(-flows_[f]), sum);
    }
    return sum;
  }

  static std::vector<Integer> integers(const std::vector<std::string>& texts) {
    std::vector<Rational> numbers;
    numbers.reserve(texts.size());
    for (const std::string& text : texts) numbers.push_back(parse_exact(text));
    return to_integers(numbers);
  }

  const Certificate& claim_;
  const std::vector<std::uint32_t>& labels_;
  std::uint64_t classes_;
  std::uint64_t features_;
  bool offset_;
  IntegerRows grid_;
  Rational unit_;
  std::string where_;
  std::vector<Integer> planes_;
  std::vector<Integer> flows_;
};

}  // namespace

std::string check_joint_margin(const Certificate& certificate, const Dataset& data) {
  return JointMarginCheck(certificate, data).check();
}

}  // namespace perceptron::core
