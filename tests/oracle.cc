#include "oracle.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <stdexcept>
#include <utility>

namespace perceptron::core::test {

double dot(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

Problem Sample::problem() const {
  return {points, labels, sparse ? Matrix::Layout::sparse : Matrix::Layout::dense};
}

std::vector<Point> Sample::signed_points(bool offset) const {
  std::vector<Point> z = points;
  for (std::size_t i = 0; i < size(); ++i) {
    for (double& x : z[i]) x *= sign(i);
    if (offset) z[i].push_back(sign(i));
  }
  return z;
}

std::vector<Point> Sample::hull(bool offset) const {
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

WidestMargin optimum_of(const Examples& examples, bool offset, const Targets& targets,
                        std::uint64_t threads) {
  Listener silent;
  WidestMarginSettings settings;
  settings.threads = threads;
  const SignedRows points(examples, targets, 0, offset ? Offset::constant : Offset::none);
  return find_widest_margin(points, settings, silent);
}

WidestMargin optimum_of(const Sample& sample, bool offset) {
  const Problem problem = sample.problem();
  return optimum_of(problem.examples(), offset);
}

// ---- Random data on which every case is common ----

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

mpq_class number(const std::string& text) {
  if (text.find('x') != std::string::npos) {
    const double value = std::strtod(text.c_str(), nullptr);
    if (!std::isfinite(value)) throw std::invalid_argument("no number: " + text);
    return mpq_class(value);
  }
  mpq_class value(text, 10);  // without a base a leading 0 would mean octal
  // GMP would end the program.
  if (value.get_den() == 0) throw std::invalid_argument("no number: " + text);
  value.canonicalize();
  return value;
}

Numbers numbers(const std::vector<std::string>& texts) {
  Numbers result;
  for (const std::string& text : texts) result.push_back(number(text));
  return result;
}

Numbers plane_of(const WidestMargin& optimum, bool offset) {
  if (!optimum.exact_plane.empty()) return numbers(optimum.exact_plane);
  Numbers plane(optimum.weights.begin(), optimum.weights.end());
  if (offset) plane.emplace_back(optimum.offset);
  return plane;
}

Numbers scores(const std::vector<Numbers>& rows, const Numbers& plane) {
  Numbers result;
  for (const Numbers& row : rows) {
    mpq_class sum;
    for (std::size_t j = 0; j < row.size(); ++j) sum += plane.at(j) * row[j];
    result.push_back(sum);
  }
  return result;
}

namespace {

Numbers scores_of(const Sample& sample, const Numbers& plane, bool offset) {
  std::vector<Numbers> rows;
  for (const Point& z : sample.signed_points(offset)) rows.emplace_back(z.begin(), z.end());
  return scores(rows, plane);
}

}  // namespace

bool separates(const Sample& sample, const Numbers& plane, bool offset) {
  const auto all = scores_of(sample, plane, offset);
  return std::all_of(all.begin(), all.end(), [](const mpq_class& s) { return s > 0; });
}

bool separates_weakly(const Sample& sample, const Numbers& plane, bool offset) {
  const auto all = scores_of(sample, plane, offset);
  return std::all_of(all.begin(), all.end(), [](const mpq_class& s) { return s >= 0; }) &&
         std::any_of(all.begin(), all.end(), [](const mpq_class& s) { return s > 0; });
}

bool vanishes(const Sample& sample, const ZeroCombination& proof, bool offset) {
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

bool in_cone(const std::vector<Numbers>& z, const Numbers& target) {
  const std::size_t n = z.size();
  const std::size_t m = target.size();
  std::vector<Numbers> table(m + 1, Numbers(n + 1));
  for (std::size_t j = 0; j < m; ++j) {
    const int sign = target[j] < 0 ? -1 : 1;  // no right-hand side is negative
    for (std::size_t i = 0; i < n; ++i) table[j][i] = sign * z[i][j];
    table[j][n] = sign * target[j];
    for (std::size_t i = 0; i <= n; ++i) table[m][i] += table[j][i];  // what is still missing
  }
  std::vector<std::size_t> basis(m);
  for (std::size_t j = 0; j < m; ++j) basis[j] = n + j;  // artificial
  while (table[m][n] > 0) {
    std::size_t enter = 0;
    while (enter < n && table[m][enter] <= 0) ++enter;
    if (enter == n) return false;
    std::size_t leave = m;
    for (std::size_t j = 0; j < m; ++j) {
      if (table[j][enter] <= 0) continue;
      if (leave == m) {
        leave = j;
        continue;
      }
      const int order = cmp(mpq_class(table[j][n] * table[leave][enter]),
                            mpq_class(table[leave][n] * table[j][enter]));
      if (order < 0 || (order == 0 && basis[j] < basis[leave])) leave = j;
    }
    const mpq_class pivot = table[leave][enter];
    for (mpq_class& x : table[leave]) x /= pivot;
    for (std::size_t j = 0; j <= m; ++j) {
      if (j == leave || table[j][enter] == 0) continue;
      const mpq_class factor = table[j][enter];
      for (std::size_t i = 0; i <= n; ++i) table[j][i] -= factor * table[leave][i];
    }
    basis[leave] = enter;
  }
  return true;
}

// ---- Oracles ----

namespace {

__extension__ using Wide = __int128;

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

}  // namespace

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

namespace {

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

}  // namespace

double least_height(const std::vector<Point>& hull, std::size_t first,
                    const std::vector<Point>& corners) {
  double least = INFINITY;
  for (std::size_t i = first; i < hull.size(); ++i) {
    auto more = corners;
    more.push_back(hull[i]);
    least = std::min(least, height(more));
    if (more.size() <= hull[0].size()) least = std::min(least, least_height(hull, i + 1, more));
  }
  return least;
}

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

}  // namespace perceptron::core::test
