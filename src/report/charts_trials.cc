// Accuracies of folds, of grids, and by the number of rows.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "base/text.h"
#include "evaluate/metric.h"
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

// Accuracies stay between 0 and 1; other measures may not.
Json values_of(const std::vector<CurvePoint>& points, bool measured) {
  Json values = Json::array();
  for (const CurvePoint& point : points) {
    if (!point.accuracy) continue;
    const double low = *point.accuracy - point.deviation;
    const double high = *point.accuracy + point.deviation;
    values.push_back({{"value", json_of(point.value)},
                      {"accuracy", *point.accuracy},
                      {"low", measured ? low : std::max(0.0, low)},
                      {"high", measured ? high : std::min(1.0, high)},
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

Json curve_chart(const std::vector<CurvePoint>& points, const std::string& title,
                 const std::string& measure) {
  const Json values = values_of(points, !measure.empty());
  const bool numbers = std::all_of(points.begin(), points.end(), [](const CurvePoint& point) {
    return !point.accuracy || !std::isnan(number(point.value));
  });
  if (!numbers) {
    Json names = names_chart(values, title);
    if (!measure.empty()) {
      Json& shown = names["layer"][0]["encoding"]["x"];
      shown["title"] = measure + " ± one standard deviation";
      shown.erase("axis");
      names["layer"][1]["encoding"]["tooltip"][1] = {{"field", "accuracy"}, {"title", measure}};
    }
    return names;
  }
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
  if (!measure.empty()) {
    Json& shown = chart["layer"][0]["encoding"]["y"];
    shown["title"] = measure;
    shown.erase("axis");
    chart["layer"][1]["encoding"]["tooltip"][1] = {{"field", "accuracy"}, {"title", measure}};
  }
  if (by_factors(points)) chart["encoding"]["x"]["scale"]["type"] = "log";
  chart["data"]["values"] = values;
  return chart;
}

namespace {

// How settings are compared, and how a value is written.
struct Measure {
  Metric metric = Metric::accuracy;

  bool lower() const { return traits_of(metric).lower_is_better; }
  bool percent() const { return metric == Metric::accuracy; }
  std::string title() const { return traits_of(metric).title; }
  std::optional<double> of(const GridRecord& row) const {
    return percent() ? row.accuracy : row.score;
  }
  std::optional<double> deviation(const GridRecord& row) const {
    return percent() ? std::optional(row.deviation) : row.score_deviation;
  }
  std::string text(double value) const {
    return percent() ? fmt::format("{:.1f} %", 100 * value) : fmt::format("{:.3f}", value);
  }
  std::string spread(const std::optional<double>& value) const {
    if (!value) return "";
    return percent() ? fmt::format("± {:.1f}", 100 * *value) : fmt::format("± {:.3f}", *value);
  }
};

// The cells of a heat map; each has the best value over the remaining axes.
struct HeatCells {
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  Json values = Json::array();
};

HeatCells cells_of(const TuningOutcome& result, const std::string& x, const std::string& y) {
  const Measure measure{result.metric.value_or(Metric::accuracy)};
  HeatCells cells;
  using Place = std::pair<std::string, std::string>;
  std::map<Place, const GridRecord*> best;
  const auto note = [](std::vector<std::string>& seen, const std::string& name) {
    if (std::find(seen.begin(), seen.end(), name) == seen.end()) seen.push_back(name);
  };
  const auto place_of = [&](const GridRecord& row) {
    return Place{grid_value_text(value_at(row, x)), grid_value_text(value_at(row, y))};
  };
  std::optional<Place> winner;
  std::optional<Place> simplest;
  for (const GridRecord& row : result.grid) {
    const auto value = measure.of(row);
    if (!value) continue;
    const Place place = place_of(row);
    note(cells.columns, place.first);
    note(cells.rows, place.second);
    const GridRecord*& cell = best[place];
    const auto old = cell == nullptr ? std::nullopt : measure.of(*cell);
    if (!old || (measure.lower() ? *value < *old : *value > *old)) cell = &row;
    if (row.values == result.best) winner = place;
    if (row.values == result.simplest) simplest = place;
  }
  for (const auto& [place, row] : best) {
    const double value = *measure.of(*row);
    std::string marks;
    if (winner == place) marks += "★ ";
    if (simplest == place && simplest != winner) marks += "◇ ";
    cells.values.push_back({{"x", place.first},
                            {"y", place.second},
                            {"accuracy", value},
                            {"deviation", measure.spread(measure.deviation(*row))},
                            {"label", marks + measure.text(value)}});
  }
  return cells;
}

}  // namespace

Json heat_chart(const TuningOutcome& result, const std::string& x, const std::string& y) {
  const HeatCells cells = cells_of(result, x, y);
  const Measure measure{result.metric.value_or(Metric::accuracy)};
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
            "tooltip": [
              {"field": "x"}, {"field": "y"}, {"field": "accuracy", "format": ".2%"},
              {"field": "deviation", "title": "standard deviation"}
            ]
          }
        },
        {
          "mark": {"type": "text", "dy": -6},
          "encoding": {
            "text": {"field": "label"},
            "color": {
              "condition": {
                "test": "luminance(scale('color', datum.accuracy)) < 0.179", "value": "white"
              },
              "value": "black"
            }
          }
        },
        {
          "mark": {"type": "text", "dy": 8, "fontSize": 10},
          "encoding": {"text": {"field": "deviation"}}
        }
      ],
      "height": {"step": 44}
    })spec");
  chart["encoding"]["x"]["title"] = plain(x);
  chart["encoding"]["y"]["title"] = plain(y);
  chart["encoding"]["x"]["sort"] = cells.columns;
  chart["encoding"]["y"]["sort"] = cells.rows;
  Json& colours = chart["layer"][0]["encoding"];
  colours["tooltip"][0]["title"] = plain(x);
  colours["tooltip"][1]["title"] = plain(y);
  colours["tooltip"][2]["title"] = measure.title();
  colours["color"]["title"] = measure.title();
  if (measure.lower()) colours["color"]["scale"]["reverse"] = true;
  if (!measure.percent()) {
    colours["color"]["legend"]["format"] = ".3";
    colours["tooltip"][2]["format"] = ".4";
  }
  chart["layer"][2]["encoding"]["color"] = chart["layer"][1]["encoding"]["color"];
  constexpr std::size_t kRoomForNumbers = 12;
  if (cells.columns.size() > kRoomForNumbers) {
    chart["layer"].erase(2);
    chart["layer"].erase(1);
  }
  chart["data"]["values"] = cells.values;
  return chart;
}

}  // namespace perceptron::core
