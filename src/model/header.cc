#include "model/header.h"

#include <stdexcept>
#include <utility>

namespace perceptron::core {

Json to_json(const Origin& origin) {
  Json options = Json::object();
  for (const auto& [name, value] : origin.options) options[name] = value;
  Json json = {{"program", origin.program},     {"learner", origin.learner},
               {"options", std::move(options)}, {"data", origin.data},
               {"data_hash", origin.data_hash}, {"rows", origin.rows},
               {"epochs", origin.epochs},       {"updates", origin.updates},
               {"converged", origin.converged}};
  if (origin.margin)
    json["margin"] = {{"lower", origin.margin->lower}, {"upper", origin.margin->upper}};
  return json;
}

Origin origin_from(const Json& json) {
  Origin origin;
  json.at("program").get_to(origin.program);
  json.at("learner").get_to(origin.learner);
  for (const auto& [name, value] : json.at("options").items())
    origin.options.emplace_back(name, value.get<std::string>());
  json.at("data").get_to(origin.data);
  json.at("data_hash").get_to(origin.data_hash);
  origin.rows = count_from(json.at("rows"));
  origin.epochs = count_from(json.at("epochs"));
  origin.updates = count_from(json.at("updates"));
  json.at("converged").get_to(origin.converged);
  if (json.contains("margin"))
    origin.margin = Interval{json["margin"].at("lower"), json["margin"].at("upper")};
  return origin;
}

Json to_json(const Calibration& calibration) {
  Json json = {{"kind", name_of(calibration.kind)}};
  if (calibration.kind == CalibrationKind::temperature)
    json["temperature"] = calibration.temperature;
  for (const auto& [a, b] : calibration.sigmoids) json["sigmoids"].push_back({a, b});
  for (const auto& [x, p] : calibration.isotonics)
    json["isotonics"].push_back({{"x", x}, {"p", p}});
  return json;
}

Calibration calibration_from(const Json& json) {
  Calibration calibration;
  // An unknown name is reported with other errors, by require_sound().
  calibration.kind = find_named<CalibrationKind>(json.at("kind").get<std::string>())
                         .value_or(CalibrationKind::none);
  if (json.contains("temperature")) json.at("temperature").get_to(calibration.temperature);
  for (const Json& each : json.value("sigmoids", Json::array()))
    calibration.sigmoids.push_back({each.at(0), each.at(1)});
  for (const Json& each : json.value("isotonics", Json::array()))
    calibration.isotonics.push_back({each.at("x"), each.at("p")});
  return calibration;
}

Json regions_json(const Model& model) {
  Json regions = Json::array();
  for (const Plane& plane : model.planes) {
    Json& json = regions.emplace_back();
    if (!plane.region) continue;
    const auto& [radius, offset, penalised] = *plane.region;
    json = {{"radius", radius},
            {"offset", {{"lower", offset.lower}, {"upper", offset.upper}}},
            {"penalised_offset", penalised}};
  }
  return regions;
}

void read_regions(const Json& json, Model& model) {
  if (json.size() != model.planes.size())
    throw std::out_of_range("the model does not have one region for each plane");
  for (std::size_t m = 0; m < model.planes.size(); ++m) {
    if (json.at(m).is_null()) continue;
    const Json& offset = json.at(m).at("offset");
    const Region region{json.at(m).at("radius"),
                        {offset.at("lower"), offset.at("upper")},
                        json.at(m).at("penalised_offset")};
    if (!region.is_around(model.planes[m].offset))
      throw std::out_of_range("the region of a plane does not contain its offset");
    model.planes[m].region = region;
  }
}

Json state_json(const Model& model) {
  Json vectors = Json::object();
  for (const auto& [name, values] : model.planes[0].state.vectors) vectors[name] = values.size();
  Json epochs = Json::array();
  Json steps = Json::array();
  for (const Plane& plane : model.planes) {
    epochs.push_back(plane.state.epochs);
    steps.push_back(plane.state.steps);
  }
  const bool one = model.planes.size() == 1;
  return {{"epochs", one ? epochs[0] : epochs},
          {"steps", one ? steps[0] : steps},
          {"vectors", std::move(vectors)}};
}

}  // namespace perceptron::core
