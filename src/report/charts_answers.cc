// Correct and wrong predictions.

#include <algorithm>

#include "report/charts.h"
#include "report/values.h"

namespace perceptron::core {

namespace {

// Every cell of the matrix: its rows, and their fraction of the rows of the true class.
Json confusion_cells(const std::vector<std::vector<std::uint64_t>>& confusion,
                     const std::vector<std::string>& classes) {
  Json values = Json::array();
  for (std::size_t i = 0; i < confusion.size(); ++i) {
    double row = 0;
    for (const std::uint64_t count : confusion[i]) row += static_cast<double>(count);
    for (std::size_t k = 0; k < confusion[i].size(); ++k) {
      const auto count = static_cast<double>(confusion[i][k]);
      values.push_back({{"truth", classes[i]},
                        {"called", classes[k]},
                        {"rows", confusion[i][k]},
                        {"share", row > 0 ? count / row : 0}});
    }
  }
  return values;
}

}  // namespace

Json confusion_chart(const std::vector<std::vector<std::uint64_t>>& confusion,
                     const std::vector<std::string>& classes) {
  Json chart = spec(R"spec({
      "encoding": {
        "x": {
          "field": "called", "type": "nominal", "title": "predicted class", "sort": null,
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
              {"field": "truth", "title": "true class"}, {"field": "called", "title": "predicted class"},
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
  chart["data"]["values"] = confusion_cells(confusion, classes);
  return chart;
}

namespace {

// The diagonal: chance level of a curve, or perfect calibration.
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

Json roc_chart(const std::vector<RocRecord>& roc) {
  Json chart = spec(R"spec({
      "layer": [
        {},
        {
          "mark": {"type": "line", "interpolate": "linear"},
          "encoding": {
            "x": {
              "field": "false_positive", "type": "quantitative",
              "title": "false positive rate", "axis": {"format": ".0%"}
            },
            "y": {
              "field": "true_positive", "type": "quantitative",
              "title": "true positive rate", "axis": {"format": ".0%"}
            },
            "order": {"field": "k"}
          }
        }
      ],
      "usermeta": {"aspect": 0.8}
    })spec");
  Json values = Json::array();
  std::size_t k = 0;
  for (const RocRecord& point : roc)
    values.push_back({{"false_positive", point.false_positive},
                      {"true_positive", point.true_positive},
                      {"k", k++}});
  chart["layer"][0] = diagonal();
  chart["layer"][1]["data"]["values"] = values;
  return chart;
}

Json precision_recall_chart(const std::vector<PrecisionRecallRecord>& points) {
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
  for (const PrecisionRecallRecord& point : points)
    values.push_back({{"recall", point.recall}, {"precision", point.precision}, {"k", k++}});
  chart["data"]["values"] = values;
  return chart;
}

Json reliability_chart(const std::vector<ReliabilityRecord>& bins) {
  Json chart = spec(R"spec({
      "layer": [
        {},
        {
          "mark": {"type": "line", "strokeWidth": 1.2},
          "encoding": {
            "x": {
              "field": "confidence", "type": "quantitative",
              "title": "predicted probability", "axis": {"format": ".0%"}
            },
            "y": {
              "field": "accuracy", "type": "quantitative", "title": "accuracy",
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
  for (const ReliabilityRecord& bin : bins)
    if (bin.rows > 0) values.push_back(json_of(bin));
  chart["layer"][0] = diagonal();
  chart["layer"][1]["data"]["values"] = values;
  chart["layer"][2]["data"]["values"] = values;
  return chart;
}

}  // namespace perceptron::core
