#include "truth.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "data/lift.h"
#include "data/scaling.h"

namespace perceptron::core::fuzz {
namespace {

using Number = long double;
using Point = std::vector<Number>;

constexpr Number kSlack = 1e-9L;

Number dot(const Point& a, const Point& b) {
  Number sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

// The rows as the claim is about them, and their signs.
struct Rows {
  std::vector<Point> points;
  std::vector<std::uint32_t> labels;
  std::vector<Number> signs;  // of two classes
  Number largest = 0;         // length of a row
  std::size_t classes = 0;

  Rows(const Subject& subject, Dataset data) : classes(data.classes.size()) {
    Scaling::fit(subject.scale, data).apply(data);
    if (!subject.lift.empty()) lift(data, number_of(subject.lift));
    points.assign(data.rows(), Point(data.features()));
    std::visit(
        [&](const auto& view) {
          for (std::uint64_t i = 0; i < view.rows; ++i) {
            const auto row = view[i];
            for (std::uint64_t k = 0; k < row.size; ++k)
              points[i][row.feature(k)] = static_cast<Number>(row.value(k));
          }
        },
        data.matrix.view());
    labels = data.labels;
    for (const std::uint32_t label : labels) signs.push_back(label == 1 ? 1 : -1);
    for (const Point& point : points) largest = std::max(largest, std::sqrt(dot(point, point)));
  }

  // Only those of the classes that a claim of a list is about.
  Rows of(const Certificate& part) const {
    Rows some = *this;
    some.points.clear();
    some.labels.clear();
    some.signs.clear();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const bool positive = labels[i] == part.positive;
      if (!positive && part.negative && labels[i] != *part.negative) continue;
      some.points.push_back(points[i]);
      some.labels.push_back(positive ? 1 : 0);
      some.signs.push_back(positive ? 1 : -1);
    }
    return some;
  }

  // The points whose hull is √2 times as far from the origin as the joint margin is wide: x in the
  // block of the class of a row, −x in that of another. With an offset, the mean of such points
  // along each cycle of classes.
  std::vector<Point> joint_hull(bool offset) const {
    std::vector<Point> corners;
    for (std::uint32_t first = 0; first < classes; ++first)
      follow(offset, {first}, Point(classes * points[0].size(), 0), corners);
    return corners;
  }

  // Appends what begins with this path of classes, whose points so far sum to `sum`.
  void follow(bool offset, const std::vector<std::uint32_t>& path, const Point& sum,
              std::vector<Point>& corners) const {
    const std::size_t features = points[0].size();
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (labels[i] != path.back()) continue;
      for (std::uint32_t to = 0; to < classes; ++to) {
        const bool seen = std::find(path.begin(), path.end(), to) != path.end();
        const bool closes = offset ? to == path[0] && path.size() > 1 : to != path[0];
        if (!closes && (seen || !offset)) continue;
        Point next = sum;
        for (std::size_t j = 0; j < features; ++j) {
          next[path.back() * features + j] += points[i][j];
          next[to * features + j] -= points[i][j];
        }
        if (closes) {
          for (Number& x : next) x /= static_cast<Number>(path.size());
          corners.push_back(std::move(next));
        } else if (to > path[0]) {  // each cycle once, from its first class
          std::vector<std::uint32_t> longer = path;
          longer.push_back(to);
          follow(offset, longer, next, corners);
        }
      }
    }
  }

  // The points whose hull is as far from the origin as the margin is wide.
  std::vector<Point> hull(bool offset) const {
    std::vector<Point> corners;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!offset) {
        corners.push_back(points[i]);
        for (Number& x : corners.back()) x *= signs[i];
        continue;
      }
      for (std::size_t k = 0; k < points.size(); ++k) {
        if (signs[i] < 0 || signs[k] > 0) continue;
        corners.push_back(points[i]);
        for (std::size_t j = 0; j < points[k].size(); ++j)
          corners.back()[j] = (corners.back()[j] - points[k][j]) / 2;
      }
    }
    return corners;
  }
};

// The solution of a small system of equations, by elimination with pivots; none if it is singular.
std::optional<Point> solve(std::vector<Point> a, Point b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    if (a[pivot][k] == 0) return std::nullopt;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const Number factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) b[k] /= a[k][k];
  return b;
}

// The length of the shortest vector of the plane through these corners, if it is between them.
std::optional<Number> height(const std::vector<Point>& corners) {
  const std::size_t n = corners.size();
  // Minimise ‖Σ λc‖² where Σ λ = 1, with a multiplier for the sum.
  std::vector<Point> system(n + 1, Point(n + 1, 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) system[i][k] = dot(corners[i], corners[k]);
  }
  system[n][n] = 0;
  Point right(n + 1, 0);
  right[n] = 1;
  const auto weights = solve(std::move(system), std::move(right));
  if (!weights) return std::nullopt;
  Point nearest(corners[0].size(), 0);
  for (std::size_t i = 0; i < n; ++i) {
    if (!((*weights)[i] >= 0)) return std::nullopt;
    for (std::size_t j = 0; j < nearest.size(); ++j) nearest[j] += (*weights)[i] * corners[i][j];
  }
  return std::sqrt(dot(nearest, nearest));
}

// The nearest point of a hull lies between at most as many corners as there are dimensions, and
// one more.
Number distance(const std::vector<Point>& hull, std::vector<Point>& corners, std::size_t first) {
  Number least = corners.empty() ? INFINITY : height(corners).value_or(INFINITY);
  if (corners.size() == hull[0].size() + 1) return least;
  for (std::size_t i = first; i < hull.size(); ++i) {
    corners.push_back(hull[i]);
    least = std::min(least, distance(hull, corners, i + 1));
    corners.pop_back();
  }
  return least;
}

Number widest_margin(const Rows& rows, bool offset) {
  std::vector<Point> corners;
  return distance(rows.hull(offset), corners, 0);
}

Number widest_joint_margin(const Rows& rows, bool offset) {
  std::vector<Point> corners;
  return distance(rows.joint_hull(offset), corners, 0) / std::sqrt(Number(2));
}

// Mistakes of a perceptron, row after row, until there are none.
std::uint64_t mistakes(const Rows& rows, bool offset) {
  constexpr std::uint64_t kMost = 2000;
  Point w(rows.points[0].size(), 0);
  Number b = 0;
  std::uint64_t count = 0;
  for (bool changed = true; changed && count < kMost;) {
    changed = false;
    for (std::size_t i = 0; i < rows.points.size(); ++i) {
      const Number y = rows.signs[i];
      if (y * (dot(w, rows.points[i]) + b) > 0) continue;
      for (std::size_t j = 0; j < w.size(); ++j) w[j] += y * rows.points[i][j];
      if (offset) b += y;
      ++count;
      changed = true;
    }
  }
  return count;
}

Number loss_of(const std::string& name, Number margin) {
  if (name == "perceptron") return std::max<Number>(0, -margin);
  const Number hinge = std::max<Number>(0, 1 - margin);
  if (name == "hinge") return hinge;
  if (name == "squared-hinge") return hinge * hinge;
  return margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
}

// Of the class `label`, given the scores of all.
Number joint_loss_of(const std::string& name, const Point& scores, std::uint32_t label) {
  const Number highest = *std::max_element(scores.begin(), scores.end());
  Number most = scores[label];
  Number sum = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    most = std::max(most, scores[k] + (k == label ? 0 : 1));
    sum += std::exp(scores[k] - highest);
  }
  return name == "softmax" ? highest + std::log(sum) - scores[label] : most - scores[label];
}

// The planes of a certificate, one after the other in `numbers`.
struct Planes {
  std::vector<Point> weights;
  Point offsets;

  Planes(const Certificate& certificate, const Point& numbers, std::size_t features) {
    const std::size_t size = features + (certificate.data.offset ? 1 : 0);
    for (std::size_t at = 0; at < numbers.size(); at += size) {
      const Point plane(numbers.begin() + static_cast<std::ptrdiff_t>(at),
                        numbers.begin() + static_cast<std::ptrdiff_t>(at + size));
      offsets.push_back(certificate.data.offset ? plane.back() : 0);
      weights.emplace_back(plane.begin(), plane.begin() + static_cast<std::ptrdiff_t>(features));
    }
  }

  Point scores(const Point& point) const {
    Point each;
    for (std::size_t k = 0; k < weights.size(); ++k)
      each.push_back(dot(weights[k], point) + offsets[k]);
    return each;
  }

  Number penalty(const Objective& objective) const {
    Number absolute = 0;
    Number squares = 0;
    const auto add = [&](Number w) {
      absolute += std::abs(w);
      squares += w * w;
    };
    for (const Point& plane : weights) std::for_each(plane.begin(), plane.end(), add);
    if (objective.penalised_offset) std::for_each(offsets.begin(), offsets.end(), add);
    return static_cast<Number>(number_of(objective.l1)) * absolute +
           static_cast<Number>(number_of(objective.l2)) / 2 * squares;
  }
};

Number objective_of(const Certificate& certificate, const Rows& rows, const Point& numbers) {
  const Objective& objective = certificate.objective;
  const Planes planes(certificate, numbers, rows.points[0].size());
  Number sum = 0;
  for (std::size_t i = 0; i < rows.points.size(); ++i) {
    const Point scores = planes.scores(rows.points[i]);
    sum += static_cast<Number>(number_of(objective.class_weights[rows.labels[i]])) *
           (certificate.kind == CertificateKind::joint_optimality
                ? joint_loss_of(objective.loss, scores, rows.labels[i])
                : loss_of(objective.loss, rows.signs[i] * scores[0]));
  }
  return sum / static_cast<Number>(rows.points.size()) + planes.penalty(objective);
}

std::string optimality_falsehood(const Certificate& certificate, const Rows& rows) {
  const auto lower = static_cast<Number>(number_of(certificate.lower));
  const auto upper = static_cast<Number>(number_of(certificate.upper));
  Point numbers;
  for (const std::string& weight : certificate.plane)
    numbers.push_back(static_cast<Number>(number_of(weight)));
  const Number found = objective_of(certificate, rows, numbers);
  const Number of_zero = objective_of(certificate, rows, Point(numbers.size(), 0));
  if (!std::isfinite(found)) return "";  // beyond long doubles
  const Number slack = kSlack * (1 + std::abs(found));
  if (found > upper + slack) return "the plane's objective is higher";
  return lower > std::min(found, of_zero) + slack ? "a plane's objective is lower" : "";
}

std::string margin_falsehood(const Certificate& certificate, const Rows& rows) {
  const Number margin = is_joint(certificate.kind)
                            ? widest_joint_margin(rows, certificate.data.offset)
                            : widest_margin(rows, certificate.data.offset);
  const Number slack = kSlack * rows.largest;
  if (!std::isfinite(margin) || !std::isfinite(slack)) return "";  // beyond long doubles
  switch (certificate.kind) {
    case CertificateKind::margin:
    case CertificateKind::joint_margin:
      if (static_cast<Number>(number_of(certificate.lower)) > margin + slack)
        return "the lower bound is too high";
      return static_cast<Number>(number_of(certificate.upper)) < margin - slack
                 ? "the upper bound is too low"
                 : "";
    case CertificateKind::inseparable:
    case CertificateKind::joint_inseparable:
      return margin > slack ? "a plane separates the classes" : "";
    default:
      break;
  }
  // Rounding, in scaling and lifting, may separate what touches.
  const bool rounded =
      certificate.data.scale != ScalingKind::none || !certificate.data.lift.empty();
  if (!rounded && margin <= slack) return "no plane separates the classes";
  if (certificate.kind == CertificateKind::mistake_bound && margin > slack &&
      static_cast<Number>(mistakes(rows, certificate.data.offset)) >
          static_cast<Number>(number_of(certificate.bound)) * (1 + kSlack))
    return "a perceptron makes more mistakes";
  return "";
}

}  // namespace

std::string falsehood(const Certificate& certificate, Dataset data) {
  const Rows rows(certificate.data, std::move(data));
  for (const Certificate& part : certificate.parts) {
    if (std::string lie = margin_falsehood(part, rows.of(part)); !lie.empty()) return lie;
  }
  if (certificate.kind == CertificateKind::list) return "";
  return certificate.kind == CertificateKind::optimality ||
                 certificate.kind == CertificateKind::joint_optimality ||
                 certificate.kind == CertificateKind::answers
             ? optimality_falsehood(certificate, rows)
             : margin_falsehood(certificate, rows);
}

}  // namespace perceptron::core::fuzz
