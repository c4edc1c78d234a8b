// Accuracies of folds, of grids, and by the number of rows.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/text.h"
#include "report/charts.h"
#include "report/values.h"

namespace perceptron::core {

Json folds_chart(const std::vector<FoldPoint>& folds) {
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
  Json values = Json::array();
  for (const FoldPoint& point : folds)
    values.push_back(
        {{"learner", point.learner}, {"fold", point.fold}, {"accuracy", point.accuracy}});
  chart["data"]["values"] = values;
  return chart;
}

namespace {

// Values of different magnitude need a logarithmic scale.
bool by_factors(const std::vector<CurvePoint>& points) {
  double low = INFINITY;
  double high = 0;
  for (const CurvePoint& point : points) {
    const double value = number(point.value);
    if (!(value > 0)) return false;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return high > 20 * low;
}

std::string grid_value_text(const RecordValue& value) {
  if (std::holds_alternative<double>(value)) return brief(number(value), Round::nearest, 3);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return std::holds_alternative<std::monostate>(value) ? "–" : json_text(json_of(value));
}

const RecordValue& value_at(const GridRecord& row, const std::string& axis) {
  const auto named = [&](const auto& value) { return value.first == axis; };
  return std::find_if(row.values.begin(), row.values.end(), named)->second;
}

}  // namespace

namespace {

Json values_of(const std::vector<CurvePoint>& points) {
  Json values = Json::array();
  for (const CurvePoint& point : points) {
    if (!point.accuracy) continue;
    values.push_back({{"value", json_of(point.value)},
                      {"accuracy", *point.accuracy},
                      {"low", std::max(0.0, *point.accuracy - point.deviation)},
                      {"high", std::min(1.0, *point.accuracy + point.deviation)},
                      {"what", "held-out rows"}});
    if (point.training_accuracy)
      values.push_back({{"value", json_of(point.value)},
                        {"accuracy", *point.training_accuracy},
                        {"what", "training rows"}});
  }
  return values;
}

// For values that are names, one line each.
Json names_chart(const Json& values, const std::string& title) {
  Json chart = spec(R"spec({
    "transform": [{"filter": "isValid(datum.low)"}],
    "encoding": {"y": {"field": "value", "type": "nominal", "sort": null}},
    "layer": [
      {
        "mark": {"type": "rule", "strokeWidth": 2},
        "encoding": {
          "x": {
            "field": "low", "type": "quantitative",
            "title": "accuracy ± one standard deviation", "scale": {"zero": false},
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
  chart["encoding"]["y"]["title"] = plain(title);
  chart["data"]["values"] = values;
  return chart;
}

}  // namespace

Json curve_chart(const std::vector<CurvePoint>& points, const std::string& title) {
  const Json values = values_of(points);
  const bool numbers = std::all_of(points.begin(), points.end(), [](const CurvePoint& point) {
    return !point.accuracy || !std::isnan(number(point.value));
  });
  if (!numbers) return names_chart(values, title);
  Json chart = spec(R"spec({
      "encoding": {
        "x": {"field": "value", "type": "quantitative", "scale": {"zero": false, "nice": false}},
        "color": {
          "field": "what", "type": "nominal", "title": null, "sort": null,
          "legend": {"symbolOpacity": 1}
        }
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
  chart["encoding"]["x"]["title"] = plain(title);
  if (by_factors(points)) chart["encoding"]["x"]["scale"]["type"] = "log";
  chart["data"]["values"] = values;
  return chart;
}

namespace {

// The cells of a heat map; each has the best accuracy over the remaining axes.
struct HeatCells {
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  Json values = Json::array();
};

HeatCells cells_of(const std::vector<GridRecord>& grid, const std::string& x,
                   const std::string& y) {
  HeatCells cells;
  std::map<std::pair<std::string, std::string>, double> best;
  const auto note = [](std::vector<std::string>& seen, const std::string& name) {
    if (std::find(seen.begin(), seen.end(), name) == seen.end()) seen.push_back(name);
  };
  double top = -1;
  for (const GridRecord& row : grid) {
    if (!row.accuracy) continue;
    const std::string column = grid_value_text(value_at(row, x));
    const std::string line = grid_value_text(value_at(row, y));
    note(cells.columns, column);
    note(cells.rows, line);
    double& cell = best.try_emplace({column, line}, -1).first->second;
    cell = std::max(cell, *row.accuracy);
    top = std::max(top, cell);
  }
  for (const auto& [place, accuracy] : best)
    cells.values.push_back(
        {{"x", place.first},
         {"y", place.second},
         {"accuracy", accuracy},
         {"label", fmt::format("{}{:.1f} %", accuracy == top ? "★ " : "", 100 * accuracy)}});
  return cells;
}

}  // namespace

Json heat_chart(const std::vector<GridRecord>& grid, const std::string& x, const std::string& y) {
  const HeatCells cells = cells_of(grid, x, y);
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
            "text": {"field": "label"},
            "color": {
              "condition": {
                "test": "luminance(scale('color', datum.accuracy)) < 0.179", "value": "white"
              },
              "value": "black"
            }
          }
        }
      ],
      "height": {"step": 40}
    })spec");
  chart["encoding"]["x"]["title"] = plain(x);
  chart["encoding"]["y"]["title"] = plain(y);
  chart["encoding"]["x"]["sort"] = cells.columns;
  chart["encoding"]["y"]["sort"] = cells.rows;
  chart["layer"][0]["encoding"]["tooltip"][0]["title"] = plain(x);
  chart["layer"][0]["encoding"]["tooltip"][1]["title"] = plain(y);
  constexpr std::size_t kRoomForNumbers = 12;
  if (cells.columns.size() > kRoomForNumbers) chart["layer"].erase(1);
  chart["data"]["values"] = cells.values;
  return chart;
}

}  // namespace perceptron::core
