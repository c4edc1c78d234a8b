#include "data/schema.h"

#include <algorithm>

#include "data/maps/row_map.h"

namespace perceptron::core {

Schema Schema::numbered_table(std::uint64_t columns) {
  Schema schema;
  schema.table = true;
  schema.file_columns = columns + 1;
  schema.label_position = columns;
  for (std::uint64_t i = 0; i < columns; ++i) {
    Column column;
    column.name = "x" + std::to_string(i + 1);
    column.position = i;
    schema.columns.push_back(column);
  }
  return schema;
}

std::string Column::feature_name(std::uint64_t feature) const {
  if (indicator && feature + 1 == features()) return name + " missing";
  if (is_category()) return name + '=' + categories[feature];
  if (text) return name + '=' + text->term_name(feature);
  return type == ColumnType::date ? name + ' ' + kDateParts[feature] : name;
}

bool Schema::only_numbers() const {
  return std::all_of(columns.begin(), columns.end(), [](const Column& column) {
    return column.type == ColumnType::number && !column.indicator;
  });
}

std::uint64_t Schema::feature_count() const { return map ? map->features() : base_features(); }

bool Schema::keeps_features() const { return !map || map->settings().fourier == 0; }

bool Schema::has_text() const {
  return std::any_of(columns.begin(), columns.end(),
                     [](const Column& column) { return column.is_text(); });
}

std::uint64_t Schema::base_features() const {
  if (dictionary) return dictionary->size();
  if (!table) return features;
  std::uint64_t count = 0;
  for (const Column& column : columns) count += column.features();
  return count;
}

std::string Schema::feature_name(std::uint64_t feature) const {
  if (!map) return base_name(feature);
  return map->feature_name(feature, [this](std::uint64_t j) { return base_name(j); });
}

std::string Schema::base_name(std::uint64_t feature) const {
  if (dictionary) return dictionary->names()[feature];
  if (!table) return std::to_string(feature + index_base);
  if (only_text()) return columns[0].text->term_name(feature);
  for (const Column& column : columns) {
    if (feature < column.features()) return column.feature_name(feature);
    feature -= column.features();
  }
  return {};
}

std::vector<std::string> Schema::feature_names() const { return feature_names(feature_count()); }

std::vector<std::string> Schema::feature_names(std::uint64_t most) const {
  std::vector<std::string> names;
  if (map) {
    Schema data;  // of the features before the map: in a table each name takes a search
    if (table && keeps_features()) data = *this;
    data.map = nullptr;
    const auto base = data.feature_names();
    const std::uint64_t count = std::min(feature_count(), most);
    for (std::uint64_t j = 0; j < count; ++j) {
      names.push_back(
          map->feature_name(j, [&](std::uint64_t k) { return table ? base[k] : base_name(k); }));
    }
    return names;
  }
  if (dictionary) {
    const auto& all = dictionary->names();
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most))};
  }
  for (std::uint64_t i = 0; !table && i < std::min(features, most); ++i)
    names.push_back(base_name(i));
  const bool plain = only_text();
  for (const Column& column : columns) {
    const std::uint64_t count = column.features();
    for (std::uint64_t k = 0; k < count; ++k) {
      if (names.size() >= most) return names;
      names.push_back(plain ? column.text->term_name(k) : column.feature_name(k));
    }
  }
  return names;
}

}  // namespace perceptron::core
