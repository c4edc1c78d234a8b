#include "certify/verify_separation.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/interrupt.h"
#include "base/text.h"
#include "certify/exact.h"
#include "certify/refusal.h"

// As in verify_plane.cc, the values of the rows are integers X on a grid, and so are planes and
// weights, of which a positive multiple proves the same. z below is y·[X, 1/unit].

namespace perceptron::core {
namespace {

class SeparationVerifier {
 public:
  SeparationVerifier(const Certificate& certificate, const Dataset& data)
      : claim_(certificate),
        labels_(data.labels),
        features_(data.features()),
        dimensions_(features_ + (certificate.data.offset ? 1 : 0)),
        grid_(data.matrix.view()) {}

  std::string check() {
    check_partition();
    check_aliased();
    for (const CoefficientProof& each : claim_.infinite) check_infinite(each);
    return words();
  }

 private:
  // No row is on the wrong side of the plane, and those on it are the rows with weights. These sum
  // to zero: so they are on every plane that has no row on its wrong side.
  void check_partition() {
    const std::vector<Integer> plane = direction(claim_.plane, "the plane");
    const std::vector<Integer> alpha = weights(claim_.points, claim_.alpha);
    on_plane_.assign(claim_.points.begin(), claim_.points.end());
    std::sort(on_plane_.begin(), on_plane_.end());
    for (std::uint64_t i = 0; i < labels_.size(); ++i) {
      if (i % 4096 == 0) check_interrupt();
      const Integer own = score(i, plane);
      require(own >= 0, "a row is on the wrong side of the plane");
      require((own == 0) == is_on_plane(i), own == 0 ? "a row on the plane has no weight"
                                                     : "a row with a weight is not on the plane");
    }
    for (const Integer& x : sum(claim_.points, alpha))
      require(x == 0, "the weighted sum of the rows on the plane is not zero");
    const Separation proved = on_plane_.empty()                    ? Separation::complete
                              : on_plane_.size() == labels_.size() ? Separation::none
                                                                   : Separation::quasi_complete;
    require(proved == claim_.separation, fmt::format("the separation is {}, not {}",
                                                     name_of(proved), name_of(claim_.separation)));
  }

  // A direction that no row notices, in which of all aliased features only this one is not 0: with
  // it the feature can be made 0 without a change of scores.
  void check_aliased() {
    for (const AliasedFeature& each : claim_.aliased) {
      require(each.feature < dimensions_, "it names a feature that the data does not have");
      require(aliased_.insert(each.feature).second, "it names an aliased feature twice");
    }
    for (const AliasedFeature& each : claim_.aliased) {
      const std::vector<Integer> n = direction(each.direction, "a direction");
      for (const std::uint64_t feature : aliased_)
        require((n[feature] != 0) == (feature == each.feature),
                "a direction does not show that its feature is aliased");
      for (std::uint64_t i = 0; i < labels_.size(); ++i) {
        if (i % 4096 == 0) check_interrupt();
        require(score(i, n) == 0, "a direction of an aliased feature changes scores");
      }
    }
  }

  // sign·w_j times a positive number is the weighted sum of the scores, all of which stay above
  // something while the likelihood approaches its supremum; those off the plane tend to infinity.
  void check_infinite(const CoefficientProof& proof) {
    require(proof.feature < dimensions_, "it names a feature that the data does not have");
    require(!aliased_.contains(proof.feature), "a coefficient of an aliased feature is 0");
    require(infinite_.insert(proof.feature).second, "it names an infinite coefficient twice");
    const std::vector<Integer> total = sum(proof.rows, weights(proof.rows, proof.weights));
    for (std::uint64_t c = 0; c < dimensions_; ++c) {
      if (aliased_.contains(c)) continue;
      const int sign = sgn(total[c]);
      require(sign == (c == proof.feature ? proof.sign : 0),
              "the rows do not prove that a coefficient is infinite");
    }
    require(std::any_of(proof.rows.begin(), proof.rows.end(),
                        [&](std::uint64_t row) { return !is_on_plane(row); }),
            "the rows that should prove that a coefficient is infinite are all on the plane");
  }

  std::string words() const {
    const std::size_t on = on_plane_.size();
    const std::string origin = claim_.data.offset ? "" : " through the origin";
    std::string text;
    switch (claim_.separation) {
      case Separation::complete:
        text = fmt::format("complete separation: a plane{} has every row strictly on its side",
                           origin);
        break;
      case Separation::quasi_complete:
        text = fmt::format(
            "quasi-complete separation: a plane{} has no row on its wrong side, and every such "
            "plane "
            "has {} of {} on itself",
            origin, on, plural(labels_.size(), "row"));
        break;
      case Separation::none:
        text = fmt::format(
            "no separation: every plane{} with no row on its wrong side has all rows on itself",
            origin);
        break;
    }
    if (!claim_.infinite.empty())
      text += fmt::format("; {} infinite in a logistic regression without a penalty",
                          claim_.infinite.size() == 1
                              ? "1 coefficient is"
                              : fmt::format("{} coefficients are", claim_.infinite.size()));
    return text;
  }

  // ---- Numbers of the certificate ----

  std::vector<Integer> direction(const std::vector<std::string>& texts, const char* what) const {
    require(texts.size() == dimensions_,
            fmt::format("{} does not have as many numbers as the data has features", what));
    std::vector<Rational> numbers;
    numbers.reserve(texts.size());
    for (const std::string& text : texts) numbers.push_back(parse_exact(text));
    return to_integers(numbers);
  }

  // Of rows, each once; positive.
  std::vector<Integer> weights(const std::vector<std::uint64_t>& rows,
                               const std::vector<std::string>& texts) const {
    require(rows.size() == texts.size(), "the numbers of rows and of weights differ");
    std::set<std::uint64_t> seen;
    std::vector<Rational> numbers;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      require(rows[k] < labels_.size(), "it names a row that the data does not have");
      require(seen.insert(rows[k]).second, "it names a row twice");
      numbers.push_back(parse_exact(texts[k]));
      require(numbers.back() > 0, "a weight of a row is not positive");
    }
    return to_integers(numbers);
  }

  // ---- Sums over the rows ----

  bool is_on_plane(std::uint64_t row) const {
    return std::binary_search(on_plane_.begin(), on_plane_.end(), row);
  }
  bool is_positive(std::uint64_t row) const { return labels_[row] == 1; }

  // z·u
  Integer score(std::uint64_t row, const std::vector<Integer>& u) const {
    Integer s = grid_.dot(row, u);
    if (claim_.data.offset) s += u.back() * grid_.one();
    return is_positive(row) ? s : Integer(-s);
  }
  // Σ weight·z
  std::vector<Integer> sum(const std::vector<std::uint64_t>& rows,
                           const std::vector<Integer>& weights) const {
    std::vector<Integer> total(dimensions_);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (k % 4096 == 0) check_interrupt();
      const Integer weight = is_positive(rows[k]) ? weights[k] : Integer(-weights[k]);
      grid_.add(rows[k], weight, total);
      if (claim_.data.offset) total.back() += weight * grid_.one();
    }
    return total;
  }

  const Certificate& claim_;
  const std::vector<std::uint32_t>& labels_;
  std::uint64_t features_;
  std::uint64_t dimensions_;
  IntegerRows grid_;
  std::vector<std::uint64_t> on_plane_;  // ascending
  std::set<std::uint64_t> aliased_;
  std::set<std::uint64_t> infinite_;
};

}  // namespace

std::string check_separation(const Certificate& certificate, const Dataset& data) {
  return SeparationVerifier(certificate, data).check();
}

}  // namespace perceptron::core
