#include "report/picture_layers.h"

#include <array>
#include <cstdint>
#include <set>

#include "report/values.h"

namespace perceptron::core {
namespace {

void set_axes(const PictureRecord& picture, const Box& box, Json& chart) {
  const bool line = picture.kind == PictureKind::line;
  Json& encoding = chart["encoding"];
  encoding["x"] = {
      {"field", "x"},
      {"type", "quantitative"},
      {"title", plain(picture.axes[0])},
      {"scale", {{"domain", {box.left, box.right}}, {"nice", false}, {"zero", false}}}};
  encoding["y"] = {
      {"field", "y"},
      {"type", "quantitative"},
      {"title", plain(picture.axes[1])},
      {"scale", {{"domain", {box.bottom, box.top}}, {"nice", false}, {"zero", false}}}};
  if (line) encoding["y"]["axis"] = Json();
  chart["usermeta"]["aspect"] = line ? 0.35 : box.square ? 1.0 : 0.7;
}

}  // namespace

Json points_of(const PictureRecord& picture) {
  const PicturePoints& points = picture.points;
  std::set<std::uint64_t> support;
  if (points.support) support.insert(points.support->begin(), points.support->end());
  Json values = Json::array();
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    Json value = {{"x", points.x[i]},
                  {"y", points.y[i]},
                  {"c", picture.classes[points.label[i]]},
                  {"row", points.row[i]}};
    if (points.updates && (*points.updates)[i] != 0) value["u"] = (*points.updates)[i];
    if (support.contains(points.row[i])) value["s"] = 1;
    values.push_back(std::move(value));
  }
  return values;
}

Json colour_by_class(const PictureRecord& picture) {
  Json encoding = {{"field", "c"},
                   {"type", "nominal"},
                   {"title", "class"},
                   {"legend", {{"symbolOpacity", 1}, {"symbolLimit", 32}}},
                   {"scale", {{"domain", picture.classes}}}};
  const Json columns = legend_columns(picture.classes);
  if (!columns.is_null()) encoding["legend"]["columns"] = columns;
  return encoding;
}

Json shape_by_class(const PictureRecord& picture) {
  constexpr std::size_t kColours = 8;
  constexpr std::array kShapes = {"circle", "square", "triangle-up", "diamond"};
  Json encoding = colour_by_class(picture);
  if (picture.classes.size() <= kColours) return encoding;
  Json shapes = Json::array();
  for (std::size_t c = 0; c < picture.classes.size(); ++c)
    shapes.push_back(kShapes[c / kColours % kShapes.size()]);
  encoding["scale"]["range"] = shapes;
  return encoding;
}

Json ground(const PictureRecord& picture, const Box& box) {
  Json chart = Json::object();
  set_axes(picture, box, chart);
  return chart;
}

}  // namespace perceptron::core
