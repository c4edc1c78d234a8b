#include "data/schema_json.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/error.h"
#include "data/classes.h"
#include "data/maps/row_map.h"
#include "data/text/text_json.h"

namespace perceptron::core {

std::string one_of(const Json& json, std::initializer_list<const char*> allowed) {
  for (const char* word : allowed) {
    if (json == word) return word;
  }
  throw std::out_of_range("a word is not one of those allowed");
}

namespace {

Json base_json(const Schema& schema) {
  if (schema.dictionary) return {{"kind", "named"}, {"names", schema.dictionary->names()}};
  if (!schema.table)
    return {{"kind", "numbered"}, {"features", schema.features}, {"index_base", schema.index_base}};
  Json columns = Json::array();
  for (const Column& column : schema.columns) {
    Json entry = {{"name", column.name}, {"position", column.position}};
    if (!column.categories.empty() || column.is_category()) entry["categories"] = column.categories;
    if (column.numbers() == 1) entry["fill"] = column.fill[0];
    if (column.numbers() > 1) entry["fill"] = column.fill;
    // Categories make a category, a fill a number: older models do not name the types.
    if (!column.is_category() && column.type != ColumnType::number)
      entry["type"] = name_of(column.type);
    if (column.type == ColumnType::date) entry["date"] = name_of(column.date);
    if (column.text) entry["text"] = to_json(*column.text);
    if (column.indicator) entry["indicator"] = true;
    if (column.scaling) entry["scaling"] = name_of(*column.scaling);
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
  if (!schema.missing_values.empty()) json["missing_values"] = schema.missing_values;
  if (schema.decimal != DecimalMark::automatic) json["decimal"] = name_of(schema.decimal);
  if (schema.delimiter != '\0') json["delimiter"] = std::string(1, schema.delimiter);
  json["columns"] = std::move(columns);
  return json;
}

// The settings of the map, as they are written elsewhere.
Json map_json(const RowMap& map) {
  Json json = Json::object();
  const ReadSettings settings = map.settings().options();
  for (const Option<ReadSettings>& option : find_changed(settings, kDataOptions))
    json[option.name] = text_of(settings, option);
  return json;
}

}  // namespace

Json to_json(const Schema& schema) {
  Json json = base_json(schema);
  if (schema.map) json["map"] = map_json(*schema.map);
  return json;
}

std::uint64_t count_from(const Json& json, std::uint64_t limit) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() >= limit)
    throw std::out_of_range("a count is out of range");
  return json.get<std::uint64_t>();
}

namespace {

Dictionary dictionary_from(const Json& json) {
  auto names = json.get<std::vector<std::string>>();
  if (!std::all_of(names.begin(), names.end(), is_plain_name))
    throw std::out_of_range("a feature has no proper name");
  if (std::adjacent_find(names.begin(), names.end(), std::greater_equal<>()) != names.end())
    throw std::out_of_range("the names of the features are not sorted");
  return Dictionary(std::move(names));
}

// A column is used once, and categories are found by binary search.
void require_sound(const Schema& schema) {
  std::vector<std::uint64_t> used = {schema.label_position};
  if (schema.weight_position) used.push_back(*schema.weight_position);
  for (const Column& column : schema.columns) used.push_back(column.position);
  std::sort(used.begin(), used.end());
  if (std::adjacent_find(used.begin(), used.end()) != used.end())
    throw std::out_of_range("a column is used twice");
  for (const Column& column : schema.columns) {
    const auto& names = column.categories;
    if (column.is_category() &&
        std::adjacent_find(names.begin(), names.end(), std::greater_equal<>()) != names.end())
      throw std::out_of_range("the categories of a column are not sorted");
    if (column.fill.size() != column.numbers())
      throw std::out_of_range("a missing value has no replacement");
    for (const double fill : column.fill) {
      if (!std::isfinite(fill)) throw std::out_of_range("a missing value has no replacement");
    }
  }
}

template <Named E>
E named_from(const Json& json) {
  const auto value = find_named<E>(json.get<std::string>());
  if (!value) throw std::out_of_range("a word is not one of those allowed");
  return *value;
}

Column column_from(const Json& entry, std::uint64_t file_columns) {
  Column column;
  entry.at("name").get_to(column.name);
  column.position = count_from(entry.at("position"), file_columns);
  if (entry.contains("categories")) {
    column.type = ColumnType::category;
    entry.at("categories").get_to(column.categories);
  }
  if (entry.contains("type")) {
    column.type = named_from<ColumnType>(
        one_of(entry.at("type"), {"ordinal", "date", "flag", "words", "chars"}));
  }
  if (column.is_text()) column.text = text_column_from(entry.at("text"));
  if (column.type == ColumnType::date) column.date = named_from<DateOrder>(entry.at("date"));
  column.fill.clear();
  if (column.numbers() == 1) column.fill.push_back(entry.at("fill").get<double>());
  if (column.numbers() > 1) entry.at("fill").get_to(column.fill);
  column.indicator = entry.value("indicator", false);
  if (entry.contains("scaling")) {
    column.scaling = named_from<ScalingKind>(entry.at("scaling"));
    if (!scales_columns(*column.scaling)) throw std::out_of_range("a scaling is not of columns");
  }
  return column;
}

// Adds the map, if there is one.
void add_map(const Json& json, Schema& schema) {
  constexpr std::uint64_t kMostProducts = std::uint64_t{1} << 27U;
  if (!json.contains("map")) return;
  ReadSettings settings;
  try {
    for (const auto& [name, value] : json.at("map").items()) {
      if (std::find(kMapOptions.begin(), kMapOptions.end(), name) == kMapOptions.end())
        throw std::out_of_range("a setting of a feature map is not known");
      assign_all(settings, kDataOptions, {{name, value.get<std::string>()}});
    }
    schema.map = std::make_shared<const RowMap>(MapSettings::of(settings), schema, kMostProducts);
  } catch (const Error&) {
    throw std::out_of_range("a feature map does not match the features");
  }
}

Schema base_from(const Json& json) {
  Schema schema;
  if (json.at("kind") == "named") {
    schema.dictionary = dictionary_from(json.at("names"));
    return schema;
  }
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
  json.at("missing").get_to(schema.missing);
  if (json.contains("missing_values")) json.at("missing_values").get_to(schema.missing_values);
  if (json.contains("decimal")) schema.decimal = named_from<DecimalMark>(json.at("decimal"));
  if (json.contains("delimiter")) {
    const auto delimiter = json.at("delimiter").get<std::string>();
    if (delimiter.size() != 1) throw std::out_of_range("a delimiter is one character");
    schema.delimiter = delimiter[0];
  }
  for (const Json& entry : json.at("columns"))
    schema.columns.push_back(column_from(entry, schema.file_columns));
  require_sound(schema);
  return schema;
}

}  // namespace

Schema schema_from(const Json& json) {
  Schema schema = base_from(json);
  add_map(json, schema);
  return schema;
}

}  // namespace perceptron::core
