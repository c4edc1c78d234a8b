// Mistakes and updates, pass by pass.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "report/charts.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

template <class Count>
Json chart_of(const std::vector<Count>& counts, const std::string& what) {
  constexpr std::size_t kBars = 60;
  Json values = Json::array();
  // Of very many passes, about this many are drawn.
  constexpr std::size_t kDrawn = 600;
  const std::size_t each = 1 + counts.size() / kDrawn;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (i % each == 0 || i + 1 == counts.size())
      values.push_back({{"pass", i + 1}, {"n", counts[i]}});
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
    // Field by field: in a template, clang 14 leaks the temporaries of lists that are assigned.
    chart["mark"]["type"] = "line";
    Json& x = chart["encoding"]["x"];
    x["type"] = "quantitative";
    x.erase("axis");
  }
  chart["encoding"]["y"]["title"] = what + " in the pass";
  chart["encoding"]["tooltip"][1]["title"] = what;
  chart["data"]["values"] = values;
  return chart;
}

}  // namespace

Json passes_chart(const std::vector<std::uint64_t>& counts, const std::string& what) {
  return chart_of(counts, what);
}
Json passes_chart(const std::vector<double>& means, const std::string& what) {
  return chart_of(means, what);
}

Json total_chart(const std::vector<std::uint64_t>& counts, const std::string& what, double bound) {
  Json values = Json::array();
  double total = 0;
  const std::size_t each = 1 + counts.size() / 600;
  values.push_back({{"pass", 0}, {"n", 0}});
  for (std::size_t i = 0; i < counts.size(); ++i) {
    total += static_cast<double>(counts[i]);
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
  // If the bound is far away, a logarithmic scale is needed.
  if (bound > 20 * std::max(total, 1.0)) y["scale"] = {{"type", "symlog"}};
  chart["layer"][0]["data"]["values"] = values;
  chart["layer"][1]["encoding"]["y"]["datum"] = bound;
  chart["layer"][1]["data"]["values"] = {Json::object()};
  chart["layer"][2]["encoding"]["y"]["datum"] = bound;
  chart["layer"][2]["encoding"]["text"]["value"] =
      fmt::format("(R/γ)² = {}, the bound", brief(bound, Round::nearest, 5));
  chart["layer"][2]["data"]["values"] = {Json::object()};
  return chart;
}

}  // namespace perceptron::core
