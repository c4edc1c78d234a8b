#include "certify/optimum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "certify/ascent.h"
#include "certify/contradiction.h"
#include "certify/exact_hull.h"
#include "certify/hull.h"
#include "certify/margin.h"
#include "certify/touching.h"

namespace perceptron::core {
namespace {

// Up to so many support points the nearest point itself is looked for.
constexpr std::uint64_t kMostSupport = 1500;

double goal(const OptimumSettings& settings, double otherwise) {
  return settings.gap > 0 ? settings.gap : otherwise;
}

// The plane of normal w halfway between the classes.
double best_offset(const Points& points, const std::vector<double>& w, std::uint64_t threads) {
  if (points.kind == Offset::none) return 0;
  const auto least = least_scores(points, w, threads);
  return 0.5 * (least[0] - least[1]);
}

void sort_rows(Vanishing& proof) {
  std::vector<std::pair<std::uint64_t, std::string>> pairs;
  for (std::size_t k = 0; k < proof.rows.size(); ++k)
    pairs.emplace_back(proof.rows[k], std::move(proof.weights[k]));
  std::sort(pairs.begin(), pairs.end());
  for (std::size_t k = 0; k < pairs.size(); ++k)
    std::tie(proof.rows[k], proof.weights[k]) = std::move(pairs[k]);
}

class Finder {
 public:
  Finder(const Points& points, const OptimumSettings& settings, Listener& listener)
      : points_(points), settings_(settings), listener_(listener) {}

  Optimum run() {
    const auto lengths = measure_margin({points_, std::vector<double>(points_.features()), 0, {}},
                                        settings_.threads);
    optimum_.radius = lengths.radius;
    optimum_.radius_upper = lengths.radius_upper;
    optimum_.margin = {-lengths.radius_upper, lengths.radius_upper};
    require_all_groups();
    // Fourth powers of other numbers overflow or vanish: leave them to exact arithmetic.
    const bool tame = lengths.radius < 1e70 && (lengths.radius > 1e-70 || lengths.radius == 0);
    const bool small = most_support() <= kMostSupport;
    if (!tame) {
      if (!contradicted() && exact_in_reach(most_support())) settle_exactly({});
    } else if (small) {
      nearest({}) || contradicted() || settle();
    } else {
      contradicted() || approximate();
    }
    return std::move(optimum_);
  }

 private:
  bool close(double gap) const {
    return optimum_.margin.upper - optimum_.margin.lower <= gap * optimum_.margin.upper;
  }

  // Measures a plane and weights of points; true if they prove separability.
  bool take(std::vector<double> w, const std::vector<double>& alpha) {
    const double offset = best_offset(points_, w, settings_.threads);
    const auto evidence = measure_margin({points_, w, offset, alpha}, settings_.threads);
    if (!evidence.margin) return false;
    optimum_.margin = *evidence.margin;
    optimum_.mistake_bound = evidence.mistake_bound;
    optimum_.weights = std::move(w);
    optimum_.offset = offset;
    optimum_.support.clear();
    optimum_.alpha.clear();
    for (std::uint64_t i = 0; i < alpha.size(); ++i) {
      if (!(alpha[i] > 0)) continue;
      optimum_.support.push_back(i);
      optimum_.alpha.push_back(alpha[i]);
    }
    if (!(optimum_.margin.lower > 0)) return false;
    optimum_.separable = true;
    return true;
  }

  void require_all_groups() const {
    std::uint64_t count[2] = {};
    for (std::uint64_t i = 0; i < points_.size(); ++i) {
      if (points_.sign[i] != 0) ++count[points_.group(i)];
    }
    for (std::uint64_t g = 0; g < points_.groups(); ++g) {
      if (count[g] == 0)
        throw Error(ErrorKind::input, "a margin needs rows of both classes, there are of one only");
    }
  }

  std::uint64_t most_support() const {
    return std::min(points_.size(), points_.features() + points_.groups());
  }

  // Each of the following is true if it has settled the question.

  // The nearest point of the hulls, and with it a plane to the gap asked for.
  bool nearest(const std::vector<std::uint64_t>& hint) {
    HullSettings hull_settings;
    hull_settings.gap = goal(settings_, 1e-9);
    hull_settings.most_points = kMostSupport;
    hull_settings.threads = settings_.threads;
    HullResult hull = nearest_point(points_, hint, hull_settings, listener_);
    optimum_.passes += hull.passes;
    start_ = std::move(hull.points);
    std::vector<double> alpha(points_.size());
    for (std::size_t k = 0; k < start_.rows.size(); ++k) alpha[start_.rows[k]] = start_.alpha[k];
    return take(std::move(hull.w), alpha) && close(hull_settings.gap);
  }

  // Two points, or one, that no plane can have on their sides.
  bool contradicted() {
    if (optimum_.separable == true) return false;
    const auto rows = find_contradiction(points_);
    if (rows.empty()) return false;
    refuse({rows, std::vector<std::string>(rows.size(), "1")});
    return true;
  }

  // Exact arithmetic on what the search for the nearest point left behind.
  bool settle() {
    if (optimum_.separable != true && vanish_in_reach(start_.rows.size())) {
      auto proof = vanishing_weights(points_, start_.rows);
      if (proof) {
        refuse(std::move(*proof));
        return true;
      }
    }
    if (!exact_in_reach(start_.rows.size())) return false;
    settle_exactly(start_);
    return true;
  }

  // Ascent; and the nearest point itself where few points turn out to matter.
  bool approximate() {
    AscentSettings ascent;
    ascent.gap = goal(settings_, 1e-2);
    ascent.passes = settings_.passes;
    ascent.seed = settings_.seed;
    ascent.threads = settings_.threads;
    ascent.few = kMostSupport / 2;
    AscentResult result = ascend(points_, {}, ascent, listener_);
    optimum_.passes = static_cast<std::uint64_t>(std::ceil(result.passes));
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
      result = ascend(points_, std::move(result.alpha), ascent, listener_);
      optimum_.passes += static_cast<std::uint64_t>(std::ceil(result.passes));
    }
    return take(std::move(result.w), result.alpha);
  }

  // Bits of the values as integers on one grid.
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

  // Whether systems of k equations can be solved exactly in a minute or so:
  // those with the values in them, those with products of rows.
  bool vanish_in_reach(std::uint64_t k) const {
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
    optimum_.passes += exact->passes;
    if (!exact->hull.at_origin()) {
      accept(grid, exact->hull, exact->support);
      return;
    }
    Vanishing proof{exact->support, {}};
    for (const Integer& weight : exact->hull.weights()) proof.weights.push_back(weight.get_str());
    refuse(std::move(proof));
  }

  // The exact optimum: as doubles if they prove it as well, else as it is.
  void accept(const IntegerRows& grid, const ExactHull& hull,
              const std::vector<std::uint64_t>& support) {
    long exponent = 0;
    std::vector<double> alpha(points_.size());
    const auto weights = as_doubles(hull.weights(), exponent);
    for (std::size_t k = 0; k < support.size(); ++k) alpha[support[k]] = weights[k];
    const double gap = goal(settings_, 1e-9);
    if (take(as_doubles(hull.w(), exponent), alpha) && close(gap)) return;

    // In units of the grid the nearest point is w/total.
    optimum_.separable = true;
    Rational square;
    for (const Integer& x : hull.w()) square += x * x;
    const Rational unit(1, grid.one());
    const Rational scale = unit / hull.total();
    const Rational share(1, points_.kind == Offset::none ? 1 : 2);
    const Rational margin = square * scale * scale * share * share;
    optimum_.margin = {root_lower(margin), root_upper(margin)};
    // R²‖w‖²/s², s the least score; with an offset for the rows [x, 1].
    const double largest = std::numeric_limits<double>::max();
    const Rational radius = exact(std::min(optimum_.radius_upper, largest));
    Rational bound = radius * radius * square;
    Rational score = hull.level(0) * unit;
    if (points_.kind == Offset::constant) {
      score = (hull.level(0) + hull.level(1)) * unit / 2;
      const Rational offset = (hull.level(0) - hull.level(1)) * unit / 2;
      bound = (radius * radius + 1) * (square + offset * offset);
    }
    bound /= score * score;
    optimum_.mistake_bound = root_upper(bound * bound);
    if (!std::isfinite(*optimum_.mistake_bound) || !std::isfinite(optimum_.radius_upper))
      optimum_.mistake_bound.reset();
    Vanishing held{support, {}};
    for (const Integer& weight : hull.weights()) held.weights.push_back(weight.get_str());
    sort_rows(held);
    optimum_.support = held.rows;
    optimum_.exact_alpha = held.weights;
    optimum_.alpha.clear();
    for (const std::uint64_t row : held.rows) optimum_.alpha.push_back(alpha[row]);
    optimum_.exact_plane.clear();
    for (const Integer& x : hull.w()) optimum_.exact_plane.push_back(x.get_str());
    if (points_.kind == Offset::constant) {
      Rational offset = Rational(hull.level(0) - hull.level(1), 2) * unit;
      offset.canonicalize();
      optimum_.exact_plane.push_back(offset.get_str());
    }
  }

  // No plane separates the points.
  void refuse(Vanishing proof) {
    optimum_.separable = false;
    sort_rows(proof);
    std::vector<Integer> weights;
    for (const std::string& weight : proof.weights) weights.emplace_back(weight);
    long exponent = 0;
    optimum_.alpha = as_doubles(weights, exponent);
    const double total = std::accumulate(optimum_.alpha.begin(), optimum_.alpha.end(), 0.0);
    for (double& share : optimum_.alpha) share /= total;
    optimum_.support = proof.rows;
    optimum_.vanishing = std::move(proof);
    optimum_.mistake_bound.reset();
    const auto contact = find_contact(points_, optimum_.vanishing.rows);
    if (contact) {
      optimum_.touching = contact->touching;
      for (const Integer& x : contact->plane) optimum_.weak_plane.push_back(x.get_str());
    }
    const bool zero = contact && (contact->touching || contact->flat);
    optimum_.margin = {zero ? 0 : some_margin(), 0};
  }

  // The margin of the plane between the means: at least there is one with it.
  double some_margin() {
    std::vector<double> w = difference_of_means(points_);
    optimum_.offset = best_offset(points_, w, settings_.threads);
    const auto evidence = measure_margin({points_, w, optimum_.offset, {}}, settings_.threads);
    optimum_.weights = std::move(w);
    return evidence.margin ? std::min(0.0, evidence.margin->lower) : -optimum_.radius;
  }

  const Points& points_;
  const OptimumSettings& settings_;
  Listener& listener_;
  Optimum optimum_;
  Combination start_;  // of the search for the nearest point
};

}  // namespace

Optimum find_optimum(const Points& points, const OptimumSettings& settings, Listener& listener) {
  return Finder(points, settings, listener).run();
}

}  // namespace perceptron::core
