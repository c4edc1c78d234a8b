#include "certify/exact_hull.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/interrupt.h"
#include "certify/exact_linear_system.h"
#include "certify/rounding.h"

namespace perceptron::core {

void ExactHull::enter(std::size_t point, const Rational& alpha) {
  const Point& mine = points_[point];
  std::vector<Integer> line;
  for (std::size_t i = 0; i < corral_.size(); ++i) {
    const Point& other = points_[corral_[i]];
    line.emplace_back(dot(mine.z, other.z) + (mine.group == other.group ? 1 : 0));
    products_[i].push_back(line.back());
  }
  line.emplace_back(dot(mine.z, mine.z) + 1);
  products_.push_back(std::move(line));
  corral_.push_back(point);
  alpha_.push_back(alpha);
}

void ExactHull::leave(std::size_t position) {
  const auto at = static_cast<std::ptrdiff_t>(position);
  alpha_.erase(alpha_.begin() + at);
  corral_.erase(corral_.begin() + at);
  products_.erase(products_.begin() + at);
  for (auto& line : products_) line.erase(line.begin() + at);
}

void ExactHull::leave_all() {
  corral_.clear();
  alpha_.clear();
  products_.clear();
}

void ExactHull::start(const std::vector<std::size_t>& points, const std::vector<double>& alpha) {
  leave_all();
  Rational total[2];
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (alpha[i] > 0) total[points_[points[i]].group] += exact(alpha[i]);
  }
  for (std::uint64_t g = 0; g < groups_; ++g) {
    if (total[g] == 0) return;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (alpha[i] > 0) enter(points[i], exact(alpha[i]) / total[points_[points[i]].group]);
  }
}

void ExactHull::start_anew() {
  leave_all();
  for (std::uint64_t g = 0; g < groups_; ++g) {
    std::size_t first = 0;
    while (points_[first].group != g) ++first;
    enter(first, 1);
  }
}

bool ExactHull::at_origin() const {
  return std::all_of(w_.begin(), w_.end(), [](const Integer& x) { return x == 0; });
}

bool ExactHull::minimise() {
  if (corral_.empty() || !settle()) {
    start_anew();
    if (!settle()) return false;
  }
  while (!at_origin()) {
    std::size_t furthest = points_.size();
    Integer deepest = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (i % 256 == 0) check_interrupt();
      Integer depth = dot(points_[i].z, w_) - level_[points_[i].group];
      if (depth < deepest) {
        deepest = std::move(depth);
        furthest = i;
      }
    }
    if (furthest == points_.size()) return true;
    enter(furthest, 0);
    if (!settle()) return false;
  }
  return true;
}

// Moves from the current weights towards the shortest vector of the affine hull, and repeats
// without the points whose weight reaches zero on the way.
bool ExactHull::settle() {
  while (true) {
    check_interrupt();
    const std::size_t k = corral_.size();
    std::vector<std::vector<Integer>> ones(groups_, std::vector<Integer>(k));
    for (std::size_t i = 0; i < k; ++i) ones[points_[corral_[i]].group][i] = 1;
    const auto solution = solve_exactly(products_, ones);
    if (!solution) return false;
    // The combination of the columns whose sums over the groups are equal.
    const auto& y = solution->numerators;
    Integer n[2][2];
    for (std::uint64_t g = 0; g < groups_; ++g) {
      for (std::size_t i = 0; i < k; ++i) n[points_[corral_[i]].group][g] += y[g][i];
    }
    std::vector<Integer> target(k);
    Integer total = n[0][0];
    if (groups_ == 1) {
      target = y[0];
    } else {
      total = n[0][0] * n[1][1] - n[0][1] * n[1][0];
      const Integer first = n[1][1] - n[0][1];
      const Integer second = n[0][0] - n[1][0];
      for (std::size_t i = 0; i < k; ++i) target[i] = first * y[0][i] + second * y[1][i];
    }
    Rational reach = 1;
    std::vector<Rational> goal(k);
    for (std::size_t i = 0; i < k; ++i) {
      goal[i] = Rational(target[i], total);
      goal[i].canonicalize();
      if (goal[i] < 0) reach = std::min(reach, Rational(alpha_[i] / (alpha_[i] - goal[i])));
    }
    for (std::size_t i = k; i-- > 0;) {
      alpha_[i] += reach * (goal[i] - alpha_[i]);
      if (!(alpha_[i] > 0)) leave(i);
    }
    if (reach == 1) break;
  }
  weights_ = to_integers(alpha_);
  total_ = 0;
  w_.assign(features_, 0);
  for (std::size_t i = 0; i < corral_.size(); ++i) {
    const Point& point = points_[corral_[i]];
    if (point.group == 0) total_ += weights_[i];
    for (const auto& [feature, value] : point.z)
      mpz_addmul(w_[feature].get_mpz_t(), weights_[i].get_mpz_t(), value.get_mpz_t());
  }
  for (const std::size_t point : corral_) level_[points_[point].group] = dot(points_[point].z, w_);
  return true;
}

namespace {

// Up to 16 rows with w·z below the level of their group, decided in exact arithmetic where doubles
// are not enough.
std::vector<std::uint64_t> rows_beyond(const SignedRows& points, const IntegerRows& grid,
                                       const ExactHull& hull) {
  constexpr std::size_t kMost = 16;
  long exponent = 0;
  const auto w = as_doubles(hull.w(), exponent);
  double level[2] = {};
  for (std::uint64_t g = 0; g < points.groups(); ++g) {
    long own = 0;
    const double fraction = mpz_get_d_2exp(&own, hull.level(g).get_mpz_t());
    const long shift = own - exponent + grid.unit();
    level[g] = std::ldexp(fraction, static_cast<int>(std::clamp(shift, -1100L, 1100L)));
  }
  std::vector<std::pair<double, std::uint64_t>> beyond;
  std::visit(
      [&](const auto& view) {
        for (std::uint64_t i = 0; i < view.rows; ++i) {
          if (points.sign[i] == 0) continue;
          if (i % 4096 == 0) check_interrupt();
          const auto row = view[i];
          Sum sum;
          double largest = 0;
          for (std::uint64_t k = 0; k < row.size; ++k) {
            sum.add_product(row.value(k), w[row.feature(k)]);
            largest = std::max(largest, std::abs(row.value(k)));
          }
          const double height = level[points.group(i)];
          // Covers the rounding errors of w and of the level, and weights too small for a double.
          const double slack = sum.error() + 0x1p-50 * (sum.size + std::abs(height)) +
                               largest * static_cast<double>(row.size) * 0x1p-1000;
          const double depth = points.sign[i] * sum.value - height;
          if (depth > slack) continue;
          Integer score = grid.dot(i, hull.w());
          if (points.sign[i] < 0) score = -score;
          if (score < hull.level(points.group(i))) beyond.emplace_back(depth, i);
        }
      },
      points.rows);
  std::sort(beyond.begin(), beyond.end());
  std::vector<std::uint64_t> rows;
  for (std::size_t k = 0; k < beyond.size() && k < kMost; ++k) rows.push_back(beyond[k].second);
  return rows;
}

}  // namespace

std::optional<ExactNearest> nearest_exactly(const SignedRows& points, const IntegerRows& grid,
                                            const Combination& start, Listener& listener) {
  ExactNearest nearest{ExactHull(points.features(), points.groups()), {}, 0};
  ExactHull& hull = nearest.hull;
  std::vector<std::uint64_t> rows;
  const auto add = [&](std::uint64_t i) {
    hull.add(grid.row(i, points.sign[i]), points.group(i));
    rows.push_back(i);
  };
  for (const std::uint64_t i : start.rows) add(i);
  for (std::uint64_t g = 0; g < points.groups(); ++g) {
    std::uint64_t first = 0;
    while (points.sign[first] == 0 || points.group(first) != g) ++first;
    if (std::find(rows.begin(), rows.end(), first) == rows.end()) add(first);
  }
  std::vector<std::size_t> known(start.rows.size());
  std::iota(known.begin(), known.end(), std::size_t{0});
  hull.start(known, start.alpha);
  while (true) {
    if (!hull.minimise()) return std::nullopt;
    listener.progress("exact margin", ++nearest.passes, 0);
    if (hull.at_origin()) break;
    const auto beyond = rows_beyond(points, grid, hull);
    if (beyond.empty()) break;
    for (const std::uint64_t i : beyond) add(i);
  }
  for (const std::size_t k : hull.corral()) nearest.support.push_back(rows[k]);
  return nearest;
}

}  // namespace perceptron::core
