#include "certify/separation.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/interrupt.h"
#include "base/number.h"
#include "certify/common_face.h"
#include "certify/hull.h"
#include "certify/lifted_rows.h"
#include "certify/rational_span.h"

namespace perceptron::core {
namespace {

// With more support vectors the rows that cancel are those that are known.
constexpr std::uint64_t kMostCancelling = 1500;
constexpr double kMostValues = 3e7;  // of the rows, as integers in memory

std::vector<std::string> texts_of(const IntegerVector& numbers) {
  std::vector<std::string> texts;
  texts.reserve(numbers.size());
  for (const Integer& x : numbers) texts.push_back(x.get_str());
  return texts;
}

// Rows whose combination is zero, as many as are easily found: the more they span, the less is left
// to search.
ZeroCombination cancelling_rows(const SignedRows& points, const WidestMargin& known,
                                const WidestMarginSettings& settings, Listener& listener) {
  const ZeroCombination& proof = known.zero_combination;
  const bool tame = known.radius < 1e70 && known.radius > 1e-70;
  if (proof.rows.size() > 2 || !tame ||
      std::min(points.size(), points.features() + points.groups()) > kMostCancelling)
    return proof;
  HullSettings nearest;
  nearest.threads = settings.threads;
  const HullResult hull = nearest_point(points, {}, nearest, listener);
  const auto k = static_cast<double>(hull.points.rows.size());
  if (!within_exact_reach(k * k * k / 10, 64)) return proof;
  auto found = find_zero_combination(points, hull.points.rows);
  if (found && found->rows.size() > proof.rows.size()) return std::move(*found);
  return proof;
}

class Diagnoser {
 public:
  Diagnoser(const SignedRows& points, const WidestMargin& known,
            const WidestMarginSettings& settings, Listener& listener)
      : points_(points),
        known_(known),
        settings_(settings),
        listener_(listener),
        lifted_(points),
        dimensions_(lifted_.dimensions) {}

  Diagnosis run() {
    const auto independence = find_independence(lifted_);
    if (!independence) return std::move(found_);
    kept_ = independence->kept;
    for (const auto& [column, direction] : independence->aliased)
      found_.aliased.push_back({feature_of(column), plane_text(direction)});
    keep_coordinates(lifted_, kept_);
    auto face = known_.separable == true ? without_face(*independence) : with_face();
    if (!face) return std::move(found_);
    state_partition(*face);
    find_coefficients(*face);
    return std::move(found_);
  }

 private:
  std::uint64_t feature_of(std::uint64_t coordinate) const {
    return coordinate < lifted_.first_feature ? points_.features()
                                              : coordinate - lifted_.first_feature;
  }

  // Of all coordinates: the weights, then the offset if there is one.
  std::vector<std::string> plane_text(IntegerVector all) const {
    std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(lifted_.first_feature),
                all.end());
    return texts_of(all);
  }

  // ---- Which rows can be separated ----

  // The plane that separates all rows, in the coordinates that are kept.
  std::optional<CommonFace> without_face(const Independence& independence) const {
    RationalVector plane;
    if (lifted_.first_feature == 1) {
      plane.push_back(known_.exact_plane.empty() ? exact(known_.offset)
                                                 : parse_exact(known_.exact_plane.back()));
    }
    for (std::uint64_t j = 0; j < points_.features(); ++j) {
      plane.push_back(known_.exact_plane.empty() ? exact(known_.weights[j])
                                                 : parse_exact(known_.exact_plane[j]));
    }
    for (const auto& [column, direction] : independence.aliased) {
      const Rational factor = plane[column] / direction[column];
      for (std::size_t c = 0; c < plane.size(); ++c) plane[c] -= factor * direction[c];
    }
    RationalVector kept;
    for (const std::uint64_t c : kept_) kept.push_back(plane[c]);
    const auto open = static_cast<double>(lifted_.dimensions);
    if (!within_exact_reach(static_cast<double>(lifted_.size()) * open * open * 5,
                            lifted_.longest()))
      return std::nullopt;
    return empty_face(lifted_, to_integers(kept));
  }

  std::optional<CommonFace> with_face() const {
    const ZeroCombination start = cancelling_rows(points_, known_, settings_, listener_);
    IntegerVector weights;
    for (const std::string& weight : start.weights) weights.emplace_back(weight);
    return find_common_face(lifted_, {start.rows.begin(), start.rows.end()}, weights);
  }

  void state_partition(const CommonFace& face) {
    CancellingRows all = face.spanning;
    const auto& members = all.members();
    std::vector<std::size_t> rest;
    for (const std::size_t i : face.on) {
      if (std::find(members.begin(), members.end(), i) == members.end()) rest.push_back(i);
    }
    if (!rest.empty() && !all.join(rest, IntegerVector(rest.size(), 1))) return;
    std::map<std::uint64_t, std::string> weights;
    for (std::size_t k = 0; k < members.size(); ++k)
      weights[members[k]] = all.weights()[k].get_str();
    for (const auto& [row, weight] : weights) {
      found_.on_plane.push_back(row);
      found_.alpha.push_back(weight);
    }
    IntegerVector plane(dimensions_);
    for (std::size_t k = 0; k < kept_.size(); ++k) plane[kept_[k]] = face.direction[k];
    found_.plane = plane_text(std::move(plane));
    found_.at_one_point = face.spanning.rank() == 1;
    found_.separation = face.on.empty()    ? Separation::complete
                        : face.off.empty() ? Separation::none
                                           : Separation::quasi_complete;
  }

  // ---- Which coefficients are infinite ----

  void find_coefficients(const CommonFace& face) {
    if (!found_.separation) return;
    const auto open = static_cast<double>(face.normals.size());
    const auto rows = static_cast<double>(face.off.size());
    if (!within_exact_reach(static_cast<double>(kept_.size()) * rows * open * open,
                            lifted_.longest()))
      return;
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      check_interrupt();
      listener_.progress("coefficients", k, kept_.size());
      if (!judge(face, k)) return;
    }
    std::sort(found_.undetermined.begin(), found_.undetermined.end());
    std::sort(found_.infinite.begin(), found_.infinite.end(),
              [](const auto& a, const auto& b) { return a.feature < b.feature; });
    found_.has_coefficients = true;
  }

  // Returns false if a system of equations could not be solved. Modulo the span of the face the
  // other rows are on one side of a plane. So e_k is a combination of them with positive weights
  // just if the origin is in the hull of them and −e_k.
  bool judge(const CommonFace& face, std::size_t k) {
    SparseIntegers unit = image(face.normals, {{k, Integer(1)}});
    if (unit.empty()) return true;  // finite
    const int sign = sgn(face.direction[k]);
    if (sign == 0) {
      found_.undetermined.push_back(feature_of(kept_[k]));
      return true;
    }
    if (sign > 0) {
      for (auto& [place, value] : unit) value = -value;
    }
    ExactHull hull = face.hull;
    hull.add(std::move(unit), 0);
    if (!hull.minimise()) return false;
    if (hull.at_origin()) return prove(face, hull, k, sign);
    found_.undetermined.push_back(feature_of(kept_[k]));
    return true;
  }

  bool prove(const CommonFace& face, const ExactHull& hull, std::size_t k, int sign) {
    std::map<std::size_t, Rational> weights;
    IntegerVector sum(lifted_.dimensions);
    for (std::size_t c = 0; c < hull.corral().size(); ++c) {
      const Integer& weight = hull.weights()[c];
      const std::size_t place = hull.corral()[c];
      if (place == face.off.size()) {  // the coefficient
        sum[k] -= sign * weight;
        continue;
      }
      weights[face.off[place]] = weight;
      for (const auto& [at, value] : lifted_.rows[face.off[place]]) sum[at] += weight * value;
    }
    const auto balance = face.spanning.balance(sum);
    if (!balance) return false;
    for (std::size_t m = 0; m < balance->size(); ++m) {
      if ((*balance)[m] != 0) weights[face.spanning.members()[m]] = (*balance)[m];
    }
    CoefficientProof proof{feature_of(kept_[k]), sign, {}, {}};
    RationalVector numbers;
    for (const auto& [row, weight] : weights) {
      proof.rows.push_back(row);
      numbers.push_back(weight);
    }
    proof.weights = texts_of(to_integers(numbers));
    found_.infinite.push_back(std::move(proof));
    return true;
  }

  const SignedRows& points_;
  const WidestMargin& known_;
  const WidestMarginSettings& settings_;
  Listener& listener_;
  LiftedRows lifted_;  // in the coordinates that are kept
  std::uint64_t dimensions_;
  std::vector<std::uint64_t> kept_;
  Diagnosis found_;
};

// What the margin says by itself: a plane that separates all rows.
Diagnosis complete_only(const SignedRows& points, const WidestMargin& known) {
  Diagnosis found;
  found.separation = Separation::complete;
  found.plane = known.exact_plane;
  if (!found.plane.empty()) return found;
  for (const double w : known.weights) found.plane.push_back(hexadecimal(w));
  if (points.kind == Offset::constant) found.plane.push_back(hexadecimal(known.offset));
  return found;
}

}  // namespace

Diagnosis diagnose_separation(const SignedRows& points, const WidestMargin& known,
                              const WidestMarginSettings& settings, Listener& listener) {
  if (!known.separable) return {};
  Diagnosis found;
  const double values = static_cast<double>(points.size()) * static_cast<double>(points.features());
  if (values < kMostValues) found = Diagnoser(points, known, settings, listener).run();
  if (found.separation) return found;
  return *known.separable ? complete_only(points, known) : Diagnosis{};
}

}  // namespace perceptron::core
