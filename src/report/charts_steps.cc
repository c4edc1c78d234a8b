// One plane per step of a training.

#include <cmath>
#include <vector>

#include "report/charts.h"
#include "report/picture_geometry.h"
#include "report/picture_layers.h"
#include "report/values.h"

namespace perceptron::core {
namespace {

struct StepValues {
  Json lines;  // two ends of each step's plane, and an arrow to its positive side
  Json rows;   // the row of each step
};

StepValues values_of(const Box& box, const std::vector<StepRecord>& trace) {
  Json lines = Json::array();
  Json rows = Json::array();
  std::size_t step = 0;
  for (const StepRecord& update : trace) {
    ++step;
    const Line line{update.weights[0], update.weights[1], update.offset};
    rows.push_back(
        {{"x", update.point[0]}, {"y", update.point[1]}, {"step", step}, {"c", update.label}});
    if (const auto ends = within(box, line)) {
      for (const Point& end : {ends->first, ends->second})
        lines.push_back({{"x", end.x}, {"y", end.y}, {"step", step}});
      // The positive side: a short arrow from the middle.
      const Point middle{0.5 * (ends->first.x + ends->second.x),
                         0.5 * (ends->first.y + ends->second.y)};
      const double length = std::hypot(line.a, line.b);
      const double reach = 0.09 * (box.right - box.left);
      lines.push_back({{"x", middle.x}, {"y", middle.y}, {"step", step}, {"arrow", 1}});
      lines.push_back({{"x", middle.x + reach * line.a / length},
                       {"y", middle.y + reach * line.b / length},
                       {"step", step},
                       {"arrow", 1}});
    }
  }
  return {std::move(lines), std::move(rows)};
}

// The plane before, the plane after, and the arrow.
std::vector<Json> line_layers() {
  Json before = spec(R"spec({
      "transform": [{"filter": "datum.step == step - 1 && !isValid(datum.arrow)"}],
      "mark": {"type": "line", "strokeWidth": 1.2, "strokeDash": [4, 4], "color": "@soft"}
    })spec");
  Json now = spec(R"spec({
      "transform": [{"filter": "datum.step == step && !isValid(datum.arrow)"}],
      "mark": {"type": "line", "strokeWidth": 2.2, "color": "@ink"}
    })spec");
  Json arrow = spec(R"spec({
      "transform": [{"filter": "datum.step == step && isValid(datum.arrow)"}],
      "mark": {
        "type": "line", "strokeWidth": 2.2, "color": "@accent",
        "point": {"filled": true, "size": 30, "color": "@accent"}
      }
    })spec");
  return {before, now, arrow};
}

}  // namespace

Json steps_chart(const PictureRecord& picture, const std::vector<StepRecord>& trace) {
  const Box box = box_of(picture);
  Json chart = ground(picture, box);
  chart["params"] = {{{"name", "step"}, {"value", 0}}};
  Json layers = Json::array();
  const auto [lines, rows] = values_of(box, trace);
  Json points = spec(R"spec({
      "mark": {"type": "point", "filled": true, "size": 30, "opacity": 0.7, "clip": true},
      "encoding": {
        "tooltip": [
          {"field": "row", "title": "row"}, {"field": "c", "title": "class"}, {"field": "x"},
          {"field": "y"}
        ]
      }
    })spec");
  points["encoding"]["color"] = colour_by_class(picture);
  points["encoding"]["shape"] = shape_by_class(picture);
  points["data"]["values"] = points_of(picture);
  layers.push_back(std::move(points));
  chart["datasets"]["lines"] = lines;
  for (Json& layer : line_layers()) {
    layer["data"]["name"] = "lines";
    layers.push_back(std::move(layer));
  }
  Json row = spec(R"spec({
      "transform": [{"filter": "datum.step == step"}],
      "mark": {
        "type": "point", "filled": false, "shape": "circle", "size": 260, "strokeWidth": 2.4,
        "opacity": 1, "color": "@warn"
      }
    })spec");
  row["data"]["values"] = rows;
  layers.push_back(std::move(row));
  chart["layer"] = std::move(layers);
  return chart;
}

}  // namespace perceptron::core
