#include "data/read/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "data/read/column_advice.h"
#include "data/read/column_types.h"

namespace perceptron::core {
namespace {

// Column positions by name; tables may have very many columns.
std::unordered_map<std::string, std::size_t> positions_of(const std::vector<std::string>& names) {
  std::unordered_map<std::string, std::size_t> positions;
  for (std::size_t i = 0; i < names.size(); ++i) positions.emplace(names[i], i);
  return positions;
}

// Adds columns of this file to those of the model, which then has the columns of this file.
void add_columns(const TableStart& start, const std::vector<std::string>& names,
                 const ReadSettings& settings, TableColumns& columns) {
  const auto positions = positions_of(start.header);
  for (const std::string& name : names) {
    Column column;
    column.name = name;
    column.position = positions.at(name);
    column.type = ColumnType::automatic;
    find_type(start, columns.schema, column);
    if (column.is_text()) column.text = text_column(column.type, false, settings);
    column.fill.assign(column.numbers(), 0);
    columns.schema.columns.push_back(std::move(column));
  }
  columns.added = names.size();
  columns.schema.file_columns = start.width;
  columns.schema.label_position = columns.label.value_or(0);
}

// The model's columns by name.
TableColumns match_names(const TableStart& start, const Reading& reading,
                         std::vector<std::string>& ignored) {
  TableColumns columns{*reading.schema, std::nullopt, std::nullopt};
  Schema& schema = columns.schema;
  const std::string label = reading.options.label == ColumnChoice::last()
                                ? schema.label_name
                                : start.header[find_column(start, reading.options.label, "label")];
  const auto positions = positions_of(start.header);
  std::unordered_set<std::string> known = {label, schema.label_name};
  if (schema.weight_position) {
    known.insert(schema.weight_name);
    if (label == schema.weight_name) {
      throw Error(ErrorKind::usage, fmt::format("{}: {} is the weight of the model's training data",
                                                setting("label"), in_quotes(label)));
    }
  }
  std::vector<std::string> missing;
  for (Column& column : schema.columns) {
    known.insert(column.name);
    const auto at = positions.find(column.name);
    if (at == positions.end()) {
      missing.push_back(column.name);
    } else {
      column.position = at->second;
    }
    if (column.name == label && label != schema.label_name) {
      throw Error(ErrorKind::usage, fmt::format("{}: {} is one of the model's features",
                                                setting("label"), in_quotes(label)));
    }
  }
  if (const auto at = positions.find(label); at != positions.end()) {
    columns.label = at->second;
  } else if (reading.labels == LabelUse::match) {
    throw Error(start.first, fmt::format("expected the label in column {}, found no such column "
                                         "(choose the label column with {})",
                                         in_quotes(label), setting("label")));
  }
  const bool left_out = leaves_out_columns(*reading.schema);
  std::vector<std::string> added;
  for (const std::string& name : start.header) {
    if (!left_out && !known.contains(name)) added.push_back(name);
  }
  if (missing.empty() && (added.empty() || reading.ignore_new_features())) {
    ignored = added;
    return columns;
  }
  if (missing.empty() && reading.add_new_features()) {
    add_columns(start, added, reading.options, columns);
    return columns;
  }
  std::string sentence = "expected the columns of the model's training data";
  if (!missing.empty()) sentence += ", missing: " + in_list(missing);
  if (!added.empty()) sentence += ", new: " + in_list(added);
  sentence += missing.empty()
                  ? fmt::format(" ({})", new_feature_advice(reading, "ignore new columns"))
                  : " (add them, or train a model without them)";
  throw Error(start.first, sentence);
}

// For a model with weights and a file without header that lacks some columns of the training
// data. Features and label are assumed to be in the order of the training data, so that must be
// the order of the model; and where the one further column may be label or weight, the features
// must have the same positions either way.
void require_plain_order(const TableStart& start, const Reading& reading) {
  const Schema& model = *reading.schema;
  const auto refuse = [&](const std::string& advice) {
    throw Error(start.first, fmt::format("expected the {} columns of the model's training data, "
                                         "found {}, and cannot tell which ({})",
                                         model.file_columns, start.width, advice));
  };
  const auto& columns = model.columns;
  const auto before = [](const Column& a, const Column& b) { return a.position < b.position; };
  if (!std::is_sorted(columns.begin(), columns.end(), before)) refuse("give it all of them");
  if (start.width == columns.size() || reading.labels != LabelUse::ignore) return;
  const auto [first, second] = std::minmax(model.label_position, *model.weight_position);
  for (const Column& column : columns) {
    if (first < column.position && column.position < second &&
        reading.options.label == ColumnChoice::last())
      refuse(fmt::format("give it all of them, or choose the label with {}", setting("label")));
  }
}

// The position of the label in a file of the model's features and label only, in the order of the
// training data.
std::size_t label_among_features(const Schema& model) {
  return static_cast<std::size_t>(
      std::count_if(model.columns.begin(), model.columns.end(),
                    [&](const Column& column) { return column.position < model.label_position; }));
}

// The model's columns by position.
TableColumns match_positions(const TableStart& start, const Reading& reading) {
  const Schema& model = *reading.schema;
  const std::uint64_t features = model.table ? model.columns.size() : model.features;
  const std::uint64_t file_columns = model.table ? model.file_columns : features + 1;
  const bool unlabelled = start.width == features && reading.labels == LabelUse::ignore;
  if (start.width != file_columns && start.width != features + 1 && !unlabelled) {
    throw Error(
        start.first,
        fmt::format("expected {}{} as in the model's training data, found {} in "
                    "all (choose the model's columns, or train a model on this file)",
                    plural(features, "column"),
                    model.weight_position ? ", a label and perhaps a weight" : " and a label",
                    plural(start.width, "column")));
  }
  const bool shorter = model.weight_position && start.width < file_columns;
  if (shorter) require_plain_order(start, reading);
  TableColumns columns{model.table ? model : Schema::numbered_table(features), std::nullopt,
                       std::nullopt};
  Schema& schema = columns.schema;
  if (!unlabelled) {
    const ColumnChoice& choice = reading.options.label;
    const bool as_trained =
        choice == ColumnChoice::last() && (start.width == file_columns || shorter);
    columns.label = !as_trained ? find_column(start, choice, "label")
                    : shorter   ? label_among_features(model)
                                : schema.label_position;
    if (start.width == file_columns && columns.label == schema.label_position) return columns;
    if (start.width != features + 1) {
      throw Error(ErrorKind::usage,
                  fmt::format("{}: the model expects the label in column {} of {}",
                              setting("label"), schema.label_position + 1, file_columns));
    }
  }
  for (std::uint64_t c = 0; c < features; ++c) {
    schema.columns[c].position = columns.label && c >= *columns.label ? c + 1 : c;
  }
  return columns;
}

}  // namespace

std::size_t find_column(const TableStart& start, const ColumnChoice& choice, const char* option) {
  const std::string& name = choice.text();
  const auto at = std::find(start.header.begin(), start.header.end(), name);
  if (!choice.number() && at != start.header.end())
    return static_cast<std::size_t>(at - start.header.begin());
  if (choice == ColumnChoice::last()) return start.width - (ends_with_delimiter(start) ? 2 : 1);
  if (choice == ColumnChoice::first()) return 0;
  const auto number = parse_count(name);
  if (number && *number >= 1 && *number <= start.width) return *number - 1;
  if (start.header.empty()) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: {} has no header, name one of its columns 1 to {}, not {}{}",
                            setting(option), start.name, start.width, in_quotes(name),
                            missing_column_advice(start, name)));
  }
  throw Error(ErrorKind::usage, fmt::format("{}: {} has no column {}; it has {}{}", setting(option),
                                            start.name, in_quotes(name), in_list(start.header),
                                            missing_column_advice(start, name)));
}

ReadSettings with_roles(const ReadSettings& settings) {
  ReadSettings result = settings;
  result.column.clear();
  const auto choose = [](const ColumnSetting& column, bool taken) -> ColumnChoice {
    if (taken) {
      throw Error(ErrorKind::usage, fmt::format("the {} is chosen twice; name one column for it",
                                                name_of(column.type)));
    }
    return column.name;
  };
  bool label = settings.label != ColumnChoice::last();
  for (const ColumnSetting& column : settings.column) {
    if (column.type == ColumnType::label) {
      result.label = choose(column, std::exchange(label, true));
    } else if (column.type == ColumnType::weight) {
      result.weight = choose(column, result.weight.has_value());
    } else if (column.type == ColumnType::group) {
      result.group = choose(column, result.group.has_value());
    } else {
      result.column.push_back(column);
    }
  }
  return result;
}

bool leaves_out_columns(const Schema& model) {
  const std::size_t used = model.columns.size() + (model.weight_position ? 2 : 1);
  return used < model.file_columns;
}

TableColumns match_columns(const TableStart& start, const Reading& reading,
                           std::vector<std::string>& ignored) {
  if (!start.header.empty() && reading.schema->named) return match_names(start, reading, ignored);
  return match_positions(start, reading);
}

}  // namespace perceptron::core
