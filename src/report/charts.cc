#include "report/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/text.h"
#include "report/picture.h"

namespace perceptron {
namespace {

Json spec(const char* text) { return Json::parse(text); }

double number(const Json& json) { return json.is_number() ? json.get<double>() : NAN; }

// A name from data must not be taken for a colour of the page.
std::string plain(std::string name) {
  if (name.starts_with('@')) name.insert(0, "\u200b");
  return name;
}

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

// The part of a polygon on the side where the line is not negative.
std::vector<Point> clip(const std::vector<Point>& polygon, const Line& line) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point from = polygon[i];
    const Point to = polygon[(i + 1) % polygon.size()];
    const double at_from = line.at(from);
    const double at_to = line.at(to);
    if (at_from >= 0) kept.push_back(from);
    if ((at_from >= 0) != (at_to >= 0)) {
      const double share = at_from / (at_from - at_to);
      kept.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
    }
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
    const Point from = polygon[i];
    const Point to = polygon[(i + 1) % polygon.size()];
    const double at_from = line.at(from);
    const double at_to = line.at(to);
    if ((at_from >= 0) == (at_to >= 0)) continue;
    const double share = at_from / (at_from - at_to);
    ends.push_back({from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)});
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

// A plane's line across the box, and its name at the upper end.
Json line_layer(const std::pair<Point, Point>& ends, const Box& box, const std::string& name,
                const char* colour, bool named) {
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
  const Point top = ends.first.y > ends.second.y ? ends.first : ends.second;
  const bool left = top.x < 0.5 * (box.left + box.right);
  Json text = spec(R"spec({
      "mark": {"type": "text", "baseline": "bottom", "dy": -4, "fontWeight": 500}
    })spec");
  text["mark"]["align"] = left ? "left" : "right";
  // Beside a steep line's upper end there may be no room above.
  text["mark"]["dx"] = left ? 2 : -2;
  text["mark"]["color"] = colour;
  text["encoding"]["text"]["value"] = plain(name);
  text["data"]["values"] = {{{"x", top.x}, {"y", top.y}}};
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
      lines.push_back(line_layer(*ends, box, plane.at("name"), colour, few));
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
          {"legend", {{"symbolOpacity", 1}}},
          {"scale", {{"domain", picture.at("classes")}}}};
}

Json ground(const Json& picture, const Box& box) {
  Json chart = Json::object();
  set_axes(picture, box, chart);
  return chart;
}

}  // namespace

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
  if (has("u")) {
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
        lines.push_back({{"x", rounded(end.x)}, {"y", rounded(end.y)}, {"step", step}});
      // The side that is called positive: a short arrow from the middle.
      const Point middle{0.5 * (ends->first.x + ends->second.x),
                         0.5 * (ends->first.y + ends->second.y)};
      const double length = std::hypot(line.a, line.b);
      const double reach = 0.09 * (box.right - box.left);
      lines.push_back(
          {{"x", rounded(middle.x)}, {"y", rounded(middle.y)}, {"step", step}, {"arrow", 1}});
      lines.push_back({{"x", rounded(middle.x + reach * line.a / length)},
                       {"y", rounded(middle.y + reach * line.b / length)},
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

Json passes_chart(const Json& counts, const std::string& what) {
  constexpr std::size_t kBars = 60;
  Json values = Json::array();
  // Of very many passes about so many are drawn.
  constexpr std::size_t kDrawn = 600;
  const std::size_t each = 1 + counts.size() / kDrawn;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (i % each == 0 || i + 1 == counts.size())
      values.push_back({{"pass", i + 1}, {"n", counts.at(i)}});
  Json chart = spec(R"spec({
      "mark": {"type": "bar"},
      "encoding": {
        "x": {"field": "pass", "type": "ordinal", "title": "pass", "axis": {"labelAngle": 0}},
        "y": {"field": "n", "type": "quantitative", "axis": {"tickMinStep": 1}},
        "tooltip": [{"field": "pass"}, {"field": "n", "format": ","}]
      }
    })spec");
  constexpr std::size_t kFew = 8;
  if (counts.size() <= kFew) chart["mark"]["size"] = 48;
  if (counts.size() > kBars) {
    chart["mark"] = {{"type", "line"}};
    chart["encoding"]["x"] = {{"field", "pass"}, {"type", "quantitative"}, {"title", "pass"}};
  }
  chart["encoding"]["y"]["title"] = what + " in the pass";
  chart["encoding"]["tooltip"][1]["title"] = what;
  chart["data"]["values"] = values;
  return chart;
}

Json total_chart(const Json& counts, const std::string& what, double bound) {
  Json values = Json::array();
  double total = 0;
  const std::size_t each = 1 + counts.size() / 600;
  values.push_back({{"pass", 0}, {"n", 0}});
  for (std::size_t i = 0; i < counts.size(); ++i) {
    total += number(counts.at(i));
    if (i % each == 0 || i + 1 == counts.size()) values.push_back({{"pass", i + 1}, {"n", total}});
  }
  Json chart = spec(R"spec({
      "layer": [
        {
          "mark": {"type": "line", "interpolate": "step-after", "point": true},
          "encoding": {
            "x": {
              "field": "pass", "type": "quantitative", "title": "pass",
              "axis": {"tickMinStep": 1, "format": "d"}
            },
            "y": {"field": "n", "type": "quantitative", "scale": {}},
            "tooltip": [{"field": "pass"}, {"field": "n", "format": ","}]
          }
        },
        {
          "mark": {"type": "rule", "color": "@warn", "strokeWidth": 1.6, "strokeDash": [6, 4]},
          "encoding": {"y": {"datum": 0}}
        },
        {
          "mark": {
            "type": "text", "align": "right", "baseline": "bottom", "dy": -5, "x": "width",
            "color": "@warn"
          },
          "encoding": {"y": {"datum": 0}, "text": {"value": ""}}
        }
      ]
    })spec");
  Json& y = chart["layer"][0]["encoding"]["y"];
  y["title"] = what + " so far";
  // Where the bound is far away, only orders of magnitude fit one picture.
  if (bound > 20 * std::max(total, 1.0)) y["scale"] = {{"type", "symlog"}};
  chart["layer"][0]["data"]["values"] = values;
  chart["layer"][1]["encoding"]["y"]["datum"] = bound;
  chart["layer"][1]["data"]["values"] = {Json::object()};
  chart["layer"][2]["encoding"]["y"]["datum"] = bound;
  chart["layer"][2]["encoding"]["text"]["value"] =
      fmt::format("(R/γ)² = {}: more cannot be", brief(bound, Round::nearest, 5));
  chart["layer"][2]["data"]["values"] = {Json::object()};
  return chart;
}

Json interval_chart(const Json& interval, const Json& optimum) {
  Json values = Json::array();
  double last = 1;
  double most = -INFINITY;
  for (const Json& at : interval) {
    const double lower = std::max(0.0, number(at.at("lower")));
    last = std::max(last, number(at.at("update")));
    most = std::max(most, number(at.at("upper")));
    values.push_back({{"update", at.at("update")},
                      {"lower", lower},
                      {"upper", at.at("upper")},
                      {"plane", std::max(0.0, number(at.at("plane")))}});
  }
  Json chart = spec(R"spec({
      "encoding": {
        "x": {
          "field": "update", "type": "quantitative", "title": "updates", "scale": {"nice": false}
        }
      },
      "layer": [
        {
          "mark": {"type": "area", "opacity": 0.16, "interpolate": "step-after", "line": true},
          "encoding": {
            "y": {"field": "lower", "type": "quantitative", "title": "margin"},
            "y2": {"field": "upper"}
          }
        },
        {
          "mark": {"type": "line", "interpolate": "step-after", "color": "@c1"},
          "encoding": {"y": {"field": "upper", "type": "quantitative"}}
        },
        {
          "mark": {"type": "point", "filled": true, "size": 26, "color": "@ink"},
          "encoding": {
            "y": {"field": "plane", "type": "quantitative"},
            "tooltip": [
              {"field": "update"}, {"field": "plane", "title": "this plane", "format": ".5g"},
              {"field": "lower", "title": "at least", "format": ".5g"},
              {"field": "upper", "title": "at most", "format": ".5g"}
            ]
          }
        }
      ]
    })spec");
  if (last > 40) chart["encoding"]["x"]["scale"]["type"] = "log";
  chart["data"]["values"] = values;
  if (optimum.is_object() && optimum.value("separable", Json()) == true) {
    Json rule = spec(
        R"spec({
      "mark": {"type": "rule", "color": "@warn", "strokeWidth": 1.6, "strokeDash": [6, 4]},
      "encoding": {"x": null, "y": {"datum": 0}}
    })spec");
    rule["data"]["values"] = {Json::object()};
    rule["encoding"]["y"]["datum"] = optimum.at("upper");
    Json name = spec(R"spec({
      "mark": {
        "type": "text", "align": "right", "baseline": "bottom", "dy": -4, "x": "width",
        "color": "@warn"
      },
      "encoding": {"x": null, "y": {"datum": 0}, "text": {"value": "γ_opt"}}
    })spec");
    name["data"]["values"] = {Json::object()};
    name["encoding"]["y"]["datum"] = optimum.at("upper");
    name["encoding"]["text"]["value"] =
        fmt::format("the widest margin, {}", brief(number(optimum.at("upper")), Round::nearest, 5));
    chart["layer"].push_back(std::move(rule));
    chart["layer"].push_back(std::move(name));
  }
  return chart;
}

namespace {

Json sweep_values(const Json& sweep, double best) {
  Json values = Json::array();
  for (const Json& trial : sweep) {
    const Json& margin = trial.at("margin");
    if (!margin.is_object()) continue;
    const double lambda = number(trial.at("lambda"));
    values.push_back({{"lambda", lambda},
                      {"margin", margin.at("lower")},
                      {"promise", best / (lambda * lambda)},
                      {"guess", number(trial.at("guess")) / lambda},
                      {"updates", trial.value("total_updates", trial.at("updates"))}});
  }
  return values;
}

}  // namespace

Json sweep_chart(const Json& sweep, double best) {
  Json chart = spec(R"spec({
      "encoding": {
        "x": {
          "field": "lambda", "type": "quantitative", "title": "λ",
          "scale": {"zero": false, "nice": false}
        }
      },
      "layer": [
        {
          "mark": {"type": "area", "opacity": 0.1, "color": "@c2"},
          "encoding": {"y": {"field": "promise", "type": "quantitative", "title": "margin"}}
        },
        {
          "mark": {"type": "line", "color": "@c2"},
          "encoding": {"y": {"field": "promise", "type": "quantitative"}}
        },
        {
          "mark": {"type": "line", "strokeWidth": 1, "opacity": 0.5, "color": "@c1"},
          "encoding": {"y": {"field": "margin", "type": "quantitative"}}
        },
        {
          "mark": {"type": "point", "filled": true, "size": 26, "color": "@c1"},
          "encoding": {
            "y": {"field": "margin", "type": "quantitative"},
            "tooltip": [
              {"field": "lambda", "title": "λ"},
              {"field": "margin", "title": "final margin", "format": ".5g"},
              {"field": "promise", "title": "promised", "format": ".5g"},
              {"field": "updates", "format": ","}
            ]
          }
        },
        {
          "mark": {"type": "rule", "color": "@warn", "strokeWidth": 1.6, "strokeDash": [6, 4]},
          "encoding": {"x": null, "y": {"datum": 0}}
        },
        {
          "mark": {
            "type": "text", "align": "right", "baseline": "bottom", "dy": -4, "x": "width",
            "color": "@warn"
          },
          "encoding": {"x": null, "y": {"datum": 0}, "text": {"value": ""}}
        }
      ]
    })spec");
  const Json values = sweep_values(sweep, best);
  chart["data"]["values"] = values;
  for (const std::size_t layer : {4U, 5U}) {
    chart["layer"][layer]["data"]["values"] = {Json::object()};
    chart["layer"][layer]["encoding"]["y"]["datum"] = best;
  }
  chart["layer"][5]["encoding"]["text"]["value"] =
      fmt::format("γ_opt = {}", brief(best, Round::nearest, 5));
  if (!values.empty()) {
    // The promise is named where there is room, at the far end.
    Json name = spec(R"spec({
      "mark": {"type": "text", "align": "right", "baseline": "bottom", "dy": -8, "color": "@c2"},
      "encoding": {
        "y": {"field": "promise", "type": "quantitative"},
        "text": {"value": "γ_opt/λ², the promise"}
      }
    })spec");
    const Json& last = number(values.front().at("lambda")) > number(values.back().at("lambda"))
                           ? values.front()
                           : values.back();
    name["data"]["values"] = {last};
    chart["layer"].push_back(std::move(name));
  }
  return chart;
}

Json guess_chart(const Json& sweep, double best) {
  Json chart = spec(R"spec({
      "layer": [
        {
          "mark": {"type": "line", "color": "@soft", "strokeDash": [6, 4], "strokeWidth": 1.4},
          "encoding": {
            "x": {"field": "v", "type": "quantitative"},
            "y": {"field": "v", "type": "quantitative"}
          }
        },
        {
          "mark": {"type": "point", "filled": true, "size": 34},
          "encoding": {
            "x": {
              "field": "guess", "type": "quantitative",
              "title": "γ_guess/λ, what a clean pass ensures", "scale": {"zero": false}
            },
            "y": {
              "field": "margin", "type": "quantitative", "title": "final margin",
              "scale": {"zero": false}
            },
            "tooltip": [
              {"field": "lambda", "title": "λ"},
              {"field": "guess", "title": "γ_guess/λ", "format": ".5g"},
              {"field": "margin", "title": "final margin", "format": ".5g"}
            ]
          }
        }
      ]
    })spec");
  const Json values = sweep_values(sweep, best);
  double low = best;
  for (const Json& value : values)
    low = std::min({low, number(value.at("guess")), number(value.at("margin"))});
  chart["layer"][0]["data"]["values"] = {{{"v", low}}, {{"v", best}}};
  chart["layer"][1]["data"]["values"] = values;
  return chart;
}

Json effort_chart(const Json& sweep) {
  Json chart = spec(R"spec({
      "mark": {"type": "line", "point": true},
      "encoding": {
        "x": {
          "field": "lambda", "type": "quantitative", "title": "λ",
          "scale": {"zero": false, "nice": false}
        },
        "y": {
          "field": "updates", "type": "quantitative", "title": "updates in all",
          "scale": {"type": "log"}
        },
        "tooltip": [{"field": "lambda", "title": "λ"}, {"field": "updates", "format": ","}]
      }
    })spec");
  chart["data"]["values"] = sweep_values(sweep, 1);
  return chart;
}

namespace {

bool several(const Json& list, const char* field) {
  return std::any_of(list.begin(), list.end(),
                     [&](const Json& one) { return one.at(field) != list.front().at(field); });
}

}  // namespace

Json objective_chart(const Json& objective) {
  Json values = Json::array();
  for (const Json& at : objective) {
    for (const char* kind : {"objective", "bound"}) {
      // Of solvers that have no bound yet nothing is drawn.
      if (number(at.at(kind)) > 0)
        values.push_back({{"model", at.at("model")},
                          {"passes", at.at("passes")},
                          {"value", at.at(kind)},
                          {"what", std::string(kind) == "objective" ? "objective reached"
                                                                    : "no plane has less"}});
    }
  }
  Json chart = spec(R"spec({
      "mark": {"type": "line", "point": true},
      "encoding": {
        "x": {"field": "passes", "type": "quantitative", "title": "passes"},
        "y": {
          "field": "value", "type": "quantitative", "title": "objective",
          "scale": {"type": "log", "nice": false}
        },
        "color": {"field": "what", "type": "nominal", "title": null, "sort": null},
        "tooltip": [
          {"field": "model"}, {"field": "passes", "format": ".3g"},
          {"field": "value", "format": ".6g"}, {"field": "what"}
        ]
      }
    })spec");
  if (several(objective, "model")) chart["encoding"]["detail"] = {{"field", "model"}};
  chart["data"]["values"] = values;
  return chart;
}

Json gap_chart(const Json& objective) {
  Json values = Json::array();
  for (const Json& at : objective) {
    const double upper = number(at.at("objective"));
    const double lower = number(at.at("bound"));
    const double gap = (upper - lower) / upper;
    if (gap > 0 && gap < 1)
      values.push_back({{"model", at.at("model")}, {"passes", at.at("passes")}, {"gap", gap}});
  }
  Json chart = spec(R"spec({
      "mark": {"type": "line", "point": true},
      "encoding": {
        "x": {"field": "passes", "type": "quantitative", "title": "passes"},
        "y": {
          "field": "gap", "type": "quantitative", "title": "relative duality gap",
          "scale": {"type": "log"}, "axis": {"format": ".0e"}
        },
        "tooltip": [
          {"field": "model"}, {"field": "passes", "format": ".3g"},
          {"field": "gap", "format": ".3g"}
        ]
      }
    })spec");
  if (several(objective, "model")) {
    chart["encoding"]["color"] = {{"field", "model"}, {"type", "nominal"}, {"title", "model"}};
  }
  chart["data"]["values"] = values;
  return chart;
}

Json weights_chart(const Json& largest, const std::string& positive, const std::string& negative) {
  Json values = Json::array();
  for (const Json& one : largest)
    values.push_back({{"feature", one.at("feature")},
                      {"weight", one.at("weight")},
                      {"side", number(one.at("weight")) >= 0 ? positive : negative}});
  Json chart = spec(R"spec({
      "mark": {"type": "bar"},
      "encoding": {
        "y": {"field": "feature", "type": "nominal", "title": null, "sort": null},
        "x": {"field": "weight", "type": "quantitative", "title": "weight"},
        "color": {"field": "side", "type": "nominal", "title": "speaks for"},
        "tooltip": [
          {"field": "feature"}, {"field": "weight", "format": ".6g"},
          {"field": "side", "title": "speaks for"}
        ]
      }
    })spec");
  chart["encoding"]["color"]["scale"]["domain"] = {negative, positive};
  chart["data"]["values"] = values;
  return chart;
}

Json confusion_chart(const Json& confusion, const Json& classes) {
  Json values = Json::array();
  for (std::size_t i = 0; i < confusion.size(); ++i) {
    double row = 0;
    for (const Json& count : confusion.at(i)) row += number(count);
    for (std::size_t k = 0; k < confusion.at(i).size(); ++k) {
      const double count = number(confusion.at(i).at(k));
      values.push_back({{"truth", classes.at(i)},
                        {"called", classes.at(k)},
                        {"rows", confusion.at(i).at(k)},
                        {"share", row > 0 ? count / row : 0}});
    }
  }
  Json chart = spec(R"spec({
      "encoding": {
        "x": {
          "field": "called", "type": "nominal", "title": "called", "sort": null,
          "axis": {"orient": "top", "labelAngle": 0}
        },
        "y": {"field": "truth", "type": "nominal", "title": "true class", "sort": null}
      },
      "layer": [
        {
          "mark": {"type": "rect"},
          "encoding": {
            "color": {
              "field": "share", "type": "quantitative", "title": "share of the true class",
              "scale": {"domain": [0, 1]}, "legend": {"format": ".0%"}
            },
            "tooltip": [
              {"field": "truth", "title": "true class"}, {"field": "called"},
              {"field": "rows", "format": ","}, {"field": "share", "format": ".1%"}
            ]
          }
        },
        {
          "mark": {"type": "text"},
          "encoding": {
            "text": {"field": "rows", "type": "quantitative", "format": ","},
            "color": {
              "condition": {"test": "datum.share > 0.5", "value": "@paper"}, "value": "@ink"
            }
          }
        }
      ],
      "height": {"step": 44}
    })spec");
  constexpr std::size_t kRoomForNumbers = 12;
  if (confusion.size() > kRoomForNumbers) {
    chart["layer"].erase(1);
    chart["height"] = {{"step", 22}};
  }
  chart["data"]["values"] = values;
  return chart;
}

Json roc_chart(const Json& roc) {
  Json chart = spec(R"spec({
      "layer": [
        {
          "mark": {"type": "line", "color": "@soft", "strokeDash": [6, 4], "strokeWidth": 1.2},
          "data": {"values": [{"x": 0, "y": 0}, {"x": 1, "y": 1}]},
          "encoding": {
            "x": {"field": "x", "type": "quantitative"},
            "y": {"field": "y", "type": "quantitative"}
          }
        },
        {
          "mark": {"type": "line", "interpolate": "linear"},
          "encoding": {
            "x": {
              "field": "false_positive", "type": "quantitative",
              "title": "negatives called positive", "axis": {"format": ".0%"}
            },
            "y": {
              "field": "true_positive", "type": "quantitative",
              "title": "positives called positive", "axis": {"format": ".0%"}
            },
            "order": {"field": "k"}
          }
        }
      ],
      "usermeta": {"aspect": 0.8}
    })spec");
  Json values = Json::array();
  std::size_t k = 0;
  for (const Json& point : roc)
    values.push_back({{"false_positive", point.at("false_positive")},
                      {"true_positive", point.at("true_positive")},
                      {"k", k++}});
  chart["layer"][1]["data"]["values"] = values;
  return chart;
}

Json precision_recall_chart(const Json& points) {
  Json chart = spec(R"spec({
      "mark": {"type": "line", "interpolate": "step-before"},
      "encoding": {
        "x": {
          "field": "recall", "type": "quantitative", "title": "recall", "axis": {"format": ".0%"},
          "scale": {"domain": [0, 1]}
        },
        "y": {
          "field": "precision", "type": "quantitative", "title": "precision",
          "axis": {"format": ".0%"}, "scale": {"domain": [0, 1]}
        },
        "order": {"field": "k"}
      },
      "usermeta": {"aspect": 0.8}
    })spec");
  Json values = Json::array();
  std::size_t k = 0;
  for (const Json& point : points)
    values.push_back(
        {{"recall", point.at("recall")}, {"precision", point.at("precision")}, {"k", k++}});
  chart["data"]["values"] = values;
  return chart;
}

Json reliability_chart(const Json& bins) {
  Json chart = spec(R"spec({
      "layer": [
        {
          "mark": {"type": "line", "color": "@soft", "strokeDash": [6, 4], "strokeWidth": 1.2},
          "data": {"values": [{"x": 0, "y": 0}, {"x": 1, "y": 1}]},
          "encoding": {
            "x": {"field": "x", "type": "quantitative"},
            "y": {"field": "y", "type": "quantitative"}
          }
        },
        {
          "mark": {"type": "line", "strokeWidth": 1.2},
          "encoding": {
            "x": {
              "field": "confidence", "type": "quantitative",
              "title": "probability it gave its answer", "axis": {"format": ".0%"}
            },
            "y": {
              "field": "accuracy", "type": "quantitative", "title": "share that was right",
              "axis": {"format": ".0%"}
            }
          }
        },
        {
          "mark": {"type": "point", "filled": true, "opacity": 0.9},
          "encoding": {
            "x": {"field": "confidence", "type": "quantitative"},
            "y": {"field": "accuracy", "type": "quantitative"},
            "size": {"field": "rows", "type": "quantitative", "title": "rows"},
            "tooltip": [
              {"field": "confidence", "format": ".1%"}, {"field": "accuracy", "format": ".1%"},
              {"field": "rows", "format": ","}
            ]
          }
        }
      ],
      "usermeta": {"aspect": 0.8}
    })spec");
  Json values = Json::array();
  for (const Json& bin : bins)
    if (number(bin.at("rows")) > 0) values.push_back(bin);
  chart["layer"][1]["data"]["values"] = values;
  chart["layer"][2]["data"]["values"] = values;
  return chart;
}

Json learning_chart(const Json& points) {
  Json values = Json::array();
  for (const Json& point : points) {
    const double accuracy = number(point.at("accuracy"));
    const double deviation = number(point.at("deviation"));
    values.push_back({{"rows", point.at("rows")},
                      {"accuracy", accuracy},
                      {"low", std::max(0.0, accuracy - deviation)},
                      {"high", std::min(1.0, accuracy + deviation)},
                      {"what", "rows it has not learned from"}});
    if (number(point.at("training_accuracy")) >= 0)
      values.push_back({{"rows", point.at("rows")},
                        {"accuracy", point.at("training_accuracy")},
                        {"what", "its own rows"}});
  }
  Json chart = spec(R"spec({
      "encoding": {
        "x": {
          "field": "rows", "type": "quantitative", "title": "rows learned from",
          "scale": {"zero": false}
        },
        "color": {"field": "what", "type": "nominal", "title": null, "sort": null}
      },
      "layer": [
        {
          "transform": [{"filter": "isValid(datum.low)"}],
          "mark": {"type": "area", "opacity": 0.18},
          "encoding": {
            "y": {
              "field": "low", "type": "quantitative", "title": "accuracy",
              "scale": {"zero": false}, "axis": {"format": ".1%"}
            },
            "y2": {"field": "high"}
          }
        },
        {
          "mark": {"type": "line", "point": true},
          "encoding": {
            "y": {"field": "accuracy", "type": "quantitative"},
            "tooltip": [
              {"field": "rows", "format": ",.0f"}, {"field": "accuracy", "format": ".2%"},
              {"field": "what"}
            ]
          }
        }
      ]
    })spec");
  chart["data"]["values"] = values;
  return chart;
}

Json folds_chart(const Json& folds) {
  Json chart = spec(R"spec({
      "encoding": {
        "y": {"field": "learner", "type": "nominal", "title": null, "sort": null},
        "x": {
          "field": "accuracy", "type": "quantitative", "title": "accuracy of a fold",
          "scale": {"zero": false}, "axis": {"format": ".1%"}
        }
      },
      "layer": [
        {
          "mark": {"type": "point", "filled": true, "size": 60, "opacity": 0.5},
          "encoding": {
            "color": {"field": "learner", "type": "nominal", "legend": null, "sort": null},
            "tooltip": [
              {"field": "fold"}, {"field": "learner"}, {"field": "accuracy", "format": ".2%"}
            ]
          }
        },
        {
          "mark": {"type": "tick", "thickness": 2.5, "size": 30, "color": "@ink"},
          "encoding": {"x": {"aggregate": "mean", "field": "accuracy", "type": "quantitative"}}
        }
      ],
      "height": {"step": 48}
    })spec");
  chart["data"]["values"] = folds;
  return chart;
}

namespace {

// Values that lie factors apart want a scale of factors.
bool by_factors(const Json& grid, const std::string& axis) {
  double low = INFINITY;
  double high = 0;
  for (const Json& row : grid) {
    const double value = number(row.at(axis));
    if (!(value > 0)) return false;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return high > 20 * low;
}

std::string cell_text(const Json& value) {
  if (value.is_number_float()) return brief(number(value), Round::nearest, 3);
  if (value.is_string()) return value;
  return value.is_null() ? "–" : json_text(value);
}

}  // namespace

Json curve_chart(const Json& grid, const std::string& axis) {
  bool numbers = true;
  Json values = Json::array();
  for (const Json& row : grid) {
    if (!row.at("accuracy").is_number()) continue;
    numbers = numbers && row.at(axis).is_number();
    const double accuracy = number(row.at("accuracy"));
    const double deviation = number(row.at("deviation"));
    values.push_back({{"value", row.at(axis)},
                      {"accuracy", accuracy},
                      {"low", std::max(0.0, accuracy - deviation)},
                      {"high", std::min(1.0, accuracy + deviation)},
                      {"what", "rows it has not learned from"}});
    if (row.contains("training_accuracy") && row.at("training_accuracy").is_number())
      values.push_back({{"value", row.at(axis)},
                        {"accuracy", row.at("training_accuracy")},
                        {"what", "its own rows"}});
  }
  if (!numbers) {
    Json chart = spec(R"spec({
      "transform": [{"filter": "isValid(datum.low)"}],
      "encoding": {"y": {"field": "value", "type": "nominal", "sort": null}},
      "layer": [
        {
          "mark": {"type": "rule", "strokeWidth": 2},
          "encoding": {
            "x": {
              "field": "low", "type": "quantitative",
              "title": "accuracy, and one deviation to each side", "scale": {"zero": false},
              "axis": {"format": ".1%"}
            },
            "x2": {"field": "high"}
          }
        },
        {
          "mark": {"type": "point", "filled": true, "size": 90},
          "encoding": {
            "x": {"field": "accuracy", "type": "quantitative"},
            "tooltip": [{"field": "value"}, {"field": "accuracy", "format": ".2%"}]
          }
        }
      ],
      "height": {"step": 40}
    })spec");
    chart["encoding"]["y"]["title"] = plain(axis);
    chart["data"]["values"] = values;
    return chart;
  }
  Json chart = spec(R"spec({
      "encoding": {
        "x": {"field": "value", "type": "quantitative", "scale": {"zero": false, "nice": false}},
        "color": {"field": "what", "type": "nominal", "title": null, "sort": null}
      },
      "layer": [
        {
          "transform": [{"filter": "isValid(datum.low)"}],
          "mark": {"type": "area", "opacity": 0.18},
          "encoding": {
            "y": {
              "field": "low", "type": "quantitative", "title": "accuracy",
              "scale": {"zero": false}, "axis": {"format": ".1%"}
            },
            "y2": {"field": "high"}
          }
        },
        {
          "mark": {"type": "line", "point": true},
          "encoding": {
            "y": {"field": "accuracy", "type": "quantitative"},
            "tooltip": [
              {"field": "value"}, {"field": "accuracy", "format": ".2%"}, {"field": "what"}
            ]
          }
        }
      ]
    })spec");
  chart["encoding"]["x"]["title"] = plain(axis);
  if (by_factors(grid, axis)) chart["encoding"]["x"]["scale"]["type"] = "log";
  chart["data"]["values"] = values;
  return chart;
}

Json heat_chart(const Json& grid, const std::string& x, const std::string& y) {
  // Of further axes the best value stands in each cell.
  std::map<std::pair<std::string, std::string>, double> best;
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  const auto note = [](std::vector<std::string>& seen, const std::string& name) {
    if (std::find(seen.begin(), seen.end(), name) == seen.end()) seen.push_back(name);
  };
  double top = -1;
  for (const Json& row : grid) {
    if (!row.at("accuracy").is_number()) continue;
    const std::string column = cell_text(row.at(x));
    const std::string line = cell_text(row.at(y));
    note(columns, column);
    note(rows, line);
    double& cell = best.try_emplace({column, line}, -1).first->second;
    cell = std::max(cell, number(row.at("accuracy")));
    top = std::max(top, cell);
  }
  Json values = Json::array();
  double low = 1;
  for (const auto& [place, accuracy] : best) low = std::min(low, accuracy);
  for (const auto& [place, accuracy] : best)
    values.push_back({{"x", place.first},
                      {"y", place.second},
                      {"accuracy", accuracy},
                      {"share", top > low ? (accuracy - low) / (top - low) : 1},
                      {"best", accuracy == top}});
  Json chart = spec(R"spec({
      "encoding": {
        "x": {"field": "x", "type": "ordinal", "sort": null, "axis": {"labelAngle": 0}},
        "y": {"field": "y", "type": "ordinal", "sort": null}
      },
      "layer": [
        {
          "mark": {"type": "rect"},
          "encoding": {
            "color": {
              "field": "accuracy", "type": "quantitative", "title": "accuracy",
              "scale": {"zero": false}, "legend": {"format": ".1%"}
            },
            "tooltip": [{"field": "x"}, {"field": "y"}, {"field": "accuracy", "format": ".2%"}]
          }
        },
        {
          "mark": {"type": "text"},
          "encoding": {
            "text": {"field": "accuracy", "type": "quantitative", "format": ".1%"},
            "color": {
              "condition": {"test": "datum.share > 0.5", "value": "@paper"}, "value": "@ink"
            }
          }
        },
        {
          "transform": [{"filter": "datum.best"}],
          "mark": {"type": "rect", "filled": false, "stroke": "@warn", "strokeWidth": 3}
        }
      ],
      "height": {"step": 40}
    })spec");
  chart["encoding"]["x"]["title"] = plain(x);
  chart["encoding"]["y"]["title"] = plain(y);
  chart["encoding"]["x"]["sort"] = columns;
  chart["encoding"]["y"]["sort"] = rows;
  chart["layer"][0]["encoding"]["tooltip"][0]["title"] = plain(x);
  chart["layer"][0]["encoding"]["tooltip"][1]["title"] = plain(y);
  constexpr std::size_t kRoomForNumbers = 12;
  if (columns.size() > kRoomForNumbers) chart["layer"].erase(1);
  chart["data"]["values"] = values;
  return chart;
}

}  // namespace perceptron
