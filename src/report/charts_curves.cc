// Curves over all thresholds, of one class or of several, and over the size of a change.

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "report/charts.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

// Eight colours tell classes apart, dashes those of equal colour.
constexpr std::size_t kLineColours = 8;
constexpr std::array<const char*, 4> kLineDashes = {"[1, 0]", "[7, 3]", "[2, 2]", "[8, 2, 2, 2]"};

Json point_at(const std::string& name, double x, double y) {
  return {{"class", name}, {"x", x}, {"y", y}};
}

Json line_values(const std::vector<CurveLine>& lines) {
  Json values = Json::array();
  std::size_t k = 0;
  for (const CurveLine& line : lines) {
    for (const auto& [x, y] : line.points) {
      values.push_back(point_at(line.name, x, y));
      values.back()["k"] = k++;
    }
  }
  return values;
}

Json chosen_of(const std::vector<CurveLine>& lines) {
  Json values = Json::array();
  for (const CurveLine& line : lines) {
    if (line.chosen) values.push_back(point_at(line.name, line.chosen->first, line.chosen->second));
  }
  return values;
}

// The colour and the dashes of each line, in one legend.
void tell_apart(const std::vector<CurveLine>& lines, Json& layer) {
  std::vector<std::string> names;
  Json dashes = Json::array();
  for (const CurveLine& line : lines) {
    dashes.push_back(Json::parse(kLineDashes[names.size() / kLineColours % kLineDashes.size()]));
    names.push_back(line.name);
  }
  layer["encoding"]["color"] = {
      {"field", "class"}, {"type", "nominal"}, {"scale", {{"domain", names}}}};
  const Json columns = legend_columns(names);
  if (!columns.is_null()) layer["encoding"]["color"]["legend"]["columns"] = columns;
  layer["encoding"]["color"]["legend"]["symbolLimit"] = 32;
  layer["encoding"]["strokeDash"] = {
      {"field", "class"}, {"type", "nominal"}, {"scale", {{"domain", names}, {"range", dashes}}}};
}

}  // namespace

Json lines_chart(const std::vector<CurveLine>& lines, const CurveAxes& axes) {
  Json chart = spec(R"spec({
      "layer": [
        {
          "mark": {"type": "line", "color": "@soft", "strokeDash": [6, 4], "strokeWidth": 1.2},
          "encoding": {
            "x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}
          }
        },
        {
          "mark": {"type": "line"},
          "encoding": {
            "x": {"field": "x", "type": "quantitative"},
            "y": {"field": "y", "type": "quantitative"},
            "order": {"field": "k"}
          }
        },
        {
          "mark": {"type": "point", "filled": true, "size": 90, "opacity": 1, "color": "@warn"},
          "encoding": {
            "x": {"field": "x", "type": "quantitative"},
            "y": {"field": "y", "type": "quantitative"},
            "tooltip": [{"field": "x", "format": ".4"}, {"field": "y", "format": ".4"}]
          }
        }
      ],
      "usermeta": {"aspect": 0.8}
    })spec");
  Json guide = Json::array();
  for (const auto& [x, y] : axes.guide) guide.push_back(point_at("", x, y));
  chart["layer"][0]["data"]["values"] = guide;
  chart["layer"][1]["data"]["values"] = line_values(lines);
  chart["layer"][1]["mark"]["interpolate"] = axes.interpolate;
  Json& encoding = chart["layer"][1]["encoding"];
  encoding["x"]["title"] = axes.x;
  encoding["y"]["title"] = axes.y;
  if (axes.shares_x) encoding["x"]["axis"]["format"] = ".0%";
  if (axes.shares_y) {
    encoding["y"]["axis"]["format"] = ".0%";
    encoding["y"]["scale"]["domain"] = {0, 1};
  }
  chart["layer"][2]["data"]["values"] = chosen_of(lines);
  if (lines.size() > 1) {
    tell_apart(lines, chart["layer"][1]);
    Json& points = chart["layer"][2];
    points["mark"].erase("color");
    points["encoding"]["color"] = chart["layer"][1]["encoding"]["color"];
    points["encoding"]["tooltip"].insert(points["encoding"]["tooltip"].begin(),
                                         Json{{"field", "class"}});
  }
  return chart;
}

Json calibration_chart(const std::vector<CalibrationLine>& lines) {
  std::vector<CurveLine> curves;
  Json values = Json::array();
  for (const CalibrationLine& line : lines) {
    CurveLine& curve = curves.emplace_back();
    curve.name = line.name;
    for (const CalibrationPointRecord& point : line.points) {
      curve.points.emplace_back(point.probability, point.frequency);
      values.push_back(point_at(line.name, point.probability, point.frequency));
      values.back()["rows"] = point.rows;
    }
  }
  Json chart = lines_chart(curves, {.x = "predicted probability",
                                    .y = "fraction that is of the class",
                                    .guide = {{0, 0}, {1, 1}}});
  chart["layer"][1]["mark"]["strokeWidth"] = 1.2;
  Json& points = chart["layer"][2];
  points["data"]["values"] = values;
  points["mark"].erase("size");
  points["mark"]["opacity"] = 0.9;
  if (lines.size() == 1) points["mark"]["color"] = "@c1";
  points["encoding"]["size"] = {{"field", "rows"}, {"type", "quantitative"}, {"title", "rows"}};
  points["encoding"]["tooltip"].push_back({{"field", "rows"}, {"format", ","}});
  return chart;
}

}  // namespace perceptron::core
