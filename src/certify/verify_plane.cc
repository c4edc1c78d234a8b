#include "certify/verify_plane.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/interrupt.h"
#include "base/text.h"
#include "certify/exact.h"
#include "certify/refusal.h"

// Below, the values of the rows are integers X on a grid: x = X · unit. A claim about a plane does
// not change if weights and offset are multiplied by the same positive number, and a claim about a
// combination of points does not change if its weights are. So both are integers too, and no sum or
// comparison is rounded.

namespace perceptron::core {
namespace {

class Verifier {
 public:
  Verifier(const Certificate& certificate, const Dataset& data)
      : claim_(certificate),
        signs_(signs_of(certificate, data.labels)),
        features_(data.features()),
        grid_(data.matrix.view()),
        unit_(1, grid_.one()),
        where_(certificate.data.offset ? "" : " through the origin") {
    plane_ = to_integers(parse_all(claim_.plane));
    const std::vector<Rational> weights = parse_all(claim_.alpha);
    for (const Rational& weight : weights) require(weight >= 0, "a weight of a row is negative");
    alpha_ = to_integers(weights);
    require(alpha_.size() == claim_.points.size(), "the numbers of rows and of weights differ");
    std::set<std::uint64_t> seen;
    for (const std::uint64_t row : claim_.points) {
      require(row < signs_.size(), "it names a row that the data does not have");
      require(signs_[row] != 0, "it names a row of a class that it is not about");
      require(seen.insert(row).second, "it names a row twice");
    }
  }

  std::string check() {
    switch (claim_.kind) {
      case CertificateKind::separator:
        return separator();
      case CertificateKind::margin:
        return margin();
      case CertificateKind::inseparable:
        return inseparable();
      case CertificateKind::mistake_bound:
        return mistake_bound();
      default:
        break;
    }
    throw Refusal{"its kind is not known"};
  }

 private:
  // ---- The four claims ----

  std::string separator() {
    require(least_score() > 0, "a row is not strictly on its side of the plane");
    return "the plane" + where_ + " has every row strictly on its side";
  }

  // lower ≤ min y(w·x + b) / ‖w‖, and ‖Σαz‖ / Σα ≤ upper, or half the distance between the
  // classes' α-weighted means ≤ upper.
  std::string margin() {
    const Rational lower = parse_exact(claim_.lower);
    const Rational upper = parse_exact(claim_.upper);
    const Rational score = least_score() * unit_;
    const Rational goal = lower * lower * normal_square();
    require(normal_square() > 0, "the plane has no direction");
    require(lower > 0 ? score > 0 && score * score >= goal : score >= 0 || score * score <= goal,
            "a row is nearer to the plane than the lower bound says");

    require(upper >= 0, "the upper bound is negative");
    const auto [sum, total] = combine();
    Rational length;
    Rational weight = total[0] + total[1];
    if (claim_.data.offset) {
      for (std::uint64_t j = 0; j < features_; ++j) {
        const Integer part = sum[1][j] * total[0] - sum[0][j] * total[1];
        length += part * part;
      }
      weight = 2 * total[0] * total[1];
    } else {
      for (std::uint64_t j = 0; j < features_; ++j) {
        const Integer part = sum[1][j] - sum[0][j];
        length += part * part;
      }
    }
    require(weight > 0, "the rows that should prove the upper bound have no weight");
    require(length * unit_ * unit_ <= upper * upper * weight * weight,
            "the rows do not prove the upper bound");
    return lower > 0 ? "some plane" + where_ + " has the margin lower, none has more than upper"
                     : "no plane" + where_ + " has more margin than upper";
  }

  // Σ αyx = 0 and, with an offset, Σ αy = 0: for any plane the scores y(w·x + b) with these
  // weights sum to zero, so they are not all positive.
  std::string inseparable() {
    const auto [sum, total] = combine();
    require(total[0] + total[1] > 0, "the rows have no weight");
    require(!claim_.data.offset || total[0] == total[1], "the classes' weights are not equal");
    for (std::uint64_t j = 0; j < features_; ++j)
      require(sum[0][j] == sum[1][j], "the weighted sum of the rows is not zero");
    if (claim_.plane.empty())
      return fmt::format("{} with a weighted sum of zero, so no plane{} separates the classes",
                         plural(claim_.points.size(), "row"), where_);
    const auto [least, greatest] = scores();
    require(least == 0 && greatest > 0, "the plane does not show that the classes only touch");
    return "the classes touch without overlapping, so no plane" + where_ +
           " separates them strictly";
  }

  // Novikoff: at most R²‖w‖²/s² mistakes if ‖x‖ ≤ R and y·w·x ≥ s; with an offset, for the rows
  // [x, 1] and the plane [w, b].
  std::string mistake_bound() {
    const Rational radius = parse_exact(claim_.radius);
    const Rational bound = parse_exact(claim_.bound);
    const Rational score = least_score() * unit_;
    require(score > 0, "a row is not strictly on its side of the plane");
    Integer longest = 0;
    for (std::uint64_t i = 0; i < signs_.size(); ++i)
      if (signs_[i] != 0) longest = std::max(longest, grid_.squared_length(i));
    require(radius >= 0 && longest * unit_ * unit_ <= radius * radius,
            "a row is longer than the radius");
    const Rational lifted = claim_.data.offset ? 1 : 0;
    const Rational b = claim_.data.offset ? Rational(plane_.back()) : Rational(0);
    require((radius * radius + lifted) * (normal_square() + b * b) <= bound * score * score,
            "the plane does not prove the bound on mistakes");
    return "a perceptron that starts at zero makes no more mistakes than the bound, in any order";
  }

  // ---- Sums over the rows ----

  static std::vector<Rational> parse_all(const std::vector<std::string>& texts) {
    std::vector<Rational> numbers;
    numbers.reserve(texts.size());
    for (const std::string& text : texts) numbers.push_back(parse_exact(text));
    return numbers;
  }

  // y of each row; 0 for rows of other classes.
  static std::vector<int> signs_of(const Certificate& claim,
                                   const std::vector<std::uint32_t>& labels) {
    std::vector<int> signs;
    signs.reserve(labels.size());
    for (const std::uint32_t label : labels) {
      const bool against = claim.negative ? label == *claim.negative : label != claim.positive;
      signs.push_back(label == claim.positive ? 1 : against ? -1 : 0);
    }
    return signs;
  }

  // y(w·X + b/unit) for one row.
  Integer score(std::uint64_t row) const {
    Integer s = grid_.dot(row, plane_);
    if (claim_.data.offset) s += plane_.back() * grid_.one();
    return signs_[row] > 0 ? s : Integer(-s);
  }
  void require_plane() const {
    require(plane_.size() == features_ + (claim_.data.offset ? 1 : 0),
            "the plane does not have as many numbers as the data has features");
  }
  struct Scores {
    Integer least;
    Integer greatest;
  };
  Scores scores() const {
    require_plane();
    std::optional<Scores> scores;
    for (std::uint64_t i = 0; i < signs_.size(); ++i) {
      if (i % 4096 == 0) check_interrupt();
      if (signs_[i] == 0) continue;
      const Integer own = score(i);
      if (!scores) scores = {own, own};
      scores->least = std::min(scores->least, own);
      scores->greatest = std::max(scores->greatest, own);
    }
    require(scores.has_value(), "the data has no rows of its classes");
    return *scores;
  }
  Integer least_score() const { return scores().least; }
  Integer normal_square() const {
    Integer sum;
    for (std::uint64_t j = 0; j < features_; ++j) sum += plane_[j] * plane_[j];
    return sum;
  }

  // Σ αX and Σα over each class.
  struct Sums {
    std::vector<Integer> sum[2];
    Integer total[2];
  };
  Sums combine() const {
    Sums sums;
    sums.sum[0].resize(features_);
    sums.sum[1].resize(features_);
    for (std::size_t k = 0; k < alpha_.size(); ++k) {
      const std::uint64_t row = claim_.points[k];
      const std::size_t side = signs_[row] > 0 ? 1 : 0;
      grid_.add(row, alpha_[k], sums.sum[side]);
      sums.total[side] += alpha_[k];
    }
    return sums;
  }

  const Certificate& claim_;
  std::vector<int> signs_;
  std::uint64_t features_;
  IntegerRows grid_;
  Rational unit_;
  std::string where_;
  std::vector<Integer> plane_;
  std::vector<Integer> alpha_;
};

}  // namespace

std::string check_plane(const Certificate& certificate, const Dataset& data) {
  return Verifier(certificate, data).check();
}

}  // namespace perceptron::core
