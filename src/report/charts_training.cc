#include "report/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "report/values.h"

namespace perceptron {

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

// The powers of ten around these numbers, for axes of factors.
Json powers(double low, double high) {
  Json list = Json::array();
  if (!(low > 0) || !std::isfinite(high)) return list;
  for (double k = std::floor(std::log10(low)); k <= std::ceil(std::log10(high)); ++k)
    list.push_back(std::pow(10, k));
  return list;
}

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
      "mark": {"type": "text", "align": "right", "baseline": "bottom", "dy": -8},
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
  const Json values = sweep_values(sweep, 1);
  double most = 1;
  for (const Json& value : values) most = std::max(most, number(value.at("updates")));
  chart["encoding"]["y"]["axis"]["values"] = powers(1, most);
  chart["data"]["values"] = values;
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
  double least = 1;
  for (const Json& at : objective) {
    const double upper = number(at.at("objective"));
    const double lower = number(at.at("bound"));
    const double gap = (upper - lower) / upper;
    if (!(gap > 0 && gap < 1)) continue;  // nothing on a scale of factors
    values.push_back({{"model", at.at("model")}, {"passes", at.at("passes")}, {"gap", gap}});
    least = std::min(least, gap);
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
  chart["encoding"]["y"]["axis"]["values"] = powers(least, 1);
  chart["data"]["values"] = values;
  return chart;
}

namespace {

// A long name without its middle: beginnings and ends tell names apart.
std::string shortened(const std::string& name) {
  constexpr std::size_t kEnd = 12;  // characters
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < name.size(); at += std::max<std::size_t>(utf8_length(name, at), 1))
    starts.push_back(at);
  if (starts.size() <= 2 * kEnd + 1) return name;
  return name.substr(0, starts[kEnd]) + "…" + name.substr(starts[starts.size() - kEnd]);
}

// Shortened only where no other name looks the same.
std::string label_of(const std::string& name, const Json& largest) {
  const std::string label = shortened(name);
  const auto alike = std::count_if(largest.begin(), largest.end(), [&](const Json& other) {
    return shortened(other.at("feature")) == label;
  });
  return alike > 1 ? name : label;
}

}  // namespace

Json weights_chart(const Json& largest, const std::string& positive, const std::string& negative) {
  Json values = Json::array();
  for (const Json& one : largest)
    values.push_back({{"name", label_of(one.at("feature"), largest)},
                      {"feature", one.at("feature")},
                      {"weight", one.at("weight")},
                      {"side", number(one.at("weight")) >= 0 ? positive : negative}});
  Json chart = spec(R"spec({
      "mark": {"type": "bar"},
      "encoding": {
        "y": {"field": "name", "type": "nominal", "title": null, "sort": null},
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

}  // namespace perceptron
