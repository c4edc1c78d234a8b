// Objectives and their bounds, and the weights reached.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "report/charts.h"
#include "report/values.h"

namespace perceptron::core {

namespace {

bool several_models(const std::vector<ObjectiveRecord>& list) {
  return std::any_of(list.begin(), list.end(),
                     [&](const ObjectiveRecord& one) { return one.model != list.front().model; });
}

}  // namespace

Json objective_chart(const std::vector<ObjectiveRecord>& objective) {
  Json values = Json::array();
  for (const ObjectiveRecord& at : objective) {
    const auto add = [&](double value, const char* what) {
      // Points of solvers that have no bound yet are not drawn.
      if (value > 0 && std::isfinite(value))
        values.push_back(
            {{"model", at.model}, {"passes", at.passes}, {"value", value}, {"what", what}});
    };
    add(at.objective, "objective");
    add(at.bound, "lower bound");
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
  if (several_models(objective)) chart["encoding"]["detail"] = {{"field", "model"}};
  chart["data"]["values"] = values;
  return chart;
}

Json gap_chart(const std::vector<ObjectiveRecord>& objective) {
  Json values = Json::array();
  double least = 1;
  for (const ObjectiveRecord& at : objective) {
    const double gap = (at.objective - at.bound) / at.objective;
    if (!(gap > 0 && gap < 1)) continue;  // not shown on a logarithmic scale
    values.push_back({{"model", at.model}, {"passes", at.passes}, {"gap", gap}});
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
  if (several_models(objective)) {
    chart["encoding"]["color"] = {{"field", "model"}, {"type", "nominal"}, {"title", "model"}};
  }
  chart["encoding"]["y"]["axis"]["values"] = powers(least, 1);
  chart["data"]["values"] = values;
  return chart;
}

namespace {

// Shortened only if no other name becomes the same.
std::string label_of(const std::string& name, const std::vector<FeatureWeightRecord>& largest) {
  constexpr std::size_t kEnd = 12;
  const std::string label = shortened(name, kEnd);
  const auto alike = std::count_if(largest.begin(), largest.end(), [&](const auto& other) {
    return shortened(other.feature, kEnd) == label;
  });
  return alike > 1 ? name : label;
}

}  // namespace

Json weights_chart(const std::vector<FeatureWeightRecord>& largest, const std::string& positive,
                   const std::string& negative) {
  Json values = Json::array();
  for (const FeatureWeightRecord& one : largest)
    values.push_back({{"name", label_of(one.feature, largest)},
                      {"feature", one.feature},
                      {"weight", one.weight},
                      {"side", one.weight >= 0 ? positive : negative}});
  Json chart = spec(R"spec({
      "mark": {"type": "bar"},
      "encoding": {
        "y": {"field": "name", "type": "nominal", "title": null, "sort": null},
        "x": {"field": "weight", "type": "quantitative", "title": "weight"},
        "color": {"field": "side", "type": "nominal", "title": "weight for"},
        "tooltip": [
          {"field": "feature"}, {"field": "weight", "format": ".6g"},
          {"field": "side", "title": "weight for"}
        ]
      }
    })spec");
  chart["encoding"]["color"]["scale"]["domain"] = {negative, positive};
  chart["data"]["values"] = values;
  return chart;
}

Json contributions_chart(const std::vector<FeatureWeightRecord>& contributions,
                         const std::string& predicted, const std::string& rival) {
  Json chart = weights_chart(contributions, predicted, rival);
  chart["encoding"]["x"]["title"] = "contribution";
  chart["encoding"]["color"]["title"] = "speaks for";
  chart["encoding"]["tooltip"][1]["title"] = "contribution";
  chart["encoding"]["tooltip"][2]["title"] = "speaks for";
  return chart;
}

}  // namespace perceptron::core
