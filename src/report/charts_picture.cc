#include "report/charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "report/values.h"

namespace perceptron {
namespace {

// ---- The geometry of pictures ----

struct Point {
  double x;
  double y;
};

struct Box {
  double left;
  double right;
  double bottom;
  double top;
  bool square = false;  // both axes have one scale
};

struct Line {  // a·x + b·y + c = 0
  double a;
  double b;
  double c;
  double at(Point p) const { return a * p.x + b * p.y + c; }
};

Line line_of(const Json& plane) {
  return {number(plane.at("a")), number(plane.at("b")), number(plane.at("c"))};
}

Box box_of(const Json& picture) {
  if (picture.contains("regions")) {
    const Json& x = picture.at("regions").at("x");
    const Json& y = picture.at("regions").at("y");
    const Box box{number(x.at(0)), number(x.at(1)), number(y.at(0)), number(y.at(1))};
    const double ratio = (box.right - box.left) / (box.top - box.bottom);
    return {box.left, box.right, box.bottom, box.top, std::abs(ratio - 1) < 0.01};
  }
  const auto extent = [&](const char* axis) {
    double low = INFINITY;
    double high = -INFINITY;
    for (const Json& value : picture.at("points").at(axis)) {
      low = std::min(low, number(value));
      high = std::max(high, number(value));
    }
    if (!(low <= high)) return std::pair{-1.0, 1.0};
    const double room = high > low ? 0.06 * (high - low) : 0.5 * std::max(1.0, std::abs(low));
    return std::pair{low - room, high + room};
  };
  const auto [left, right] = extent("x");
  const auto [bottom, top] = extent("y");
  Box box{left, right, bottom, top};
  const double width = right - left;
  const double height = top - bottom;
  constexpr double kAlike = 4;
  const std::string kind = picture.at("kind");
  if (kind == "line" || width > kAlike * height || height > kAlike * width) return box;
  const double half = 0.5 * std::max(width, height);
  const Point centre{0.5 * (left + right), 0.5 * (bottom + top)};
  return {centre.x - half, centre.x + half, centre.y - half, centre.y + half, true};
}

// Where the way from one point to another meets a line, if it does.
std::optional<Point> crossing(Point from, Point to, const Line& line) {
  const double at_from = line.at(from);
  const double at_to = line.at(to);
  if ((at_from >= 0) == (at_to >= 0)) return std::nullopt;
  const double share = at_from / (at_from - at_to);
  return Point{from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

// The part of a polygon on the side where the line is not negative.
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

// Where a line enters and leaves a box; nothing if it misses it.
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

void set_axes(const Json& picture, const Box& box, Json& chart) {
  const bool line = picture.at("kind") == "line";
  Json& encoding = chart["encoding"];
  encoding["x"] = {
      {"field", "x"},
      {"type", "quantitative"},
      {"title", plain(picture.at("axes").at(0))},
      {"scale", {{"domain", {box.left, box.right}}, {"nice", false}, {"zero", false}}}};
  encoding["y"] = {
      {"field", "y"},
      {"type", "quantitative"},
      {"title", plain(picture.at("axes").at(1))},
      {"scale", {{"domain", {box.bottom, box.top}}, {"nice", false}, {"zero", false}}}};
  if (line) encoding["y"]["axis"] = Json();
  chart["usermeta"]["aspect"] = line ? 0.35 : box.square ? 1.0 : 0.7;
}

Json points_of(const Json& picture) {
  const Json& points = picture.at("points");
  std::map<std::uint64_t, bool> support;
  if (points.contains("support"))
    for (const Json& row : points.at("support")) support[row.get<std::uint64_t>()] = true;
  Json values = Json::array();
  for (std::size_t i = 0; i < points.at("x").size(); ++i) {
    Json value = {{"x", points.at("x").at(i)},
                  {"y", points.at("y").at(i)},
                  {"c", picture.at("classes").at(points.at("class").at(i).get<std::size_t>())},
                  {"row", points.at("row").at(i)}};
    if (points.contains("updates") && points.at("updates").at(i) != 0)
      value["u"] = points.at("updates").at(i);
    if (support.contains(points.at("row").at(i).get<std::uint64_t>())) value["s"] = 1;
    values.push_back(std::move(value));
  }
  return values;
}

Json region_layer(const Json& picture) {
  const Json& regions = picture.at("regions");
  const auto side = regions.at("side").get<std::size_t>();
  const double x0 = regions.at("x").at(0);
  const double y0 = regions.at("y").at(0);
  const double width = (number(regions.at("x").at(1)) - x0) / static_cast<double>(side);
  const double height = (number(regions.at("y").at(1)) - y0) / static_cast<double>(side);
  Json values = Json::array();
  // Runs of one class in a row of squares are one rectangle.
  for (std::size_t i = 0; i < side; ++i) {
    for (std::size_t k = 0; k < side;) {
      std::size_t end = k + 1;
      const Json& mine = regions.at("class").at(i * side + k);
      while (end < side && regions.at("class").at(i * side + end) == mine) ++end;
      const auto at = [](double start, double step, std::size_t n) {
        return start + step * static_cast<double>(n);
      };
      values.push_back({{"x", at(x0, width, k)},
                        {"x2", at(x0, width, end)},
                        {"y", at(y0, height, i)},
                        {"y2", at(y0, height, i + 1)},
                        {"c", picture.at("classes").at(mine.get<std::size_t>())}});
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
void add_planes(const Json& picture, const Box& box, Json& layers) {
  constexpr std::array kColours = {"@ink", "@accent"};
  Json lines = Json::array();
  const bool few = picture.at("planes").size() <= kColours.size();
  std::size_t k = 0;
  for (const Json& plane : picture.at("planes")) {
    const char* colour = few ? kColours[k++] : kColours[0];
    const Line line = line_of(plane);
    const double margin = number(plane.at("margin"));
    if (const auto ends = within(box, line))
      lines.push_back(line_layer(*ends, box, plane.at("name"), colour, few, lines.empty()));
    if (!(margin > 0) || !few) continue;
    auto polygon = clip(corners(box), {line.a, line.b, line.c + margin});
    polygon = clip(polygon, {-line.a, -line.b, margin - line.c});
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

Json colour_by_class(const Json& picture) {
  return {{"field", "c"},
          {"type", "nominal"},
          {"title", "class"},
          {"legend", {{"symbolOpacity", 1}, {"symbolLimit", 12}}},
          {"scale", {{"domain", picture.at("classes")}}}};
}

Json ground(const Json& picture, const Box& box) {
  Json chart = Json::object();
  set_axes(picture, box, chart);
  return chart;
}

}  // namespace

bool shows_plane(const Json& picture) {
  const Box box = box_of(picture);
  const Json& planes = picture.at("planes");
  return std::any_of(planes.begin(), planes.end(),
                     [&](const Json& plane) { return within(box, line_of(plane)).has_value(); });
}

bool has_rings(const Json& picture) {
  constexpr std::ptrdiff_t kMost = 500;
  const Json& points = picture.at("points");
  if (!points.contains("updates")) return false;
  const Json& updates = points.at("updates");
  const auto changed =
      std::count_if(updates.begin(), updates.end(), [](const Json& count) { return count != 0; });
  return changed > 0 && changed <= kMost;
}

Json picture_chart(const Json& picture) {
  const Box box = box_of(picture);
  Json chart = ground(picture, box);
  Json layers = Json::array();
  if (picture.contains("regions")) layers.push_back(region_layer(picture));
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
  points["encoding"]["shape"] = colour_by_class(picture);
  chart["data"]["values"] = values;  // of all layers that bring none of their own
  layers.push_back(points);
  const auto has = [&](const char* field) {
    return std::any_of(values.begin(), values.end(),
                       [&](const Json& value) { return value.contains(field); });
  };
  if (has_rings(picture)) {
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
    double most = 1;
    for (const Json& value : values)
      if (value.contains("u")) most = std::max(most, number(value.at("u")));
    moved["encoding"]["size"]["scale"]["domain"] = {0, most};
    moved["encoding"]["size"]["legend"]["values"] =
        most > 1 ? Json({1, static_cast<std::uint64_t>(most)}) : Json({1});
    constexpr std::ptrdiff_t kFew = 60;
    if (std::count_if(values.begin(), values.end(),
                      [](const Json& value) { return value.contains("u"); }) > kFew) {
      // So many that the rings must not hide the rows.
      moved["mark"]["strokeWidth"] = 0.8;
      moved["mark"]["opacity"] = 0.4;
      moved["encoding"]["size"]["scale"]["rangeMin"] = 30;
      moved["encoding"]["size"]["scale"]["rangeMax"] = 260;
      moved["encoding"]["size"]["legend"]["symbolOpacity"] = 1;
    }
    layers.push_back(std::move(moved));
  }
  if (has("s")) {
    Json holds = spec(R"spec({
      "transform": [{"filter": "isValid(datum.s)"}],
      "mark": {
        "type": "point", "filled": false, "shape": "square", "size": 150, "strokeWidth": 1.8,
        "opacity": 1, "color": "@ink", "clip": true
      },
      "encoding": {"tooltip": [{"field": "row", "title": "support point, row"}]}
    })spec");
    layers.push_back(std::move(holds));
  }
  chart["layer"] = std::move(layers);
  return chart;
}

Json steps_chart(const Json& picture, const Json& trace) {
  const Box box = box_of(picture);
  Json chart = ground(picture, box);
  chart["params"] = {{{"name", "step"}, {"value", 0}}};
  Json layers = Json::array();
  Json lines = Json::array();
  Json rows = Json::array();
  std::size_t step = 0;
  for (const Json& update : trace) {
    ++step;
    const Line line{update.at("weights").at(0), update.at("weights").at(1), update.at("offset")};
    rows.push_back({{"x", update.at("point").at(0)},
                    {"y", update.at("point").at(1)},
                    {"step", step},
                    {"c", update.at("class")}});
    if (const auto ends = within(box, line)) {
      for (const Point& end : {ends->first, ends->second})
        lines.push_back({{"x", end.x}, {"y", end.y}, {"step", step}});
      // The side that is called positive: a short arrow from the middle.
      const Point middle{0.5 * (ends->first.x + ends->second.x),
                         0.5 * (ends->first.y + ends->second.y)};
      const double length = std::hypot(line.a, line.b);
      const double reach = 0.09 * (box.right - box.left);
      lines.push_back({{"x", middle.x}, {"y", middle.y}, {"step", step}, {"arrow", 1}});
      lines.push_back({{"x", middle.x + reach * line.a / length},
                       {"y", middle.y + reach * line.b / length},
                       {"step", step},
                       {"arrow", 1}});
    }
  }
  Json points = spec(R"spec({
      "mark": {"type": "point", "filled": true, "size": 30, "opacity": 0.7, "clip": true},
      "encoding": {
        "tooltip": [
          {"field": "row", "title": "row"}, {"field": "c", "title": "class"}, {"field": "x"},
          {"field": "y"}
        ]
      }
    })spec");
  points["encoding"]["color"] = colour_by_class(picture);
  points["encoding"]["shape"] = colour_by_class(picture);
  points["data"]["values"] = points_of(picture);
  layers.push_back(std::move(points));
  Json before = spec(R"spec({
      "transform": [{"filter": "datum.step == step - 1 && !isValid(datum.arrow)"}],
      "mark": {"type": "line", "strokeWidth": 1.2, "strokeDash": [4, 4], "color": "@soft"}
    })spec");
  Json now = spec(R"spec({
      "transform": [{"filter": "datum.step == step && !isValid(datum.arrow)"}],
      "mark": {"type": "line", "strokeWidth": 2.2, "color": "@ink"}
    })spec");
  Json arrow = spec(R"spec({
      "transform": [{"filter": "datum.step == step && isValid(datum.arrow)"}],
      "mark": {
        "type": "line", "strokeWidth": 2.2, "color": "@accent",
        "point": {"filled": true, "size": 30, "color": "@accent"}
      }
    })spec");
  chart["datasets"]["lines"] = lines;
  for (Json* layer : {&before, &now, &arrow}) {
    (*layer)["data"]["name"] = "lines";
    layers.push_back(*layer);
  }
  Json row = spec(R"spec({
      "transform": [{"filter": "datum.step == step"}],
      "mark": {
        "type": "point", "filled": false, "shape": "circle", "size": 260, "strokeWidth": 2.4,
        "opacity": 1, "color": "@warn"
      }
    })spec");
  row["data"]["values"] = rows;
  layers.push_back(std::move(row));
  chart["layer"] = std::move(layers);
  return chart;
}

}  // namespace perceptron
