#include "report/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "report/values.h"

namespace perceptron {

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
              "scale": {"domain": [0, 1]},
              "legend": {"format": ".0%", "values": [0, 0.5, 1], "gradientLength": 110}
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
              "condition": {
                "test": "luminance(scale('color', datum.share)) < 0.179", "value": "white"
              },
              "value": "black"
            }
          }
        }
      ],
      "usermeta": {"aspect": 0.6, "width": 0}
    })spec");
  constexpr std::size_t kRoomForNumbers = 12;
  chart["usermeta"]["width"] = 160 + 110 * std::min(confusion.size(), kRoomForNumbers);
  if (confusion.size() > kRoomForNumbers) {
    chart["layer"].erase(1);
    chart["usermeta"]["aspect"] = 0.9;
    chart["encoding"]["x"]["axis"] = {{"orient", "top"}, {"labelAngle", -90}, {"labelLimit", 60}};
    chart["encoding"]["y"]["axis"] = {{"labelLimit", 90}};
  }
  chart["data"]["values"] = values;
  return chart;
}

namespace {

// From corner to corner: where a curve says no more than chance, or probabilities are shares.
Json diagonal() {
  return spec(R"spec({
      "mark": {"type": "line", "color": "@soft", "strokeDash": [6, 4], "strokeWidth": 1.2},
      "data": {"values": [{"x": 0, "y": 0}, {"x": 1, "y": 1}]},
      "encoding": {
        "x": {"field": "x", "type": "quantitative"}, "y": {"field": "y", "type": "quantitative"}
      }
    })spec");
}

}  // namespace

Json roc_chart(const Json& roc) {
  Json chart = spec(R"spec({
      "layer": [
        {},
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
  chart["layer"][0] = diagonal();
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
        {},
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
  chart["layer"][0] = diagonal();
  chart["layer"][1]["data"]["values"] = values;
  chart["layer"][2]["data"]["values"] = values;
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

Json curve_chart(const Json& grid, const std::string& axis, const std::string& title) {
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
    chart["encoding"]["y"]["title"] = plain(title);
    chart["data"]["values"] = values;
    return chart;
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
  for (const auto& [place, accuracy] : best)
    values.push_back(
        {{"x", place.first},
         {"y", place.second},
         {"accuracy", accuracy},
         {"label", fmt::format("{}{:.1f} %", accuracy == top ? "★ " : "", 100 * accuracy)}});
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
