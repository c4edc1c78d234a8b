#include "class_data.h"

#include <algorithm>
#include <set>
#include <string>

#include "certificates.h"

namespace perceptron::core::test {
namespace {

// The class of x by these planes; those that tie by chance, or none.
int class_of(Random& random, const std::vector<Point>& planes, const Point& x, bool keep_ties) {
  std::vector<double> scores;
  for (const Point& plane : planes) {
    scores.push_back(plane.back());
    for (std::size_t j = 0; j < x.size(); ++j) scores.back() += plane[j] * x[j];
  }
  const double highest = *std::max_element(scores.begin(), scores.end());
  std::vector<int> best;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (scores[k] == highest) best.push_back(static_cast<int>(k));
  }
  if (best.size() > 1 && !keep_ties) return -1;
  return best[random.below(best.size())];
}

// Adds Σ of the arcs so far to `hull` for each way to continue and close the cycle.
struct Cycles {
  const Grid& rows;
  const Labels& labels;
  std::uint64_t classes;
  std::vector<Point>& hull;
  std::vector<std::uint32_t> path;
  Point sum;

  void add(std::uint32_t from, std::uint32_t to, const std::vector<double>& x, double by) {
    const std::size_t features = x.size();
    for (std::size_t j = 0; j < features; ++j) {
      sum[from * features + j] += by * x[j];
      sum[to * features + j] -= by * x[j];
    }
  }
  void visit(std::uint32_t from) {
    path.push_back(from);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (labels[i] != from) continue;
      for (std::uint32_t to = path[0]; to < classes; ++to) {
        const bool closes = to == path[0] && path.size() > 1;
        if (!closes && std::find(path.begin(), path.end(), to) != path.end()) continue;
        add(from, to, rows[i], 1);
        if (closes) {
          hull.push_back(sum);
          for (double& value : hull.back()) value /= static_cast<double>(path.size());
        } else {
          visit(to);
        }
        add(from, to, rows[i], -1);
      }
    }
    path.pop_back();
  }
};

}  // namespace

Dataset class_data(Random& random, std::uint64_t classes, const ClassSizes& most) {
  const std::uint64_t features = 1 + random.below(most.features);
  const std::uint64_t rows = classes + random.below(most.rows - classes + 1);
  const std::uint64_t sort = random.below(4);  // 0: by chance
  std::vector<std::string> names;
  for (std::uint64_t k = 0; k < classes; ++k) names.push_back("c" + std::to_string(k));
  for (int tries = 0;; ++tries) {
    std::vector<Point> planes(classes, Point(features + 1));
    for (Point& plane : planes) {
      for (double& w : plane) w = small_integer(random, 3);
    }
    Grid points;
    Labels labels;
    for (std::uint64_t i = 0; i < rows; ++i) {
      Point x(features);
      for (double& value : x) value = small_integer(random, 3);
      const int own = sort == 0 || tries > 50 ? static_cast<int>(random.below(classes))
                                              : class_of(random, planes, x, sort == 1);
      if (own < 0) continue;
      points.push_back(x);
      labels.push_back(static_cast<std::uint32_t>(own));
    }
    if (std::set(labels.begin(), labels.end()).size() < classes) continue;
    Dataset data = dataset(points, labels);
    data.classes = Classes(names);
    return data;
  }
}

std::vector<Point> kesler_points_of(const Dataset& data, bool offset) {
  const Grid rows = grid(data.matrix);
  const std::size_t size = data.features() + (offset ? 1 : 0);
  std::vector<Point> points;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::uint32_t k = 0; k < data.classes.size(); ++k) {
      if (k == data.labels[i]) continue;
      Point& z = points.emplace_back(size * data.classes.size());
      for (std::size_t j = 0; j < size; ++j) {
        const double x = j < rows[i].size() ? rows[i][j] : 1;
        z[data.labels[i] * size + j] = x;
        z[k * size + j] = -x;
      }
    }
  }
  return points;
}

std::vector<Point> joint_hull_of(const Dataset& data, bool offset) {
  if (!offset) return kesler_points_of(data, false);
  const Grid rows = grid(data.matrix);
  std::vector<Point> hull;
  for (std::uint32_t first = 0; first < data.classes.size(); ++first) {
    Cycles cycles{rows, data.labels, data.classes.size(),
                  hull, {},          Point(data.features() * data.classes.size())};
    cycles.visit(first);
  }
  return hull;
}

}  // namespace perceptron::core::test
