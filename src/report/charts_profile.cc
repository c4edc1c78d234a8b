// The columns of a table, and the rows of its classes.

#include <algorithm>

#include "report/charts.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

// Bars from left to right, a name each.
Json bars_chart(const char* measure, const char* format) {
  Json chart = spec(R"spec({
      "mark": {"type": "bar"},
      "encoding": {
        "y": {"field": "name", "type": "nominal", "title": null, "sort": null},
        "x": {"field": "value", "type": "quantitative", "axis": {}},
        "tooltip": [{"field": "name"}, {"field": "value", "type": "quantitative"}]
      },
      "height": {"step": 26}
    })spec");
  Json& encoding = chart["encoding"];
  encoding["x"]["title"] = measure;
  encoding["x"]["axis"]["format"] = format;
  encoding["tooltip"][1]["title"] = measure;
  encoding["tooltip"][1]["format"] = format;
  return chart;
}

}  // namespace

Json classes_chart(const NamedValues<std::uint64_t>& classes) {
  Json chart = bars_chart("rows", ",d");
  Json values = Json::array();
  for (const auto& [name, rows] : classes)
    values.push_back({{"name", plain(name)}, {"value", rows}});
  chart["data"]["values"] = values;
  return chart;
}

Json association_chart(const std::vector<ColumnRecord>& columns) {
  constexpr std::size_t kMost = 20;
  std::vector<const ColumnRecord*> best;
  for (const ColumnRecord& column : columns)
    if (column.association) best.push_back(&column);
  std::ranges::stable_sort(best, std::greater(),
                           [](const ColumnRecord* column) { return *column->association; });
  best.resize(std::min(best.size(), kMost));
  Json chart = bars_chart("association with the class", ".2f");
  chart["encoding"]["x"]["scale"]["domain"] = {0, 1};
  Json values = Json::array();
  for (const ColumnRecord* column : best)
    values.push_back({{"name", plain(column->name)}, {"value", *column->association}});
  chart["data"]["values"] = values;
  return chart;
}

Json missing_chart(const std::vector<ColumnRecord>& columns, std::uint64_t rows) {
  Json chart = bars_chart("missing values", ".0%");
  chart["encoding"]["x"]["scale"]["domain"] = {0, 1};
  Json values = Json::array();
  for (const ColumnRecord& column : columns) {
    if (column.missing == 0) continue;
    const double share = static_cast<double>(column.missing) / static_cast<double>(rows);
    values.push_back({{"name", plain(column.name)}, {"value", share}});
  }
  chart["data"]["values"] = values;
  return chart;
}

namespace {

// The rows in each tenth of the column's range.
Json histogram_chart(const ColumnRecord& column) {
  Json chart = spec(R"spec({
      "mark": {"type": "rect", "color": "@accent", "stroke": "@paper"},
      "encoding": {
        "x": {
          "field": "from", "type": "quantitative", "title": null,
          "scale": {"zero": false, "nice": false},
          "axis": {"tickCount": 3, "labelOverlap": true, "grid": false}
        },
        "x2": {"field": "to"},
        "y": {"field": "rows", "type": "quantitative", "title": null, "axis": null},
        "y2": {"datum": 0},
        "tooltip": [
          {"field": "from", "format": ".4~g"}, {"field": "to", "format": ".4~g"},
          {"field": "rows", "format": ",d"}
        ]
      },
      "height": 70
    })spec");
  const NumberSummaryRecord& numbers = *column.numbers;
  const double step =
      (numbers.maximum - numbers.minimum) / static_cast<double>(numbers.histogram.size());
  Json values = Json::array();
  for (std::size_t k = 0; k < numbers.histogram.size(); ++k)
    values.push_back({{"from", numbers.minimum + static_cast<double>(k) * step},
                      {"to", numbers.minimum + static_cast<double>(k + 1) * step},
                      {"rows", numbers.histogram[k]}});
  chart["title"] = plain(column.name);
  chart["data"]["values"] = values;
  return chart;
}

}  // namespace

Json histograms_chart(const std::vector<ColumnRecord>& columns) {
  constexpr std::size_t kMost = 24;
  Json charts = Json::array();
  for (const ColumnRecord& column : columns) {
    if (!column.numbers || charts.size() == kMost) continue;
    if (column.numbers->maximum > column.numbers->minimum && !column.numbers->histogram.empty())
      charts.push_back(histogram_chart(column));
  }
  return {{"concat", charts}, {"columns", 4}};
}

}  // namespace perceptron::core
