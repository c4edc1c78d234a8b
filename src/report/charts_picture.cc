// Rows and planes.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "report/charts.h"
#include "report/picture_geometry.h"
#include "report/picture_layers.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

Json region_layer(const PictureRecord& picture) {
  const auto& [x, y, side, label] = *picture.regions;
  const double width = (x[1] - x[0]) / static_cast<double>(side);
  const double height = (y[1] - y[0]) / static_cast<double>(side);
  const auto at = [](double start, double step, std::size_t n) {
    return start + step * static_cast<double>(n);
  };
  Json values = Json::array();
  // Adjacent squares of one class in a row are merged into one rectangle.
  for (std::size_t i = 0; i < side; ++i) {
    for (std::size_t k = 0; k < side;) {
      std::size_t end = k + 1;
      const std::uint64_t mine = label[i * side + k];
      while (end < side && label[i * side + end] == mine) ++end;
      values.push_back({{"x", at(x[0], width, k)},
                        {"x2", at(x[0], width, end)},
                        {"y", at(y[0], height, i)},
                        {"y2", at(y[0], height, i + 1)},
                        {"c", picture.classes[mine]}});
      k = end;
    }
  }
  Json layer = spec(R"spec({
      "mark": {"type": "rect", "opacity": 0.16, "strokeWidth": 0, "clip": true},
      "encoding": {
        "x2": {"field": "x2"}, "y2": {"field": "y2"},
        "color": {"field": "c", "type": "nominal", "legend": {"symbolOpacity": 1}}
      }
    })spec");
  layer["data"]["values"] = values;
  return layer;
}

// A plane's line across the box, and its name at its upper or lower end.
Json line_layer(const std::pair<Point, Point>& ends, const Box& box, const std::string& name,
                const char* colour, bool named, bool at_top) {
  Json lines = Json::array();
  for (const Point& end : {ends.first, ends.second})
    lines.push_back({{"x", end.x}, {"y", end.y}, {"plane", name}});
  Json line = spec(R"spec({"mark": {"type": "line", "strokeWidth": 1.8}})spec");
  line["data"]["values"] = lines;
  line["mark"]["color"] = colour;
  if (!named) {
    line["mark"]["strokeWidth"] = 1.2;
    line["mark"]["opacity"] = 0.6;
    line["encoding"]["tooltip"] = {{"field", "plane"}};
    return line;
  }
  const Point end = (ends.first.y > ends.second.y) == at_top ? ends.first : ends.second;
  const bool left = end.x < 0.5 * (box.left + box.right);
  Json text = spec(R"spec({
      "mark": {"type": "text", "baseline": "bottom", "dy": -4, "fontWeight": 500}
    })spec");
  text["mark"]["align"] = left ? "left" : "right";
  text["mark"]["dx"] = at_top == left ? 2 : -2;
  if (!at_top) text["mark"]["dx"] = left ? 10 : -10;
  text["mark"]["color"] = colour;
  text["encoding"]["text"]["value"] = plain(name);
  text["data"]["values"] = {{{"x", end.x}, {"y", end.y}}};
  return {{"layer", {line, text}}};
}

// Bands first, then lines over them.
void add_planes(const PictureRecord& picture, const Box& box, Json& layers) {
  constexpr std::array kColours = {"@ink", "@accent"};
  Json lines = Json::array();
  const bool few = picture.planes.size() <= kColours.size();
  std::size_t k = 0;
  for (const PicturePlane& plane : picture.planes) {
    const char* colour = few ? kColours[k++] : kColours[0];
    const Line line = line_of(plane);
    if (const auto ends = within(box, line))
      lines.push_back(line_layer(*ends, box, plane.name, colour, few, lines.empty()));
    if (!(plane.margin > 0) || !few) continue;
    auto polygon = clip(corners(box), {line.a, line.b, line.c + plane.margin});
    polygon = clip(polygon, {-line.a, -line.b, plane.margin - line.c});
    Json values = Json::array();
    for (std::size_t corner = 0; corner < polygon.size(); ++corner)
      values.push_back({{"x", polygon[corner].x}, {"y", polygon[corner].y}, {"k", corner}});
    Json band = spec(R"spec({
      "mark": {
        "type": "line", "filled": true, "opacity": 0.13, "strokeWidth": 0,
        "interpolate": "linear-closed"
      },
      "encoding": {"order": {"field": "k"}}
    })spec");
    band["mark"]["fill"] = colour;
    band["data"]["values"] = values;
    layers.push_back(std::move(band));
  }
  for (Json& each : lines) layers.push_back(std::move(each));
}

// Rings around rows that caused updates, larger for more updates.
Json ring_layer(const std::vector<std::uint64_t>& updates) {
  Json moved = spec(R"spec({
    "transform": [{"filter": "isValid(datum.u)"}],
    "mark": {
      "type": "point", "filled": false, "shape": "circle", "strokeWidth": 1.4, "opacity": 0.9,
      "color": "@warn", "clip": true
    },
    "encoding": {
      "size": {
        "field": "u", "type": "quantitative", "title": "updates here",
        "scale": {"type": "sqrt", "rangeMin": 60, "rangeMax": 420},
        "legend": {"symbolStrokeColor": "@warn", "format": ",d", "values": []}
      }
    }
  })spec");
  const std::uint64_t most = *std::max_element(updates.begin(), updates.end());
  moved["encoding"]["size"]["scale"]["domain"] = {0, static_cast<double>(most)};
  moved["encoding"]["size"]["legend"]["values"] = most > 1 ? Json({1, most}) : Json({1});
  constexpr std::ptrdiff_t kFew = 60;
  if (std::count_if(updates.begin(), updates.end(),
                    [](std::uint64_t count) { return count != 0; }) > kFew) {
    // So many rings would hide the rows: thinner, smaller and fainter.
    moved["mark"]["strokeWidth"] = 0.8;
    moved["mark"]["opacity"] = 0.4;
    moved["encoding"]["size"]["scale"]["rangeMin"] = 30;
    moved["encoding"]["size"]["scale"]["rangeMax"] = 260;
    moved["encoding"]["size"]["legend"]["symbolOpacity"] = 1;
  }
  return moved;
}

}  // namespace

bool shows_plane(const PictureRecord& picture) {
  const Box box = box_of(picture);
  return std::any_of(picture.planes.begin(), picture.planes.end(),
                     [&](const auto& plane) { return within(box, line_of(plane)).has_value(); });
}

bool has_rings(const PictureRecord& picture) {
  constexpr std::ptrdiff_t kMost = 500;
  if (!picture.points.updates) return false;
  const auto& updates = *picture.points.updates;
  const auto changed =
      std::count_if(updates.begin(), updates.end(), [](std::uint64_t count) { return count != 0; });
  return changed > 0 && changed <= kMost;
}

Json picture_chart(const PictureRecord& picture) {
  const Box box = box_of(picture);
  Json chart = ground(picture, box);
  Json layers = Json::array();
  if (picture.regions) layers.push_back(region_layer(picture));
  add_planes(picture, box, layers);
  const Json values = points_of(picture);
  Json points = spec(R"spec({
      "mark": {"type": "point", "filled": true, "size": 26, "opacity": 0.75, "clip": true},
      "encoding": {
        "tooltip": [
          {"field": "row", "title": "row"}, {"field": "c", "title": "class"}, {"field": "x"},
          {"field": "y"}, {"field": "u", "title": "updates"}
        ]
      }
    })spec");
  points["encoding"]["color"] = colour_by_class(picture);
  points["encoding"]["shape"] = shape_by_class(picture);
  chart["data"]["values"] = values;  // for all layers without data of their own
  layers.push_back(points);
  if (has_rings(picture)) layers.push_back(ring_layer(*picture.points.updates));
  if (std::any_of(values.begin(), values.end(),
                  [](const Json& value) { return value.contains("s"); })) {
    Json holds = spec(R"spec({
      "transform": [{"filter": "isValid(datum.s)"}],
      "mark": {
        "type": "point", "filled": false, "shape": "square", "size": 150, "strokeWidth": 1.8,
        "opacity": 1, "color": "@ink", "clip": true
      },
      "encoding": {"tooltip": [{"field": "row", "title": "support vector, row"}]}
    })spec");
    layers.push_back(std::move(holds));
  }
  if (picture.shared) {
    Json cross = spec(R"spec({
      "mark": {
        "type": "point", "filled": false, "shape": "cross", "size": 260, "strokeWidth": 2,
        "opacity": 1, "color": "@warn", "clip": true
      },
      "encoding": {"tooltip": {"value": "a point in the hulls of both classes"}}
    })spec");
    cross["data"]["values"] = {{{"x", (*picture.shared)[0]}, {"y", (*picture.shared)[1]}}};
    layers.push_back(std::move(cross));
  }
  chart["layer"] = std::move(layers);
  return chart;
}

}  // namespace perceptron::core
