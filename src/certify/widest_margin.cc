#include "certify/widest_margin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "certify/contact.h"
#include "certify/contradiction.h"
#include "certify/exact_hull.h"
#include "certify/hard_margin_ascent.h"
#include "certify/hull.h"
#include "certify/margin.h"

namespace perceptron::core {
namespace {

// With at most this many support vectors the nearest point is computed, not approximated.
constexpr std::uint64_t kMostSupport = 1500;

double goal(const WidestMarginSettings& settings, double otherwise) {
  return settings.gap > 0 ? settings.gap : otherwise;
}

// The offset that puts the plane with normal w halfway between the classes.
double best_offset(const SignedRows& points, const std::vector<double>& w, std::uint64_t threads) {
  if (points.kind == Offset::none) return 0;
  const auto least = least_scores(points, w, threads);
  return 0.5 * (least[0] - least[1]);
}

void sort_rows(ZeroCombination& proof) {
  std::vector<std::pair<std::uint64_t, std::string>> pairs;
  for (std::size_t k = 0; k < proof.rows.size(); ++k)
    pairs.emplace_back(proof.rows[k], std::move(proof.weights[k]));
  std::sort(pairs.begin(), pairs.end());
  for (std::size_t k = 0; k < pairs.size(); ++k)
    std::tie(proof.rows[k], proof.weights[k]) = std::move(pairs[k]);
}

class Finder {
 public:
  Finder(const SignedRows& points, const WidestMarginSettings& settings, Listener& listener)
      : points_(points), settings_(settings), listener_(listener) {}

  WidestMargin run() {
    const auto lengths = measure_margin({points_, std::vector<double>(points_.features()), 0, {}},
                                        settings_.threads);
    found_.radius = lengths.radius;
    found_.radius_upper = lengths.radius_upper;
    found_.margin = {-lengths.radius_upper, lengths.radius_upper};
    require_all_groups();
    // Fourth powers of larger or smaller numbers overflow or underflow: these need exact
    // arithmetic.
    const bool tame = lengths.radius < 1e70 && (lengths.radius > 1e-70 || lengths.radius == 0);
    const bool small = most_support() <= kMostSupport;
    if (!tame) {
      if (!contradicted() && exact_in_reach(most_support())) settle_exactly({});
    } else if (small) {
      nearest({}) || contradicted() || settle();
    } else {
      contradicted() || approximate();
    }
    return std::move(found_);
  }

 private:
  bool close(double gap) const {
    return found_.margin.upper - found_.margin.lower <= gap * found_.margin.upper;
  }

  // Measures a plane and weights of points; returns true if they prove separability.
  bool take(std::vector<double> w, const std::vector<double>& alpha) {
    const double offset = best_offset(points_, w, settings_.threads);
    const auto evidence = measure_margin({points_, w, offset, alpha}, settings_.threads);
    if (!evidence.margin) return false;
    found_.margin = *evidence.margin;
    found_.mistake_bound = evidence.mistake_bound;
    found_.weights = std::move(w);
    found_.offset = offset;
    found_.support.clear();
    found_.alpha.clear();
    for (std::uint64_t i = 0; i < alpha.size(); ++i) {
      if (!(alpha[i] > 0)) continue;
      found_.support.push_back(i);
      found_.alpha.push_back(alpha[i]);
    }
    if (!(found_.margin.lower > 0)) return false;
    found_.separable = true;
    return true;
  }

  void require_all_groups() const {
    std::uint64_t count[2] = {};
    for (std::uint64_t i = 0; i < points_.size(); ++i) {
      if (points_.sign[i] != 0) ++count[points_.group(i)];
    }
    for (std::uint64_t g = 0; g < points_.groups(); ++g) {
      if (count[g] == 0)
        throw Error(ErrorKind::input,
                    "a margin needs rows of both classes, but all rows are of one");
    }
  }

  std::uint64_t most_support() const {
    return std::min(points_.size(), points_.features() + points_.groups());
  }

  // Each of the following functions returns true if it has decided the question.

  // Computes the nearest point of the hulls, and from it a plane within the requested gap.
  bool nearest(const std::vector<std::uint64_t>& hint) {
    HullSettings hull_settings;
    hull_settings.gap = goal(settings_, 1e-9);
    hull_settings.most_points = kMostSupport;
    hull_settings.threads = settings_.threads;
    HullResult hull = nearest_point(points_, hint, hull_settings, listener_);
    found_.passes += hull.passes;
    start_ = std::move(hull.points);
    std::vector<double> alpha(points_.size());
    for (std::size_t k = 0; k < start_.rows.size(); ++k) alpha[start_.rows[k]] = start_.alpha[k];
    return take(std::move(hull.w), alpha) && close(hull_settings.gap);
  }

  // Looks for one or two points that no plane can classify correctly.
  bool contradicted() {
    if (found_.separable == true) return false;
    const auto rows = find_contradiction(points_);
    if (rows.empty()) return false;
    refuse({rows, std::vector<std::string>(rows.size(), "1")});
    return true;
  }

  // Decides in exact arithmetic, starting from the result of the search for the nearest point.
  bool settle() {
    if (found_.separable != true && zero_combination_in_reach(start_.rows.size())) {
      auto proof = find_zero_combination(points_, start_.rows);
      if (proof) {
        refuse(std::move(*proof));
        return true;
      }
    }
    if (!exact_in_reach(start_.rows.size())) return false;
    settle_exactly(start_);
    return true;
  }

  // Coordinate ascent, followed by the nearest point itself if there are few support vectors.
  bool approximate() {
    HardMarginSettings ascent;
    ascent.gap = goal(settings_, 1e-2);
    ascent.passes = settings_.passes;
    ascent.seed = settings_.seed;
    ascent.threads = settings_.threads;
    ascent.few = kMostSupport / 2;
    HardMarginResult result = ascend_hard_margin(points_, {}, ascent, listener_);
    found_.passes = static_cast<std::uint64_t>(std::ceil(result.passes));
    std::vector<std::uint64_t> support;
    for (std::uint64_t i = 0; i < points_.size(); ++i) {
      if (result.alpha[i] > 0) support.push_back(i);
    }
    const bool enough = result.reached && settings_.gap > 0;
    if (!enough && support.size() <= ascent.few) {
      if (nearest(support) || settle()) return true;
    }
    const double left = static_cast<double>(settings_.passes) - std::ceil(result.passes);
    if (!result.reached && left > 0) {
      ascent.few = 0;
      ascent.passes = static_cast<std::uint64_t>(left);
      result = ascend_hard_margin(points_, std::move(result.alpha), ascent, listener_);
      found_.passes += static_cast<std::uint64_t>(std::ceil(result.passes));
    }
    return take(std::move(result.w), result.alpha);
  }

  // Number of bits of the values as integers on a common grid.
  double bits() const {
    int highest = -1100;
    std::visit(
        [&](const auto& rows) {
          for (std::uint64_t i = 0; i < rows.rows; ++i) {
            const auto row = rows[i];
            for (std::uint64_t j = 0; j < row.size; ++j) {
              if (row.value(j) != 0) highest = std::max(highest, std::ilogb(row.value(j)));
            }
          }
        },
        points_.rows);
    return std::max(1, highest + 1 - grid_of(points_.rows));
  }

  // Whether a system of k equations can be solved exactly in about a minute: one whose
  // coefficients are values of rows, and one whose coefficients are products of rows.
  bool zero_combination_in_reach(std::uint64_t k) const {
    const auto equations = static_cast<double>(k);
    const double length = bits();
    const double word = length <= 62 ? 1 : length / 4;
    return equations * equations * equations * (length / 15 + 1) * word < 2e10;
  }
  bool exact_in_reach(std::uint64_t k) const {
    const auto equations = static_cast<double>(k);
    const double length = 2 * bits() + 8;
    return equations * equations * equations * (length / 15) * std::max(1.0, length / 16) < 1e10;
  }

  void settle_exactly(const Combination& start) {
    const IntegerRows grid(points_.rows);
    const auto exact = nearest_exactly(points_, grid, start, listener_);
    if (!exact) return;
    found_.passes += exact->passes;
    if (!exact->hull.at_origin()) {
      accept(grid, exact->hull, exact->support);
      return;
    }
    ZeroCombination proof{exact->support, {}};
    for (const Integer& weight : exact->hull.weights()) proof.weights.push_back(weight.get_str());
    refuse(std::move(proof));
  }

  // Stores the exact solution: in doubles if they prove the same, otherwise as exact numbers.
  void accept(const IntegerRows& grid, const ExactHull& hull,
              const std::vector<std::uint64_t>& support) {
    long exponent = 0;
    std::vector<double> alpha(points_.size());
    const auto weights = as_doubles(hull.weights(), exponent);
    for (std::size_t k = 0; k < support.size(); ++k) alpha[support[k]] = weights[k];
    const double gap = goal(settings_, 1e-9);
    if (take(as_doubles(hull.w(), exponent), alpha) && close(gap)) return;

    // In units of the grid the nearest point is w/total.
    found_.separable = true;
    Rational square;
    for (const Integer& x : hull.w()) square += x * x;
    const Rational unit(1, grid.one());
    const Rational scale = unit / hull.total();
    const Rational share(1, points_.kind == Offset::none ? 1 : 2);
    const Rational margin = square * scale * scale * share * share;
    found_.margin = {root_lower(margin), root_upper(margin)};
    // R²‖w‖²/s² with the minimum score s; with an offset, for the rows [x, 1].
    const double largest = std::numeric_limits<double>::max();
    const Rational radius = exact(std::min(found_.radius_upper, largest));
    Rational bound = radius * radius * square;
    Rational score = hull.level(0) * unit;
    if (points_.kind == Offset::constant) {
      score = (hull.level(0) + hull.level(1)) * unit / 2;
      const Rational offset = (hull.level(0) - hull.level(1)) * unit / 2;
      bound = (radius * radius + 1) * (square + offset * offset);
    }
    bound /= score * score;
    found_.mistake_bound = root_upper(bound * bound);
    if (!std::isfinite(*found_.mistake_bound) || !std::isfinite(found_.radius_upper))
      found_.mistake_bound.reset();
    ZeroCombination held{support, {}};
    for (const Integer& weight : hull.weights()) held.weights.push_back(weight.get_str());
    sort_rows(held);
    found_.support = held.rows;
    found_.exact_alpha = held.weights;
    found_.alpha.clear();
    for (const std::uint64_t row : held.rows) found_.alpha.push_back(alpha[row]);
    found_.exact_plane.clear();
    for (const Integer& x : hull.w()) found_.exact_plane.push_back(x.get_str());
    if (points_.kind == Offset::constant) {
      Rational offset = Rational(hull.level(0) - hull.level(1), 2) * unit;
      offset.canonicalize();
      found_.exact_plane.push_back(offset.get_str());
    }
  }

  // Stores the proof that no plane separates the points.
  void refuse(ZeroCombination proof) {
    found_.separable = false;
    sort_rows(proof);
    std::vector<Integer> weights;
    for (const std::string& weight : proof.weights) weights.emplace_back(weight);
    long exponent = 0;
    found_.alpha = as_doubles(weights, exponent);
    const double total = std::accumulate(found_.alpha.begin(), found_.alpha.end(), 0.0);
    for (double& share : found_.alpha) share /= total;
    found_.support = proof.rows;
    found_.zero_combination = std::move(proof);
    found_.mistake_bound.reset();
    const auto contact = find_contact(points_, found_.zero_combination.rows);
    if (contact) {
      found_.touching = contact->touching;
      for (const Integer& x : contact->plane) found_.weak_plane.push_back(x.get_str());
      found_.on_weak_plane = contact->on_plane;
      found_.overlap_on_weak_plane = contact->overlap_on_plane;
    }
    const bool zero = contact && (contact->touching || contact->flat);
    found_.margin = {zero ? 0 : some_margin(), 0};
  }

  // The margin of the plane halfway between the means: a lower bound on the widest.
  double some_margin() {
    std::vector<double> w = difference_of_means(points_);
    found_.offset = best_offset(points_, w, settings_.threads);
    const auto evidence = measure_margin({points_, w, found_.offset, {}}, settings_.threads);
    found_.weights = std::move(w);
    return evidence.margin ? std::min(0.0, evidence.margin->lower) : -found_.radius;
  }

  const SignedRows& points_;
  const WidestMarginSettings& settings_;
  Listener& listener_;
  WidestMargin found_;
  Combination start_;  // of the search for the nearest point
};

}  // namespace

WidestMargin find_widest_margin(const SignedRows& points, const WidestMarginSettings& settings,
                                Listener& listener) {
  return Finder(points, settings, listener).run();
}

}  // namespace perceptron::core
