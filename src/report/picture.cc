#include "report/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "base/number.h"

namespace perceptron::core {
namespace {

constexpr std::uint64_t kPoints = 1200;      // shown at most
constexpr std::uint64_t kMoved = 120;        // of them, rows that caused updates
constexpr std::uint64_t kRegions = 80;       // squares per side
constexpr std::uint64_t kFineRegions = 200;  // where their edge alone shows a curve
constexpr std::uint64_t kPlanesDrawn = 12;

using Vector = std::vector<double>;

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Scales to length 1; false if it has no direction.
bool normalise(Vector& v) {
  double largest = 0;
  for (const double each : v) largest = std::max(largest, std::abs(each));
  if (!(largest > 0) || !std::isfinite(largest)) return false;
  for (double& each : v) each /= largest;
  const double length = std::sqrt(dot(v, v));
  for (double& each : v) each /= length;
  return true;
}

// The two axes and their names.
struct Paper {
  PictureKind kind;
  std::string x;
  std::string y;
  Vector along;  // x = along·row + shift
  Vector across;
  double shift = 0;
};

class Painter {
 public:
  explicit Painter(const Scene& scene) : scene_(scene), data_(scene.data) { choose_rows(); }

  PictureRecord paint() {
    const Paper paper = this->paper();
    PictureRecord picture;
    picture.kind = paper.kind;
    picture.axes = {paper.x, paper.y};
    picture.scaled = scene_.scaled && paper.kind != PictureKind::mapped;
    picture.rows = data_.rows();
    picture.classes = data_.classes.names();
    picture.points = points(paper);
    picture.planes = planes(paper);
    if (scene_.overlap) picture.overlap = true;
    picture.shared = shared_point(paper);
    if (!scene_.decide) return picture;
    if (paper.kind == PictureKind::features) picture.regions = regions(kRegions);
    if (paper.kind == PictureKind::mapped) picture.regions = regions(kFineRegions);
    return picture;
  }

 private:
  // All rows, or the important ones and an even sample of the rest.
  void choose_rows() {
    const std::uint64_t rows = data_.rows();
    if (rows <= kPoints) {
      chosen_.resize(rows);
      std::iota(chosen_.begin(), chosen_.end(), std::uint64_t{0});
      return;
    }
    std::unordered_set<std::uint64_t> taken;
    for (const std::uint64_t i : scene_.support) {
      if (taken.size() < kPoints / 2) taken.insert(i);
    }
    // If classes overlap, rows that cause updates are atypical: too many of them would
    // misrepresent the rest.
    std::vector<std::uint64_t> moved;
    for (std::uint64_t i = 0; i < scene_.updates.size(); ++i) {
      if (scene_.updates[i] > 0) moved.push_back(i);
    }
    std::stable_sort(moved.begin(), moved.end(), [&](std::uint64_t a, std::uint64_t b) {
      return scene_.updates[a] > scene_.updates[b];
    });
    if (moved.size() > kMoved) moved.resize(kMoved);
    taken.insert(moved.begin(), moved.end());
    const std::uint64_t left = kPoints - taken.size();
    for (std::uint64_t k = 0; k < left; ++k) taken.insert(k * rows / left);
    chosen_.assign(taken.begin(), taken.end());
    std::sort(chosen_.begin(), chosen_.end());
  }

  template <class Use>
  void each_value(std::uint64_t row, const Use& use) const {
    std::visit(
        [&](const auto& view) {
          const auto values = view[row];
          for (std::uint64_t k = 0; k < values.size; ++k) use(values.feature(k), values.value(k));
        },
        (scene_.before_map != nullptr ? *scene_.before_map : data_.matrix).view());
  }
  double project(std::uint64_t row, const Vector& direction) const {
    double sum = 0;
    each_value(row, [&](std::uint64_t j, double value) { sum += direction[j] * value; });
    return sum;
  }

  Paper paper() const {
    const std::uint64_t features = data_.features();
    const auto name = [&](std::uint64_t j) { return data_.schema.feature_name(j); };
    if (scene_.before_map != nullptr)
      return {PictureKind::mapped,
              data_.schema.base_name(0),
              data_.schema.base_name(1),
              {1, 0},
              {0, 1}};
    if (features == 2) return {PictureKind::features, name(0), name(1), {1, 0}, {0, 1}};
    if (features == 1) return {PictureKind::line, name(0), "(row)", {1}, {0}};
    if (scene_.planes.size() > 1 && data_.classes.size() > 2) return of_many();
    Paper paper{PictureKind::distance, "distance from the plane",
                "direction of most variation beside it", Vector(features), Vector(features)};
    if (!scene_.planes.empty()) {
      const DrawnPlane& plane = scene_.planes[0];
      paper.along.assign(plane.weights.begin(), plane.weights.end());
      paper.along.resize(features);
      double length = 0;
      for (const double w : plane.weights) length = std::hypot(length, w);
      paper.shift = length > 0 ? plane.offset / length : 0;
    }
    if (!normalise(paper.along)) {
      paper.kind = PictureKind::variation;
      paper.x = "direction of most variation";
      paper.shift = 0;
      paper.along = principal({});
      paper.y = "the next one";
    }
    paper.across = principal({paper.along});
    return paper;
  }

  // The directions in which the planes differ most.
  Paper of_many() const {
    const std::uint64_t features = data_.features();
    Paper paper{PictureKind::directions, "direction in which the planes differ most",
                "the next one", Vector(features), Vector(features)};
    Vector mean(features);
    for (const DrawnPlane& plane : scene_.planes) {
      for (std::uint64_t j = 0; j < features; ++j)
        mean[j] += plane.weights[j] / static_cast<double>(scene_.planes.size());
    }
    const auto leading = [&](const std::vector<Vector>& without) {
      Vector v(features);
      for (std::uint64_t j = 0; j < features; ++j) {
        for (const DrawnPlane& plane : scene_.planes) v[j] += std::abs(plane.weights[j] - mean[j]);
      }
      for (int turn = 0; turn < 50; ++turn) {
        remove(without, v);
        if (!normalise(v)) return Vector(features);
        Vector next(features);
        for (const DrawnPlane& plane : scene_.planes) {
          double share = 0;
          for (std::uint64_t j = 0; j < features; ++j) share += (plane.weights[j] - mean[j]) * v[j];
          for (std::uint64_t j = 0; j < features; ++j)
            next[j] += share * (plane.weights[j] - mean[j]);
        }
        v = std::move(next);
      }
      remove(without, v);
      if (!normalise(v)) return Vector(features);
      return v;
    };
    paper.along = leading({});
    paper.across = leading({paper.along});
    return paper;
  }

  static void remove(const std::vector<Vector>& directions, Vector& v) {
    for (const Vector& direction : directions) {
      const double share = dot(direction, v);
      for (std::size_t j = 0; j < v.size(); ++j) v[j] -= share * direction[j];
    }
  }

  // The direction of largest variance of the chosen rows, other directions removed; by power
  // iteration on their covariance.
  Vector principal(const std::vector<Vector>& without) const {
    const std::uint64_t features = data_.features();
    Vector mean(features);
    Vector v(features);
    const auto count = static_cast<double>(chosen_.size());
    for (const std::uint64_t i : chosen_) {
      each_value(i, [&](std::uint64_t j, double value) {
        mean[j] += value / count;
        v[j] += value * value / count;
      });
    }
    for (std::uint64_t j = 0; j < features; ++j)
      v[j] = std::sqrt(std::max(0.0, v[j] - mean[j] * mean[j]));
    for (int turn = 0; turn < 40; ++turn) {
      remove(without, v);
      if (!normalise(v)) return Vector(features);
      const double centre = dot(mean, v);
      Vector next(features);
      double sum = 0;
      for (const std::uint64_t i : chosen_) {
        const double share = project(i, v) - centre;
        sum += share;
        each_value(i, [&](std::uint64_t j, double value) { next[j] += share * value; });
      }
      for (std::uint64_t j = 0; j < features; ++j) next[j] -= sum * mean[j];
      v = std::move(next);
    }
    remove(without, v);
    return normalise(v) ? v : Vector(features);
  }

  static int digits_for(const Vector& places) {
    const auto [low, high] = std::minmax_element(places.begin(), places.end());
    return perceptron::core::digits_for(*low, *high);
  }

  PicturePoints points(const Paper& paper) const {
    PicturePoints points;
    if (!scene_.updates.empty()) points.updates.emplace();
    if (!scene_.support.empty()) points.support.emplace();
    const std::unordered_set<std::uint64_t> holds(scene_.support.begin(), scene_.support.end());
    Vector places_x;
    Vector places_y;
    for (const std::uint64_t i : chosen_) {
      places_x.push_back(project(i, paper.along) + paper.shift);
      places_y.push_back(paper.kind == PictureKind::line ? static_cast<double>(i + 1)
                                                         : project(i, paper.across));
    }
    const int digits_x = digits_for(places_x);
    const int digits_y = digits_for(places_y);
    for (std::size_t k = 0; k < chosen_.size(); ++k) {
      const std::uint64_t i = chosen_[k];
      points.row.push_back(i + 1);
      points.x.push_back(rounded(places_x[k], digits_x));
      points.y.push_back(rounded(places_y[k], digits_y));
      points.label.push_back(data_.labels[i]);
      if (points.updates) points.updates->push_back(scene_.updates[i]);
      if (holds.contains(i)) points.support->push_back(i + 1);
    }
    return points;
  }

  // The weighted mean of the rows of one class, which is that of the other too. What is no linear
  // map of the rows does not show it.
  std::optional<std::array<double, 2>> shared_point(const Paper& paper) const {
    if (scene_.shared.empty() || paper.kind == PictureKind::line ||
        paper.kind == PictureKind::mapped)
      return std::nullopt;
    double x = 0;
    double y = 0;
    double weights = 0;
    for (std::size_t k = 0; k < scene_.support.size(); ++k) {
      const std::uint64_t i = scene_.support[k];
      if (data_.labels[i] != data_.labels[scene_.support[0]]) continue;
      const double weight = std::abs(scene_.shared[k]);
      x += weight * (project(i, paper.along) + paper.shift);
      y += weight * project(i, paper.across);
      weights += weight;
    }
    if (!(weights > 0)) return std::nullopt;
    return std::array{rounded(x / weights), rounded(y / weights)};
  }

  // a·x + b·y + c = 0 in the picture, a² + b² = 1 if the plane is orthogonal to it.
  std::vector<PicturePlane> planes(const Paper& paper) const {
    std::vector<PicturePlane> list;
    if (paper.kind == PictureKind::directions || paper.kind == PictureKind::variation ||
        paper.kind == PictureKind::mapped)
      return list;
    for (const DrawnPlane& plane : scene_.planes) {
      if (list.size() == kPlanesDrawn) break;
      double length = 0;
      for (const double w : plane.weights) length = std::hypot(length, w);
      if (!(length > 0) || !std::isfinite(length)) continue;
      const bool flat = paper.kind == PictureKind::features || paper.kind == PictureKind::line;
      if (!flat && !list.empty()) break;  // others are not orthogonal to the picture
      list.push_back({plane.name, flat ? plane.weights[0] / length : 1,
                      paper.kind == PictureKind::features ? plane.weights[1] / length : 0,
                      flat ? plane.offset / length : 0, plane.margin});
    }
    return list;
  }

  // The class of every square of the background.
  PictureRegions regions(std::uint64_t side) const {
    double low[2];
    double high[2];
    for (int axis = 0; axis < 2; ++axis) {
      const Vector direction = axis == 0 ? Vector{1, 0} : Vector{0, 1};
      low[axis] = high[axis] = project(chosen_[0], direction);
      for (const std::uint64_t i : chosen_) {
        low[axis] = std::min(low[axis], project(i, direction));
        high[axis] = std::max(high[axis], project(i, direction));
      }
      const double room = 0.06 * (high[axis] - low[axis]) + 1e-9;
      low[axis] -= room;
      high[axis] += room;
    }
    // One scale for both axes if their ranges are similar.
    const double half = 0.5 * std::max(high[0] - low[0], high[1] - low[1]);
    const double least = 0.5 * std::min(high[0] - low[0], high[1] - low[1]);
    constexpr double kAlike = 4;
    if (half < kAlike * least) {
      for (int axis = 0; axis < 2; ++axis) {
        const double centre = 0.5 * (low[axis] + high[axis]);
        low[axis] = centre - half;
        high[axis] = centre + half;
      }
    }
    PictureRegions regions{{low[0], high[0]}, {low[1], high[1]}, side, {}};
    const auto at = [&](int axis, std::uint64_t k) {
      return low[axis] +
             (static_cast<double>(k) + 0.5) / static_cast<double>(side) * (high[axis] - low[axis]);
    };
    for (std::uint64_t i = 0; i < side; ++i) {
      for (std::uint64_t k = 0; k < side; ++k)
        regions.label.push_back(scene_.decide(at(0, k), at(1, i)));
    }
    return regions;
  }

  const Scene& scene_;
  const Dataset& data_;
  std::vector<std::uint64_t> chosen_;
};

}  // namespace

int digits_for(double low, double high) {
  constexpr int kDigits = 5;
  constexpr int kMost = 17;
  const double size = std::max(std::abs(low), std::abs(high));
  const double range = high - low;
  if (!(range > 0) || !std::isfinite(size) || !std::isfinite(range)) return kMost;
  return std::clamp(kDigits + static_cast<int>(std::ceil(std::log10(size / range))), kDigits,
                    kMost);
}

double rounded(double value, int digits) {
  return parse_number(fmt::format("{:.{}g}", value, digits)).value_or(value);
}

std::optional<PictureRecord> draw_picture(const Scene& scene) {
  if (scene.data.rows() == 0 || scene.data.features() == 0) return std::nullopt;
  return Painter(scene).paint();
}

}  // namespace perceptron::core
