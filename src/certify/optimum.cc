#include "certify/optimum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "certify/ascent.h"
#include "certify/contradiction.h"
#include "certify/exact_hull.h"
#include "certify/hull.h"
#include "certify/margin.h"
#include "certify/rounding.h"
#include "certify/touching.h"

namespace perceptron {
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
        throw Error(Exit::input, "a margin needs rows of both classes, there are of one only");
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
    if (!result.reached) {
      ascent.few = 0;
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
    ExactHull hull(points_.features(), points_.groups());
    std::vector<std::uint64_t> rows;
    const auto add = [&](std::uint64_t i) {
      hull.add(grid.row(i, points_.sign[i]), points_.group(i));
      rows.push_back(i);
    };
    for (const std::uint64_t i : start.rows) add(i);
    for (std::uint64_t g = 0; g < points_.groups(); ++g) {
      std::uint64_t first = 0;
      while (points_.sign[first] == 0 || points_.group(first) != g) ++first;
      if (std::find(rows.begin(), rows.end(), first) == rows.end()) add(first);
    }
    std::vector<std::size_t> known(start.rows.size());
    for (std::size_t k = 0; k < known.size(); ++k) known[k] = k;
    hull.start(known, start.alpha);
    while (true) {
      if (!hull.minimise()) return;
      ++optimum_.passes;
      listener_.progress("exact margin", optimum_.passes, 0);
      if (hull.at_origin()) break;
      const auto beyond = rows_beyond(grid, hull);
      if (beyond.empty()) break;
      for (const std::uint64_t i : beyond) add(i);
    }
    std::vector<std::uint64_t> support;
    for (const std::size_t k : hull.corral()) support.push_back(rows[k]);
    if (!hull.at_origin()) {
      accept(grid, hull, support);
      return;
    }
    Vanishing proof{std::move(support), {}};
    for (const Integer& weight : hull.weights()) proof.weights.push_back(weight.get_str());
    refuse(std::move(proof));
  }

  // w as doubles times 2^-exponent; exponent of the largest.
  static std::vector<double> as_doubles(const std::vector<Integer>& w, long& exponent) {
    std::vector<double> doubles(w.size());
    exponent = 0;
    for (const Integer& x : w)
      exponent = std::max(exponent, static_cast<long>(mpz_sizeinbase(x.get_mpz_t(), 2)));
    for (std::size_t j = 0; j < w.size(); ++j) {
      long own = 0;
      const double fraction = mpz_get_d_2exp(&own, w[j].get_mpz_t());
      doubles[j] = std::ldexp(fraction, static_cast<int>(std::max(own - exponent, -1100L)));
    }
    return doubles;
  }

  // Up to 16 rows with w·z below the level of their group, decided exactly
  // where doubles cannot.
  std::vector<std::uint64_t> rows_beyond(const IntegerRows& grid, const ExactHull& hull) const {
    long exponent = 0;
    const auto w = as_doubles(hull.w(), exponent);
    double level[2] = {};
    for (std::uint64_t g = 0; g < points_.groups(); ++g) {
      long own = 0;
      const double fraction = mpz_get_d_2exp(&own, hull.level(g).get_mpz_t());
      const long shift = own - exponent + grid.unit();
      level[g] = std::ldexp(fraction, static_cast<int>(std::clamp(shift, -1100L, 1100L)));
    }
    std::vector<std::pair<double, std::uint64_t>> beyond;
    std::visit(
        [&](const auto& view) {
          for (std::uint64_t i = 0; i < view.rows; ++i) {
            if (points_.sign[i] == 0) continue;
            if (i % 4096 == 0) check_interrupt();
            const auto row = view[i];
            Sum sum;
            double largest = 0;
            for (std::uint64_t k = 0; k < row.size; ++k) {
              sum.add_product(row.value(k), w[row.feature(k)]);
              largest = std::max(largest, std::abs(row.value(k)));
            }
            const double height = level[points_.group(i)];
            // Roundings of w and of the level, and weights too small for a double.
            const double slack = sum.error() + 0x1p-50 * (sum.size + std::abs(height)) +
                                 largest * static_cast<double>(row.size) * 0x1p-1000;
            const double depth = points_.sign[i] * sum.value - height;
            if (depth > slack) continue;
            const Integer score =
                points_.sign[i] > 0 ? grid.dot(i, hull.w()) : Integer(-grid.dot(i, hull.w()));
            if (score < hull.level(points_.group(i))) beyond.emplace_back(depth, i);
          }
        },
        points_.rows);
    std::sort(beyond.begin(), beyond.end());
    std::vector<std::uint64_t> rows;
    for (std::size_t k = 0; k < beyond.size() && k < 16; ++k) rows.push_back(beyond[k].second);
    return rows;
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
    optimum_.support = support;
    optimum_.alpha = weights;
    optimum_.exact_alpha.clear();
    for (const Integer& weight : hull.weights()) optimum_.exact_alpha.push_back(weight.get_str());
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
    std::vector<double> w(points_.features());
    double count[2] = {};
    for (std::uint64_t i = 0; i < points_.size(); ++i) {
      if (points_.sign[i] != 0) ++count[points_.group(i)];
    }
    for (std::uint64_t i = 0; i < points_.size(); ++i) {
      if (points_.sign[i] != 0) points_.add(i, 1 / count[points_.group(i)], w);
    }
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

}  // namespace perceptron
