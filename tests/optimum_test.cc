// The best margin and the verdict on separability. What proves a verdict is
// checked here in rational numbers; what a verdict or a margin should be comes
// from oracles that share no code with the search: a simplex method over the
// integers, all faces of small hulls, and a plain descent.

#include <gmpxx.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "certify/ascent.h"
#include "certify/linear.h"
#include "certify/margin.h"
#include "certify/optimum.h"
#include "problem.h"
#include "support.h"

namespace perceptron::test {
namespace {

__extension__ using Wide = __int128;
using Point = std::vector<double>;

struct Sample {
  std::vector<Point> points;
  std::vector<std::uint32_t> labels;
  bool sparse = false;

  std::size_t size() const { return points.size(); }
  std::size_t features() const { return points[0].size(); }
  double sign(std::size_t i) const { return labels[i] == 1 ? 1 : -1; }
  Problem problem() const {
    return {points, labels, sparse ? Matrix::Layout::sparse : Matrix::Layout::dense};
  }
  // y·x, and with an offset y behind it.
  std::vector<Point> signed_points(bool offset) const {
    std::vector<Point> z = points;
    for (std::size_t i = 0; i < size(); ++i) {
      for (double& x : z[i]) x *= sign(i);
      if (offset) z[i].push_back(sign(i));
    }
    return z;
  }
  // The hull whose distance from the origin is the margin, or twice the margin.
  std::vector<Point> hull(bool offset) const {
    if (!offset) return signed_points(false);
    std::vector<Point> differences;
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t k = 0; k < size(); ++k) {
        if (labels[i] != 1 || labels[k] != 0) continue;
        Point& p = differences.emplace_back(points[i]);
        for (std::size_t j = 0; j < p.size(); ++j) p[j] -= points[k][j];
      }
    }
    return differences;
  }
};

double dot(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

Optimum optimum_of(const Sample& sample, bool offset, const OptimumSettings& settings = {}) {
  const Problem problem = sample.problem();
  const Targets targets = Targets::binary();
  Listener silent;
  const Examples examples = problem.examples();
  const Points points(examples, targets, 0, offset ? Offset::constant : Offset::none);
  return find_optimum(points, settings, silent);
}

// ---- Random data on which every case is common ----

struct Sizes {
  std::uint64_t features = 8;
  std::uint64_t rows = 20;
};

Sample any_sample(Random& random, const Sizes& most) {
  const std::uint64_t features = 1 + random.below(most.features);
  const std::uint64_t rows = 2 + random.below(most.rows - 1);
  const std::uint64_t reach = 1 + random.below(3);
  const auto draw = [&] {
    return static_cast<double>(random.below(2 * reach + 1)) - static_cast<double>(reach);
  };
  // Labels by chance, or by a plane; points on the plane by chance or not at all.
  const std::uint64_t kind = random.below(4);
  Point u(features);
  for (double& x : u) x = draw();
  const double c = random.below(2) == 0 ? draw() : 0;
  const bool flat = random.below(4) == 0;  // one coordinate is the same for all
  Sample sample;
  sample.sparse = random.below(4) == 0;
  for (std::uint64_t i = 0; i < rows; ++i) {
    Point x(features);
    for (double& value : x) value = draw();
    if (flat) x[0] = 1;
    if (!sample.points.empty() && random.below(10) == 0)
      x = sample.points[random.below(sample.size())];
    const double s = dot(u, x) + c;
    if (kind == 3 && s == 0) continue;
    sample.points.push_back(x);
    sample.labels.push_back(kind == 0 || s == 0 ? static_cast<std::uint32_t>(random.below(2))
                                                : static_cast<std::uint32_t>(s > 0 ? 1 : 0));
  }
  for (const std::uint32_t label : {0U, 1U}) {
    if (std::count(sample.labels.begin(), sample.labels.end(), label) > 0) continue;
    Point x(features);
    for (double& value : x) value = draw();
    sample.points.push_back(x);
    sample.labels.push_back(label);
  }
  return sample;
}

// Points that some plane keeps at a distance, so that slow methods end too.
Sample separable_sample(Random& random, const Sizes& most, bool offset) {
  const std::uint64_t features = 1 + random.below(most.features);
  Point u(features);
  while (dot(u, u) == 0) {
    for (double& x : u) x = static_cast<double>(random.below(7)) - 3;
  }
  const double c = offset ? static_cast<double>(random.below(7)) - 3 : 0;
  const std::uint64_t rows = 2 + random.below(most.rows - 1);
  Sample sample;
  sample.sparse = random.below(4) == 0;
  while (sample.size() < rows) {
    Point x(features);
    for (double& value : x) value = static_cast<double>(random.below(13)) - 6;
    const double s = dot(u, x) + c;
    if (s * s < dot(u, u)) continue;
    // Both classes, whatever the plane says of the whole box.
    if (sample.size() == 1 && sample.labels[0] == (s > 0 ? 1U : 0U)) continue;
    sample.points.push_back(x);
    sample.labels.push_back(s > 0 ? 1 : 0);
  }
  return sample;
}

// ---- Proofs, in rational numbers ----

using Numbers = std::vector<mpq_class>;

Numbers numbers(const std::vector<std::string>& texts) {
  Numbers result;
  for (const std::string& text : texts) result.emplace_back(text);
  for (mpq_class& x : result) x.canonicalize();
  return result;
}

// Weights, and the offset behind them if there is one.
Numbers plane_of(const Optimum& optimum, bool offset) {
  if (!optimum.exact_plane.empty()) return numbers(optimum.exact_plane);
  Numbers plane(optimum.weights.begin(), optimum.weights.end());
  if (offset) plane.emplace_back(optimum.offset);
  return plane;
}

Numbers scores(const Sample& sample, const Numbers& plane, bool offset) {
  Numbers result;
  for (const Point& z : sample.signed_points(offset)) {
    mpq_class sum;
    for (std::size_t j = 0; j < z.size(); ++j) sum += plane.at(j) * mpq_class(z[j]);
    result.push_back(sum);
  }
  return result;
}

bool separates(const Sample& sample, const Numbers& plane, bool offset) {
  const auto all = scores(sample, plane, offset);
  return std::all_of(all.begin(), all.end(), [](const mpq_class& s) { return s > 0; });
}

// No point on its wrong side, and not all of them on the plane.
bool separates_weakly(const Sample& sample, const Numbers& plane, bool offset) {
  const auto all = scores(sample, plane, offset);
  return std::all_of(all.begin(), all.end(), [](const mpq_class& s) { return s >= 0; }) &&
         std::any_of(all.begin(), all.end(), [](const mpq_class& s) { return s > 0; });
}

// Few points, each once, whose positive combination is zero.
bool vanishes(const Sample& sample, const Vanishing& proof, bool offset) {
  const auto z = sample.signed_points(offset);
  const std::set<std::uint64_t> rows(proof.rows.begin(), proof.rows.end());
  if (rows.empty() || rows.size() != proof.rows.size() || rows.size() > z[0].size() + 1 ||
      proof.weights.size() != rows.size())
    return false;
  Numbers sum(z[0].size());
  mpq_class total;
  for (std::size_t k = 0; k < proof.rows.size(); ++k) {
    const mpz_class weight(proof.weights[k]);
    if (weight < 0) return false;
    total += weight;
    for (std::size_t j = 0; j < sum.size(); ++j)
      sum[j] += weight * mpq_class(z.at(proof.rows[k])[j]);
  }
  return total > 0 && std::all_of(sum.begin(), sum.end(), [](const auto& x) { return x == 0; });
}

// ---- Oracles ----

// Whether c·x > 0 for some x ≥ 0 with Ax ≤ b, where b ≥ 0. Each row of the
// table is a row of A and its b, the last one −c and 0. The simplex method
// without fractions (Edmonds): what stands in the table, over a common
// denominator, are determinants; Bland's rule keeps it from going in circles.
bool rises(std::vector<std::vector<std::int64_t>> table) {
  const std::size_t rows = table.size() - 1;
  const std::size_t columns = table[0].size() - 1;
  std::vector<std::size_t> outside(columns);
  std::vector<std::size_t> basis(rows);
  for (std::size_t j = 0; j < columns; ++j) outside[j] = j;
  for (std::size_t i = 0; i < rows; ++i) basis[i] = columns + i;
  std::int64_t denominator = 1;
  while (true) {
    std::size_t enter = columns;
    for (std::size_t j = 0; j < columns; ++j) {
      if (table[rows][j] < 0 && (enter == columns || outside[j] < outside[enter])) enter = j;
    }
    if (enter == columns) return false;
    // A row with b = 0 allows no step; without one there is a step, and up it goes.
    std::size_t leave = rows;
    for (std::size_t i = 0; i < rows; ++i) {
      if (table[i][enter] > 0 && table[i][columns] == 0 &&
          (leave == rows || basis[i] < basis[leave]))
        leave = i;
    }
    if (leave == rows) return true;
    const std::int64_t pivot = table[leave][enter];
    for (std::size_t i = 0; i <= rows; ++i) {
      if (i == leave) continue;
      for (std::size_t j = 0; j <= columns; ++j) {
        if (j == enter) continue;
        const Wide cross = static_cast<Wide>(table[i][j]) * pivot -
                           static_cast<Wide>(table[i][enter]) * table[leave][j];
        table[i][j] = static_cast<std::int64_t>(cross / denominator);
      }
      table[i][enter] = -table[i][enter];
    }
    table[leave][enter] = std::exchange(denominator, pivot);
    std::swap(outside[enter], basis[leave]);
  }
}

// Rows −z·w with w = v − t(1, …, 1), v and t ≥ 0, so that w may have any sign.
std::vector<std::vector<std::int64_t>> table_of(const std::vector<Point>& z) {
  std::vector<std::vector<std::int64_t>> table;
  for (const Point& point : z) {
    auto& row = table.emplace_back();
    std::int64_t sum = 0;
    for (const double x : point) {
      row.push_back(-static_cast<std::int64_t>(x));
      sum += static_cast<std::int64_t>(x);
    }
    row.push_back(sum);
  }
  return table;
}

// max t with t ≤ z·w for all z and t ≤ 1.
bool is_separable(const std::vector<Point>& z) {
  auto table = table_of(z);
  const std::size_t columns = table[0].size();
  for (auto& row : table) row.insert(row.end(), {1, 0});
  for (const std::int64_t value : {1, -1}) {
    auto& row = table.emplace_back(columns);
    row.insert(row.end(), {value, value == 1 ? 1 : 0});
  }
  return rises(table);
}

// max Σ z·w with 0 ≤ z·w for all z and Σ z·w ≤ 1.
bool is_weakly_separable(const std::vector<Point>& z) {
  auto table = table_of(z);
  std::vector<std::int64_t> minus(table[0].size());
  for (const auto& row : table) {
    for (std::size_t j = 0; j < row.size(); ++j) minus[j] += row[j];
  }
  for (auto& row : table) row.push_back(0);
  auto& bound = table.emplace_back();
  for (const std::int64_t x : minus) bound.push_back(-x);
  bound.push_back(1);
  minus.push_back(0);
  table.push_back(minus);
  return rises(table);
}

// The length of the shortest vector of the affine hull of these points if it
// lies in their convex hull, else infinite.
double height(const std::vector<Point>& corners) {
  const std::size_t k = corners.size() - 1;
  std::vector<Point> edges;
  for (std::size_t i = 0; i < k; ++i) {
    edges.push_back(corners[i + 1]);
    for (std::size_t j = 0; j < edges[i].size(); ++j) edges[i][j] -= corners[0][j];
  }
  // (edge·edge) t = −edge·corner, by Gauss and Jordan.
  std::vector<Point> system(k, Point(k + 1));
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < k; ++j) system[i][j] = dot(edges[i], edges[j]);
    system[i][k] = -dot(edges[i], corners[0]);
  }
  for (std::size_t c = 0; c < k; ++c) {
    if (std::abs(system[c][c]) < 1e-9) return INFINITY;
    for (std::size_t i = 0; i < k; ++i) {
      if (i == c) continue;
      const double factor = system[i][c] / system[c][c];
      for (std::size_t j = c; j <= k; ++j) system[i][j] -= factor * system[c][j];
    }
  }
  Point foot = corners[0];
  double first = 1;
  for (std::size_t i = 0; i < k; ++i) {
    const double t = system[i][k] / system[i][i];
    if (t < -1e-12) return INFINITY;
    first -= t;
    for (std::size_t j = 0; j < foot.size(); ++j) foot[j] += t * edges[i][j];
  }
  return first < -1e-12 ? INFINITY : std::sqrt(dot(foot, foot));
}

// The distance of a hull from the origin: the nearest point lies on some face.
double least_height(const std::vector<Point>& hull, std::size_t first = 0,
                    const std::vector<Point>& corners = {}) {
  double least = INFINITY;
  for (std::size_t i = first; i < hull.size(); ++i) {
    auto more = corners;
    more.push_back(hull[i]);
    least = std::min(least, height(more));
    if (more.size() <= hull[0].size()) least = std::min(least, least_height(hull, i + 1, more));
  }
  return least;
}

// Bounds on that distance from moving weight between two points at a time
// (Mitchell, Demyanov and Malozemov 1974).
Interval descend(const std::vector<Point>& hull) {
  Point w = hull[0];
  Point alpha(hull.size());
  alpha[0] = 1;
  Interval distance;
  for (int step = 0; step < 20000; ++step) {
    std::size_t low = 0;
    std::size_t high = hull.size();
    Point along;
    for (const Point& p : hull) along.push_back(dot(p, w));
    for (std::size_t i = 0; i < hull.size(); ++i) {
      if (along[i] < along[low]) low = i;
      if (alpha[i] > 0 && (high == hull.size() || along[i] > along[high])) high = i;
    }
    const double length = std::sqrt(dot(w, w));
    distance = {along[low] / length, length};
    if (distance.upper - distance.lower <= 1e-9 * distance.upper) break;
    Point edge = hull[low];
    for (std::size_t j = 0; j < edge.size(); ++j) edge[j] -= hull[high][j];
    if (dot(edge, edge) == 0) break;
    const double t = std::min(alpha[high], (along[high] - along[low]) / dot(edge, edge));
    alpha[high] -= t;
    alpha[low] += t;
    for (std::size_t j = 0; j < w.size(); ++j) w[j] += t * edge[j];
  }
  return distance;
}

// ---- Verdicts ----

RC_GTEST_PROP(Optimum, EveryVerdictIsRightAndProved, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = any_sample(random, {});
  const Optimum optimum = optimum_of(sample, offset);
  RC_ASSERT(optimum.separable.has_value());
  const bool separable = is_separable(sample.signed_points(offset));
  RC_TAG(separable ? "separable" : "not separable");
  RC_ASSERT(*optimum.separable == separable);
  if (separable) {
    RC_ASSERT(separates(sample, plane_of(optimum, offset), offset));
    RC_ASSERT(optimum.vanishing.rows.empty());
    RC_ASSERT(!optimum.touching.has_value());
    RC_ASSERT(optimum.margin.lower > 0);
    RC_ASSERT(optimum.margin.upper - optimum.margin.lower <= 1e-9 * optimum.margin.upper);
  } else {
    RC_ASSERT(vanishes(sample, optimum.vanishing, offset));
    RC_ASSERT(optimum.margin.lower <= 0);
    RC_ASSERT(optimum.margin.upper == 0);
    RC_ASSERT(!optimum.mistake_bound.has_value());
  }
}

RC_GTEST_PROP(Optimum, TouchingIsToldFromOverlapping, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = any_sample(random, {5, 14});
  const Optimum optimum = optimum_of(sample, offset);
  if (optimum.separable == true) return;
  const bool touching = is_weakly_separable(sample.signed_points(offset));
  RC_TAG(touching ? "touching" : "overlapping");
  RC_ASSERT(optimum.touching == touching);
  if (touching) {
    RC_ASSERT(separates_weakly(sample, numbers(optimum.weak_plane), offset));
    RC_ASSERT(optimum.margin.lower == 0 && optimum.margin.upper == 0);
  } else {
    RC_ASSERT(optimum.weak_plane.empty());
    RC_ASSERT(optimum.margin.lower <= 0);
  }
}

// No integers here: decimal fractions, or features of very different sizes.
// Points on a line or a plane leave it by a rounding, and that decides.
RC_GTEST_PROP(Optimum, EveryVerdictOnFractionsIsProved, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  Sample sample = any_sample(random, {5, 16});
  const bool decimal = random.below(2) == 0;
  Point factor(sample.features(), 0.1);
  if (!decimal) {
    for (double& x : factor) x = std::pow(10.0, random.uniform(-6, 6));
  }
  const Point shift(sample.features(), decimal ? 0.7 : 0);
  for (Point& x : sample.points) {
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = (x[j] + shift[j]) * factor[j];
  }
  const Optimum optimum = optimum_of(sample, offset);
  RC_ASSERT(optimum.separable.has_value());
  RC_TAG(*optimum.separable ? "separable" : "not separable");
  if (*optimum.separable) {
    RC_ASSERT(separates(sample, plane_of(optimum, offset), offset));
    RC_ASSERT(optimum.margin.lower > 0);
    RC_ASSERT(optimum.margin.upper - optimum.margin.lower <= 1e-9 * optimum.margin.upper);
    return;
  }
  RC_ASSERT(vanishes(sample, optimum.vanishing, offset));
  RC_ASSERT(optimum.touching.has_value());
  if (*optimum.touching) {
    RC_ASSERT(separates_weakly(sample, numbers(optimum.weak_plane), offset));
  }
}

// ---- Margins ----

RC_GTEST_PROP(Optimum, IntervalHoldsTheNearestPointOfAllFaces, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = random.below(2) == 0 ? any_sample(random, {3, offset ? 6U : 8U})
                                             : separable_sample(random, {3, 6}, offset);
  const double gamma = least_height(sample.hull(offset)) * (offset ? 0.5 : 1);
  const Optimum optimum = optimum_of(sample, offset);
  if (optimum.separable == true) {
    RC_ASSERT(optimum.margin.lower <= gamma * (1 + 1e-12));
    RC_ASSERT(optimum.margin.upper >= gamma * (1 - 1e-12));
    RC_ASSERT(optimum.margin.upper - optimum.margin.lower <= 1e-9 * optimum.margin.upper);
  } else {
    RC_ASSERT(gamma <= 1e-7);
  }
}

RC_GTEST_PROP(Optimum, IntervalMeetsThatOfAPlainDescent, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = separable_sample(random, {8, 12}, offset);
  Interval distance = descend(sample.hull(offset));
  if (offset) distance = {distance.lower / 2, distance.upper / 2};
  const Optimum optimum = optimum_of(sample, offset);
  RC_ASSERT(optimum.separable == true);
  RC_ASSERT(optimum.margin.lower <= distance.upper * (1 + 1e-12));
  RC_ASSERT(optimum.margin.upper >= distance.lower * (1 - 1e-12));
  RC_ASSERT(distance.upper - distance.lower <= 1e-3 * distance.upper);  // slow, but sure
}

RC_GTEST_PROP(Optimum, PowersOfTwoScaleEveryBit, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = any_sample(random, {6, 12});
  const Optimum plain = optimum_of(sample, offset);
  if (plain.radius == 0) return;  // nothing to scale
  const int power = static_cast<int>(random.below(401)) - 200;
  Sample scaled = sample;
  for (Point& x : scaled.points) {
    for (double& value : x) value = std::ldexp(value, power);
  }
  const Optimum optimum = optimum_of(scaled, offset);
  RC_ASSERT(optimum.separable == plain.separable);
  RC_ASSERT(optimum.touching == plain.touching);
  RC_ASSERT(optimum.margin.lower == std::ldexp(plain.margin.lower, power));
  RC_ASSERT(optimum.margin.upper == std::ldexp(plain.margin.upper, power));
  if (optimum.separable == true) {
    RC_ASSERT(separates(scaled, plane_of(optimum, offset), offset));
  } else {
    RC_ASSERT(vanishes(scaled, optimum.vanishing, offset));
  }
}

// Powers of such numbers are no doubles: here exact arithmetic takes over.
RC_GTEST_PROP(Optimum, ExtremePowersOfTwoKeepTheVerdict, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  Sample sample = any_sample(random, {3, 5});
  const Optimum plain = optimum_of(sample, offset);
  const int power = (random.below(2) == 0 ? 1 : -1) * static_cast<int>(200 + random.below(500));
  for (Point& x : sample.points) {
    for (double& value : x) value = std::ldexp(value, power);
  }
  const Optimum optimum = optimum_of(sample, offset);
  RC_ASSERT(optimum.separable == plain.separable);
  RC_ASSERT(optimum.touching == plain.touching);
  if (optimum.separable == true) {
    RC_ASSERT(separates(sample, plane_of(optimum, offset), offset));
    RC_ASSERT(optimum.margin.lower > 0);
    RC_ASSERT(optimum.margin.lower <= std::ldexp(plain.margin.upper, power));
    RC_ASSERT(optimum.margin.upper >= std::ldexp(plain.margin.lower, power));
    RC_ASSERT(optimum.margin.upper - optimum.margin.lower <= 1e-9 * optimum.margin.upper);
  } else {
    RC_ASSERT(vanishes(sample, optimum.vanishing, offset));
    RC_ASSERT(optimum.margin.upper == 0);
  }
}

RC_GTEST_PROP(Optimum, MistakesOfAPerceptronStayBelowTheBound, (std::uint64_t seed, bool offset)) {
  Random random(seed);
  const Sample sample = separable_sample(random, {6, 12}, offset);
  const Optimum optimum = optimum_of(sample, offset);
  LearnSettings settings;
  settings.offset = offset;
  settings.epochs = 1'000'000;
  settings.seed = seed;
  const Fit fit = fit_binary(sample.problem(), settings);
  RC_ASSERT(fit.converged);
  RC_ASSERT(optimum.mistake_bound.has_value());
  RC_ASSERT(static_cast<double>(fit.updates) <= *optimum.mistake_bound);
}

// ---- Real data ----

struct MarginFile {
  const char* name;
  double radius;
  double optimum;
};

// Radius and best margin as in the table of docs/figures.md.
const std::vector<MarginFile> kMarginFiles = {
    {"margin-2d.csv", 15.999741497772932, 3.2011371433959},
    {"margin-4d.csv", 23.99981823002204, 7.2032335123752},
    {"margin-8d.csv", 11.999888667713044, 3.6018234494344},
};

Optimum optimum_of(const Dataset& data, const Targets& targets, bool offset,
                   std::uint64_t threads = 1) {
  Listener silent;
  const Examples examples{data.matrix.view(), data.labels};
  OptimumSettings settings;
  settings.threads = threads;
  const Points points(examples, targets, 0, offset ? Offset::constant : Offset::none);
  return find_optimum(points, settings, silent);
}

TEST(OptimumOfData, MarginFilesHaveTheKnownOptimum) {
  for (const MarginFile& file : kMarginFiles) {
    REQUIRE_DATA(path, file.name);
    const Dataset data = read_dataset(path, {});
    const Optimum optimum = optimum_of(data, Targets::binary(), false);
    EXPECT_EQ(optimum.separable, true);
    EXPECT_NEAR(optimum.radius, file.radius, 1e-14 * file.radius);
    EXPECT_GE(optimum.radius_upper, optimum.radius);
    EXPECT_NEAR(optimum.margin.lower, file.optimum, 1e-9 * file.optimum);
    EXPECT_LE(optimum.margin.lower, file.optimum + 6e-14);  // the digits that are given
    EXPECT_GE(optimum.margin.upper, file.optimum - 6e-14);
    EXPECT_LE(optimum.margin.upper - optimum.margin.lower, 1e-9 * optimum.margin.upper);
    const Optimum four = optimum_of(data, Targets::binary(), false, 4);
    EXPECT_EQ(four.margin.lower, optimum.margin.lower);
    EXPECT_EQ(four.margin.upper, optimum.margin.upper);
    EXPECT_EQ(four.support, optimum.support);
  }
}

// The rows that have a sign, as they were read.
Sample sample_of(const Dataset& data, const Targets& targets, std::vector<std::uint64_t>& number) {
  Sample sample;
  const Grid rows = grid(data.matrix);
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    number.push_back(sample.size());
    const double y = targets.sign(data.labels[i], 0);
    if (y == 0) continue;
    sample.points.push_back(rows[i]);
    sample.labels.push_back(y > 0 ? 1 : 0);
  }
  return sample;
}

void expect_proof_of_inseparability(const Dataset& data, const Targets& targets) {
  std::vector<std::uint64_t> number;
  const Sample sample = sample_of(data, targets, number);
  for (const bool offset : {false, true}) {
    const Optimum optimum = optimum_of(data, targets, offset);
    EXPECT_EQ(optimum.separable, false);
    Vanishing proof = optimum.vanishing;
    for (std::uint64_t& row : proof.rows) {
      EXPECT_NE(targets.sign(data.labels.at(row), 0), 0);
      row = number.at(row);
    }
    EXPECT_TRUE(vanishes(sample, proof, offset));
    EXPECT_EQ(optimum.touching, false);
    EXPECT_LT(optimum.margin.lower, 0);
    EXPECT_EQ(optimum.margin.upper, 0);
  }
}

TEST(OptimumOfData, BinaryClassificationIsNotSeparable) {
  REQUIRE_DATA(path, "binary_classification.csv");
  Reading reading;
  reading.options.label = "success";
  expect_proof_of_inseparability(read_dataset(path, reading), Targets::binary());
}

TEST(OptimumOfData, IrisClassesTwoAndThreeAreNotSeparable) {
  REQUIRE_DATA(path, "iris-train.csv");
  const Dataset data = read_dataset(path, {});
  Targets targets(3, 1);
  targets.sign(*data.classes.find("class-2"), 0) = 1;
  targets.sign(*data.classes.find("class-3"), 0) = -1;
  expect_proof_of_inseparability(data, targets);
}

// ---- Cases at the edge ----

// Finds the optimum and checks its proof, whatever the verdict.
Optimum proved(const Sample& sample, bool offset) {
  Optimum optimum = optimum_of(sample, offset);
  EXPECT_TRUE(optimum.separable.has_value());
  if (optimum.separable == true) {
    EXPECT_TRUE(separates(sample, plane_of(optimum, offset), offset));
    EXPECT_GT(optimum.margin.lower, 0);
    EXPECT_LE(optimum.margin.lower, optimum.margin.upper);
    // As close as asked, or neighbours.
    EXPECT_LE(optimum.margin.upper - optimum.margin.lower,
              1e-9 * optimum.margin.upper + std::numeric_limits<double>::denorm_min());
  } else {
    EXPECT_TRUE(vanishes(sample, optimum.vanishing, offset));
    EXPECT_LE(optimum.margin.lower, 0);
    EXPECT_EQ(optimum.margin.upper, 0);
  }
  if (optimum.touching == true) {
    EXPECT_TRUE(separates_weakly(sample, numbers(optimum.weak_plane), offset));
  }
  return optimum;
}

using Rows = std::vector<std::uint64_t>;

TEST(OptimumAtTheEdge, XorIsNotSeparable) {
  const Sample sample{{{0, 0}, {1, 1}, {0, 1}, {1, 0}}, {0, 0, 1, 1}};
  const Optimum with_offset = proved(sample, true);
  EXPECT_EQ(with_offset.separable, false);
  EXPECT_EQ(with_offset.touching, false);
  EXPECT_EQ(with_offset.vanishing.rows.size(), 4U);
  EXPECT_EQ(proved(sample, false).separable, false);
  const Sample centred{{{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}, {0, 0, 1, 1}};
  EXPECT_EQ(proved(centred, false).separable, false);
  EXPECT_EQ(proved(centred, true).separable, false);
}

TEST(OptimumAtTheEdge, ZeroVectorThroughTheOriginIsAProofOfOneRow) {
  const Sample sample{{{1, 2}, {0, 0}, {-1, -3}}, {1, 1, 0}};
  const Optimum optimum = proved(sample, false);
  EXPECT_EQ(optimum.separable, false);
  EXPECT_EQ(optimum.vanishing.rows, Rows{1});
  EXPECT_EQ(optimum.touching, true);
  EXPECT_EQ(proved(sample, true).separable, true);
}

TEST(OptimumAtTheEdge, OnePointWithTwoLabelsIsAProofOfTwoRows) {
  const Sample sample{{{5, 1}, {2, 3}, {-4, 1}, {2, 3}}, {1, 1, 0, 0}};
  for (const bool offset : {false, true}) {
    const Optimum optimum = proved(sample, offset);
    EXPECT_EQ(optimum.separable, false);
    EXPECT_EQ(optimum.vanishing.rows, (Rows{1, 3}));
  }
  EXPECT_EQ(proved({{{1}, {1}}, {0, 1}}, true).vanishing.rows, (Rows{0, 1}));
}

TEST(OptimumAtTheEdge, OppositePointsOfOneClassVanishThroughTheOriginOnly) {
  const Sample sample{{{3, 1}, {1, -2}, {-1, 2}, {9, 9}}, {0, 1, 1, 0}};
  const Optimum optimum = proved(sample, false);
  EXPECT_EQ(optimum.separable, false);
  EXPECT_EQ(optimum.vanishing.rows, (Rows{1, 2}));
  EXPECT_EQ(proved(sample, true).separable, true);
}

TEST(OptimumAtTheEdge, AllPointsEqual) {
  const Sample one_class{{{2, 1}, {2, 1}, {2, 1}}, {1, 1, 1}};
  const Optimum alone = proved(one_class, false);
  EXPECT_EQ(alone.separable, true);
  EXPECT_LE(alone.margin.lower, std::sqrt(5));
  EXPECT_GE(alone.margin.upper, std::sqrt(5));
  const Sample both{{{2, 1}, {2, 1}, {2, 1}}, {1, 0, 1}};
  for (const bool offset : {false, true}) {
    const Optimum optimum = proved(both, offset);
    EXPECT_EQ(optimum.separable, false);
    // Every plane that does no wrong has all of them on itself.
    EXPECT_EQ(optimum.touching, false);
  }
  const Sample zeros{{{0, 0}, {0, 0}}, {1, 0}};
  for (const bool offset : {false, true}) {
    EXPECT_EQ(proved(zeros, offset).separable, false);
    EXPECT_EQ(proved(zeros, offset).touching, false);
  }
}

TEST(OptimumAtTheEdge, OneFeature) {
  const Optimum optimum = proved({{{-3}, {1}, {4}}, {0, 1, 1}}, true);
  EXPECT_EQ(optimum.separable, true);
  EXPECT_LE(optimum.margin.lower, 2);
  EXPECT_GE(optimum.margin.upper, 2);
  EXPECT_EQ(proved({{{-3}, {1}, {4}}, {0, 1, 1}}, false).separable, true);
  EXPECT_EQ(proved({{{2}, {1}, {4}}, {0, 1, 1}}, false).separable, false);
  EXPECT_EQ(proved({{{2}, {1}, {4}}, {0, 1, 1}}, true).touching, false);
  const Optimum touching = proved({{{1}, {1}, {4}}, {0, 1, 1}}, true);
  EXPECT_EQ(touching.separable, false);
  EXPECT_EQ(touching.touching, true);
}

TEST(OptimumAtTheEdge, FewerRowsThanFeatures) {
  const Sample sample{{{1, 0, 0, 0, 2, 0}, {0, 0, 3, 0, 0, 1}}, {1, 0}};
  const Optimum optimum = proved(sample, true);
  EXPECT_EQ(optimum.separable, true);
  EXPECT_NEAR(optimum.margin.lower, std::sqrt(15) / 2, 1e-8);
  EXPECT_EQ(proved(sample, false).separable, true);
}

TEST(OptimumAtTheEdge, HugeTinyAndMixedNumbersHaveTheRightVerdict) {
  for (const double scale : {1e200, 1e-200, 1e300, 1e-300, 1e-320, 0x1p1020}) {
    const auto at = [&](double x, double y) { return Point{x * scale, y * scale}; };
    for (const bool offset : {false, true}) {
      const Sample apart{{at(2, 1), at(1, 3), at(-1, -1), at(-3, 1)}, {1, 1, 0, 0}};
      EXPECT_EQ(proved(apart, offset).separable, true) << scale;
      const Sample crossed{{at(1, 1), at(-1, -1), at(1, -1), at(-1, 1)}, {1, 1, 0, 0}};
      EXPECT_EQ(proved(crossed, offset).separable, false) << scale;
    }
  }
  for (const bool offset : {false, true}) {
    const Sample mixed{{{1e300, 1e-300}, {-1e300, 1e-300}, {1e300, -1e-300}, {-1e300, -1e-300}},
                       {1, 1, 0, 0}};
    const Optimum optimum = proved(mixed, offset);
    EXPECT_EQ(optimum.separable, true);
    EXPECT_LE(optimum.margin.lower, 1e-300);
    EXPECT_GE(optimum.margin.upper, 1e-300);
    const Sample crossed{{{1e300, 1e-300}, {-1e300, -1e-300}, {1e300, -1e-300}, {-1e300, 1e-300}},
                         {1, 1, 0, 0}};
    EXPECT_EQ(proved(crossed, offset).separable, false);
    // 1e300 + 1e-300 is no double, and yet it is what counts.
    const Sample subtle{{{1e300, 1e-300}, {-1e300, 0}}, {1, 1}};
    if (!offset) {
      EXPECT_EQ(proved(subtle, offset).separable, true);
    }
  }
}

TEST(OptimumAtTheEdge, LengthOfTinyPointsIsNotLost) {
  const Optimum optimum = proved({{{3e-200, 4e-200}, {-3e-200, -4e-200}}, {1, 0}}, true);
  EXPECT_NEAR(optimum.radius, 5e-200, 1e-214);
  EXPECT_GE(optimum.radius_upper, 5e-200);
  EXPECT_LE(optimum.radius_upper, 6e-200);
  EXPECT_LE(optimum.margin.lower, 5e-200);
  EXPECT_GE(optimum.margin.upper, 4.99999e-200);
}

TEST(OptimumAtTheEdge, MarginsThatAreTinyAgainstTheRadius) {
  for (const double thin : {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-12}) {
    const Sample sample{{{1e6, thin}, {-1e6, thin}, {1e6, -thin}, {-1e6, -thin}}, {1, 1, 0, 0}};
    for (const bool offset : {false, true}) {
      const Optimum optimum = proved(sample, offset);
      EXPECT_EQ(optimum.separable, true) << thin;
      EXPECT_LE(optimum.margin.lower, thin);
      EXPECT_GE(optimum.margin.upper, thin);
    }
    const Sample crossed{{{1e6, thin}, {-1e6, -thin}, {1e6, -thin}, {-1e6, thin}}, {1, 1, 0, 0}};
    EXPECT_EQ(proved(crossed, false).separable, false);
    EXPECT_EQ(proved(crossed, true).separable, false);
  }
}

// Points z with u·z = 1 for a long integer u: their margin is 1/‖u‖ and their
// radius about ‖u‖ times `spread`. With one at u·z = 0 or −1 instead there may
// be none; floating point cannot tell these apart.
RC_GTEST_PROP(OptimumAtTheEdge, LatticePointsNextToALine, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t size = std::uint64_t{1} << (8 + random.below(14));
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t s = 0;
  std::int64_t t = 0;
  do {  // sa + tb = 1
    a = static_cast<std::int64_t>(1 + random.below(size));
    b = static_cast<std::int64_t>(1 + random.below(size));
    std::int64_t rest[2] = {a, b};
    std::int64_t first[2] = {1, 0};
    while (rest[1] != 0) {
      const std::int64_t quotient = rest[0] / rest[1];
      rest[0] = std::exchange(rest[1], rest[0] - quotient * rest[1]);
      first[0] = std::exchange(first[1], first[0] - quotient * first[1]);
    }
    s = first[0];
    t = rest[0] == 1 ? (1 - s * a) / b : 0;
  } while (s * a + t * b != 1);
  const auto at = [&](std::int64_t level, std::int64_t along) {
    return Point{static_cast<double>(level * s + along * b),
                 static_cast<double>(level * t - along * a)};
  };
  const auto spread = static_cast<std::int64_t>(2 + random.below(50));
  Sample sample;
  const auto add = [&](const Point& z) {
    const auto label = static_cast<std::uint32_t>(random.below(2));
    sample.points.push_back(label == 1 ? z : Point{-z[0], -z[1]});
    sample.labels.push_back(label);
  };
  add(at(1, spread));
  add(at(1, -spread));
  const Optimum apart = optimum_of(sample, false);
  RC_ASSERT(apart.separable == true);
  RC_ASSERT(separates(sample, plane_of(apart, false), false));
  const double gamma = 1 / std::hypot(static_cast<double>(a), static_cast<double>(b));
  RC_ASSERT(apart.margin.lower <= gamma * (1 + 1e-15));
  RC_ASSERT(apart.margin.upper >= gamma * (1 - 1e-15));
  RC_ASSERT(apart.margin.upper - apart.margin.lower <= 1e-9 * apart.margin.upper);
  Sample third = sample;
  std::swap(sample, third);
  add(at(-1, 0));
  const Optimum crossed = optimum_of(sample, false);
  RC_ASSERT(crossed.separable == false);
  RC_ASSERT(vanishes(sample, crossed.vanishing, false));
  RC_ASSERT(crossed.touching == false);
  sample = third;
  add(at(0, -spread));
  add(at(0, spread));
  const Optimum touching = optimum_of(sample, false);
  RC_ASSERT(touching.separable == false);
  RC_ASSERT(vanishes(sample, touching.vanishing, false));
  RC_ASSERT(touching.touching == true);
  RC_ASSERT(separates_weakly(sample, numbers(touching.weak_plane), false));
}

// The distance of the two points, and with it a determinant, is the product of
// 536870909, 536870879 and 536870869.
TEST(OptimumAtTheEdge, DistanceThatManyPrimesDivide) {
  const Sample sample{{{154742482140472818377162752.0}, {-884226387807.0}}, {1, 1}};
  const Optimum optimum = proved(sample, false);
  EXPECT_EQ(optimum.separable, false);
  EXPECT_EQ(optimum.vanishing.rows.size(), 2U);
}

// More points hold the plane than the search for the nearest point takes: the
// unit vectors, all of them at 1/√n.
TEST(OptimumAtTheEdge, ManySupportPointsAreApproximated) {
  constexpr std::size_t kRows = 1600;
  Sample sample;
  sample.sparse = true;
  for (std::size_t i = 0; i < kRows; ++i) {
    Point x(kRows);
    x[i] = i % 2 == 0 ? 1 : -1;
    sample.points.push_back(x);
    sample.labels.push_back(i % 2 == 0 ? 1 : 0);
  }
  const Optimum optimum = optimum_of(sample, false);
  EXPECT_EQ(optimum.separable, true);
  EXPECT_LE(optimum.margin.lower, 0.025);
  EXPECT_GE(optimum.margin.upper, 0.025);
  EXPECT_LE(optimum.margin.upper - optimum.margin.lower, 1e-2 * optimum.margin.upper);
  // One more that faces one of them.
  sample.points.push_back(sample.points[7]);
  sample.labels.push_back(1);
  const Optimum refuted = optimum_of(sample, false);
  EXPECT_EQ(refuted.separable, false);
  EXPECT_EQ(refuted.vanishing.rows, (Rows{7, kRows}));
}

// ---- Ascent ----

struct Ascended {
  AscentResult result;
  MarginEvidence evidence;
};

Ascended ascend_on(const Sample& sample, bool offset, const AscentSettings& settings,
                   const std::vector<double>& start = {}) {
  const Problem problem = sample.problem();
  const Targets targets = Targets::binary();
  Listener silent;
  const Examples examples = problem.examples();
  const Points points(examples, targets, 0, offset ? Offset::constant : Offset::none);
  Ascended ascended;
  ascended.result = ascend(points, start, settings, silent);
  double least[2] = {INFINITY, INFINITY};
  for (std::size_t i = 0; i < sample.size(); ++i) {
    double& side = least[sample.labels[i]];
    side = std::min(side, sample.sign(i) * dot(sample.points[i], ascended.result.w));
  }
  const double b = offset ? (least[0] - least[1]) / 2 : 0;
  ascended.evidence = measure_margin({points, ascended.result.w, b, ascended.result.alpha}, 1);
  return ascended;
}

RC_GTEST_PROP(Ascent, ReachesTheGapAroundTheOptimum,
              (std::uint64_t seed, bool offset, bool shrink)) {
  Random random(seed);
  const Sample sample = separable_sample(random, {6, 20}, offset);
  const Optimum optimum = optimum_of(sample, offset);
  AscentSettings settings;
  settings.gap = 1e-2;
  settings.seed = seed;
  settings.shrink = shrink;
  const auto [result, evidence] = ascend_on(sample, offset, settings);
  RC_ASSERT(result.reached);
  RC_ASSERT(std::all_of(result.alpha.begin(), result.alpha.end(), [](double a) { return a >= 0; }));
  RC_ASSERT(evidence.margin.has_value());
  const Interval margin = *evidence.margin;
  RC_ASSERT(margin.lower > 0);
  RC_ASSERT(margin.lower <= optimum.margin.upper);
  RC_ASSERT(margin.upper >= optimum.margin.lower);
  RC_ASSERT(margin.upper - margin.lower <= settings.gap * margin.upper * (1 + 1e-9));
  // From there on to a smaller gap.
  settings.gap = 1e-3;
  const auto further = ascend_on(sample, offset, settings, result.alpha);
  RC_ASSERT(further.result.reached);
  RC_ASSERT(further.evidence.margin->lower <= optimum.margin.upper);
  RC_ASSERT(further.evidence.margin->upper >= optimum.margin.lower);
}

RC_GTEST_PROP(Ascent, SameSeedSameResultWithAnyNumberOfThreads,
              (std::uint64_t seed, bool offset, bool shrink)) {
  Random random(seed);
  const Sample sample = separable_sample(random, {5, 12}, offset);
  AscentSettings settings;
  settings.seed = seed;
  settings.shrink = shrink;
  settings.passes = 200;
  const AscentResult one = ascend_on(sample, offset, settings).result;
  const AscentResult again = ascend_on(sample, offset, settings).result;
  RC_ASSERT(one.w == again.w);
  RC_ASSERT(one.alpha == again.alpha);
  RC_ASSERT(one.passes == again.passes);
}

TEST(Ascent, ThreadsDoNotChangeIt) {
  Random random(5);
  Sample sample;
  for (int i = 0; i < 12000; ++i) {
    const double y = random.below(2) == 0 ? 1 : -1;
    sample.points.push_back({random.normal(), random.normal() + 6 * y, random.normal()});
    sample.labels.push_back(y > 0 ? 1 : 0);
  }
  AscentSettings settings;
  const Ascended one = ascend_on(sample, true, settings);
  settings.threads = 4;
  const Ascended four = ascend_on(sample, true, settings);
  EXPECT_TRUE(one.result.reached);
  EXPECT_EQ(one.result.w, four.result.w);
  EXPECT_EQ(one.result.alpha, four.result.alpha);
  EXPECT_EQ(one.result.passes, four.result.passes);
}

TEST(Ascent, StopsWhereFewPointsAreLeft) {
  const Sample sample{{{3, 1}, {1, 4}, {2, 2}, {-1, -2}, {-3, 1}, {0, -3}}, {1, 1, 1, 0, 0, 0}};
  AscentSettings settings;
  settings.gap = 1e-15;
  settings.shrink = false;
  settings.few = sample.size();
  const Ascended ascended = ascend_on(sample, true, settings);
  EXPECT_FALSE(ascended.result.reached);
  EXPECT_LT(ascended.result.passes, 20);
  EXPECT_GE(ascended.evidence.margin->upper, optimum_of(sample, true).margin.lower);
  settings.few = 0;
  EXPECT_GT(ascend_on(sample, true, settings).result.passes, 20);
}

TEST(Ascent, EndsOnPointsThatNoPlaneSeparates) {
  const Sample crossed{{{-1, -1}, {1, 1}, {-1, 1}, {1, -1}}, {0, 0, 1, 1}};
  for (const bool offset : {false, true}) {
    for (const bool shrink : {false, true}) {
      AscentSettings settings;
      settings.passes = 100;
      settings.shrink = shrink;
      EXPECT_FALSE(ascend_on(crossed, offset, settings).result.reached);
    }
  }
}

// ---- Linear systems ----

using Table = std::vector<std::vector<mpz_class>>;

mpz_class random_integer(Random& random, std::uint64_t bits) {
  mpz_class value;
  for (std::uint64_t done = 0; done < bits; done += 32)
    value = (value << 32) + static_cast<unsigned long>(random.below(std::uint64_t{1} << 32U));
  value >>= static_cast<unsigned long>((32 - bits % 32) % 32);
  return random.below(2) == 0 ? value : mpz_class(-value);
}

// By Gauss in rational numbers.
bool is_singular(const Table& a) {
  std::vector<Numbers> rows;
  for (const auto& row : a) rows.emplace_back(row.begin(), row.end());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    std::size_t pivot = c;
    while (pivot < rows.size() && rows[pivot][c] == 0) ++pivot;
    if (pivot == rows.size()) return true;
    std::swap(rows[pivot], rows[c]);
    for (std::size_t i = c + 1; i < rows.size(); ++i) {
      const mpq_class factor = rows[i][c] / rows[c][c];
      for (std::size_t j = c; j < rows.size(); ++j) rows[i][j] -= factor * rows[c][j];
    }
  }
  return false;
}

bool solves(const Table& a, const Table& right, const Fractions& solution) {
  if (solution.denominator <= 0 || solution.numerators.size() != right.size()) return false;
  for (std::size_t c = 0; c < right.size(); ++c) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      mpz_class sum;
      for (std::size_t j = 0; j < a.size(); ++j) sum += a[i][j] * solution.numerators[c].at(j);
      if (sum != right[c][i] * solution.denominator) return false;
    }
  }
  return true;
}

RC_GTEST_PROP(SolveExactly, SolvesWhatIsRegularAndNothingElse, (std::uint64_t seed)) {
  Random random(seed);
  const std::uint64_t k = 1 + random.below(7);
  // Mostly small numbers, of which many a matrix is singular.
  const std::uint64_t kind = random.below(8);
  const std::uint64_t bits = kind == 0 ? 200 : kind == 1 ? 62 + random.below(3) : 1 + kind / 4;
  Table a(k, std::vector<mpz_class>(k));
  Table right(1 + random.below(2), std::vector<mpz_class>(k));
  for (auto& row : a) {
    for (mpz_class& x : row) x = random_integer(random, bits);
  }
  for (auto& column : right) {
    for (mpz_class& x : column) x = random_integer(random, random.below(4) == 0 ? 200 : 2);
  }
  if (k > 1 && random.below(3) == 0) {  // the last row is a mixture of others
    a[k - 1].assign(k, 0);
    for (std::uint64_t i = 0; i + 1 < k; ++i) {
      const mpz_class factor = random_integer(random, bits);
      for (std::uint64_t j = 0; j < k; ++j) a[k - 1][j] += factor * a[i][j];
    }
  }
  const auto solution = solve_exactly(a, right);
  RC_ASSERT(solution.has_value() == !is_singular(a));
  RC_TAG(solution ? "regular" : "singular");
  if (solution) {
    RC_ASSERT(solves(a, right, *solution));
  }
}

// A determinant that is a multiple of a prime is not yet zero.
TEST(SolveExactly, DeterminantsThatManyPrimesDivide) {
  const mpz_class primes[] = {536870909, 536870879, 536870869};
  mpz_class product = 1;
  for (const mpz_class& p : primes) {
    product *= p;
    for (const mpz_class& number : {p, product}) {
      const Table a = {{number, 0}, {1, 1}};
      const Table right = {{1, 0}};
      const auto solution = solve_exactly(a, right);
      ASSERT_TRUE(solution.has_value()) << number.get_str();
      EXPECT_TRUE(solves(a, right, *solution));
    }
  }
}

}  // namespace
}  // namespace perceptron::test
