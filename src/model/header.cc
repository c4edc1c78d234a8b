#include "model/header.h"

#include <stdexcept>
#include <utility>

namespace perceptron {

std::string one_of(const Json& json, std::initializer_list<const char*> allowed) {
  for (const char* word : allowed) {
    if (json == word) return word;
  }
  throw std::out_of_range("a word is not one of those allowed");
}

Json to_json(const Schema& schema) {
  if (!schema.table)
    return {{"kind", "numbered"}, {"features", schema.features}, {"index_base", schema.index_base}};
  Json columns = Json::array();
  for (const Column& column : schema.columns) {
    Json entry = {{"name", column.name}, {"position", column.position}};
    if (column.text) {
      entry["categories"] = column.categories;
    } else {
      entry["fill"] = column.fill;
    }
    columns.push_back(std::move(entry));
  }
  Json json = {{"kind", "table"},
               {"named", schema.named},
               {"file_columns", schema.file_columns},
               {"label_name", schema.label_name},
               {"label_position", schema.label_position}};
  if (schema.weight_position) {
    json["weight_name"] = schema.weight_name;
    json["weight_position"] = *schema.weight_position;
  }
  json["missing"] = schema.missing;
  json["columns"] = std::move(columns);
  return json;
}

std::uint64_t count_from(const Json& json, std::uint64_t limit) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() >= limit)
    throw std::out_of_range("a count is out of range");
  return json.get<std::uint64_t>();
}

Schema schema_from(const Json& json) {
  Schema schema;
  schema.table = json.at("kind") == "table";
  if (!schema.table) {
    schema.features = count_from(json.at("features"));
    schema.index_base = count_from(json.at("index_base"), 2);
    return schema;
  }
  json.at("named").get_to(schema.named);
  schema.file_columns = count_from(json.at("file_columns"));
  json.at("label_name").get_to(schema.label_name);
  schema.label_position = count_from(json.at("label_position"), schema.file_columns);
  if (json.contains("weight_name") || json.contains("weight_position")) {
    json.at("weight_name").get_to(schema.weight_name);
    schema.weight_position = count_from(json.at("weight_position"), schema.file_columns);
  }
  schema.missing = one_of(json.at("missing"), {"error", "zero", "mean"});
  for (const Json& entry : json.at("columns")) {
    Column column;
    entry.at("name").get_to(column.name);
    column.position = count_from(entry.at("position"), schema.file_columns);
    column.text = entry.contains("categories");
    if (column.text) {
      entry.at("categories").get_to(column.categories);
    } else {
      entry.at("fill").get_to(column.fill);
    }
    schema.columns.push_back(std::move(column));
  }
  return schema;
}

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
  Json json = {{"kind", calibration.kind}};
  if (calibration.kind == "temperature") json["temperature"] = calibration.temperature;
  for (const auto& [a, b] : calibration.sigmoids) json["sigmoids"].push_back({a, b});
  for (const auto& [x, p] : calibration.isotonics)
    json["isotonics"].push_back({{"x", x}, {"p", p}});
  return json;
}

Calibration calibration_from(const Json& json) {
  Calibration calibration;
  json.at("kind").get_to(calibration.kind);
  if (json.contains("temperature")) json.at("temperature").get_to(calibration.temperature);
  for (const Json& each : json.value("sigmoids", Json::array()))
    calibration.sigmoids.push_back({each.at(0), each.at(1)});
  for (const Json& each : json.value("isotonics", Json::array()))
    calibration.isotonics.push_back({each.at("x"), each.at("p")});
  return calibration;
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

}  // namespace perceptron
