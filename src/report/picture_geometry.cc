#include "report/picture_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perceptron::core {

Line line_of(const PicturePlane& plane) { return {plane.a, plane.b, plane.c}; }

Box box_of(const PictureRecord& picture) {
  if (picture.regions) {
    const auto& [x, y, side, label] = *picture.regions;
    const Box box{x[0], x[1], y[0], y[1]};
    const double ratio = (box.right - box.left) / (box.top - box.bottom);
    return {box.left, box.right, box.bottom, box.top, std::abs(ratio - 1) < 0.01};
  }
  const auto extent = [](const std::vector<double>& places) {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : places) {
      low = std::min(low, value);
      high = std::max(high, value);
    }
    if (!(low <= high)) return std::pair{-1.0, 1.0};
    const double room = high > low ? 0.06 * (high - low) : 0.5 * std::max(1.0, std::abs(low));
    return std::pair{low - room, high + room};
  };
  const auto [left, right] = extent(picture.points.x);
  const auto [bottom, top] = extent(picture.points.y);
  Box box{left, right, bottom, top};
  const double width = right - left;
  const double height = top - bottom;
  constexpr double kAlike = 4;
  if (picture.kind == PictureKind::line || width > kAlike * height || height > kAlike * width)
    return box;
  const double half = 0.5 * std::max(width, height);
  const Point centre{0.5 * (left + right), 0.5 * (bottom + top)};
  return {centre.x - half, centre.x + half, centre.y - half, centre.y + half, true};
}

namespace {

// The intersection of a segment with a line, if there is one.
std::optional<Point> crossing(Point from, Point to, const Line& line) {
  const double at_from = line.at(from);
  const double at_to = line.at(to);
  if ((at_from >= 0) == (at_to >= 0)) return std::nullopt;
  const double share = at_from / (at_from - at_to);
  return Point{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

}  // namespace

std::vector<Point> clip(const std::vector<Point>& polygon, const Line& line) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point from = polygon[i];
    const Point to = polygon[(i + 1) % polygon.size()];
    if (line.at(from) >= 0) kept.push_back(from);
    if (const auto at = crossing(from, to, line)) kept.push_back(*at);
  }
  return kept;
}

std::vector<Point> corners(const Box& box) {
  return {
      {box.left, box.bottom}, {box.right, box.bottom}, {box.right, box.top}, {box.left, box.top}};
}

std::optional<std::pair<Point, Point>> within(const Box& box, const Line& line) {
  const auto polygon = corners(box);
  std::vector<Point> ends;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    if (const auto at = crossing(polygon[i], polygon[(i + 1) % polygon.size()], line))
      ends.push_back(*at);
  }
  if (ends.size() != 2) return std::nullopt;
  return std::pair{ends[0], ends[1]};
}

}  // namespace perceptron::core
