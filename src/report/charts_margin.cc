// Margins: their bounds over updates, and against λ.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "report/charts.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

// A line at the widest margin, and its name.
void add_widest(double upper, Json& chart) {
  Json rule = spec(
      R"spec({
    "mark": {"type": "rule", "color": "@warn", "strokeWidth": 1.6, "strokeDash": [6, 4]},
    "encoding": {"x": null, "y": {"datum": 0}}
  })spec");
  rule["data"]["values"] = {Json::object()};
  rule["encoding"]["y"]["datum"] = upper;
  Json name = spec(R"spec({
    "mark": {
      "type": "text", "align": "right", "baseline": "bottom", "dy": -4, "x": "width",
      "color": "@warn"
    },
    "encoding": {"x": null, "y": {"datum": 0}, "text": {"value": "γ_opt"}}
  })spec");
  name["data"]["values"] = {Json::object()};
  name["encoding"]["y"]["datum"] = upper;
  name["encoding"]["text"]["value"] =
      fmt::format("the widest margin, {}", brief(upper, Round::nearest, 5));
  chart["layer"].push_back(std::move(rule));
  chart["layer"].push_back(std::move(name));
}

Json sweep_values(const std::vector<SweepRecord>& sweep, double best) {
  Json values = Json::array();
  for (const SweepRecord& trial : sweep) {
    const LambdaRecord& run = trial.run;
    if (!run.margin) continue;
    values.push_back({{"lambda", run.lambda},
                      {"margin", run.margin->lower},
                      {"promise", best / (run.lambda * run.lambda)},
                      {"guess", run.guess.value_or(NAN) / run.lambda},
                      {"updates", run.total_updates.value_or(run.updates)}});
  }
  return values;
}

// The guarantee is labelled at the far end, where there is room.
Json promise_name(const Json& values) {
  Json name = spec(R"spec({
    "mark": {"type": "text", "align": "right", "baseline": "bottom", "dy": -8},
    "encoding": {
      "y": {"field": "promise", "type": "quantitative"},
      "text": {"value": "γ_opt/λ², the guarantee"}
    }
  })spec");
  const Json& last = number(values.front().at("lambda")) > number(values.back().at("lambda"))
                         ? values.front()
                         : values.back();
  name["data"]["values"] = {last};
  return name;
}

}  // namespace

Json interval_chart(const std::vector<ClosingRecord>& interval,
                    const std::optional<OptimumRecord>& optimum) {
  Json values = Json::array();
  double last = 1;
  for (const ClosingRecord& at : interval) {
    last = std::max(last, static_cast<double>(at.update));
    values.push_back({{"update", at.update},
                      {"lower", std::max(0.0, at.lower)},
                      {"upper", at.upper},
                      {"plane", std::max(0.0, at.plane)}});
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
  if (optimum && optimum->separable == true) add_widest(optimum->upper, chart);
  return chart;
}

Json sweep_chart(const std::vector<SweepRecord>& sweep, double best) {
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
  if (!values.empty()) chart["layer"].push_back(promise_name(values));
  return chart;
}

Json guess_chart(const std::vector<SweepRecord>& sweep, double best) {
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

Json effort_chart(const std::vector<SweepRecord>& sweep) {
  Json chart = spec(R"spec({
      "mark": {"type": "line", "point": true},
      "encoding": {
        "x": {
          "field": "lambda", "type": "quantitative", "title": "λ",
          "scale": {"zero": false, "nice": false}
        },
        "y": {
          "field": "updates", "type": "quantitative", "title": "total updates",
          "scale": {"type": "log"}
        },
        "tooltip": [{"field": "lambda", "title": "λ"}, {"field": "updates", "format": ","}]
      }
    })spec");
  const Json values = sweep_values(sweep, 1);
  double most = 1;
  for (const Json& value : values) most = std::max(most, number(value.at("updates")));
  chart["encoding"]["y"]["axis"]["values"] = powers(1, most);
  chart["data"]["values"] = values;
  return chart;
}

}  // namespace perceptron::core
