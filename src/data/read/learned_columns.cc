// The columns of training data: label, weight, group and the features with their types.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "data/read/column_advice.h"
#include "data/read/column_types.h"
#include "data/read/columns.h"
#include "data/read/second_header.h"

namespace perceptron::core {
namespace {

// The name of a column, with or without a header.
std::string column_name(const TableStart& start, std::size_t position) {
  return start.header.empty() ? "x" + std::to_string(position + 1) : start.header[position];
}

bool is_pattern(const std::string& name) { return name.find_first_of("*?") != std::string::npos; }

// The columns that the setting `option` names: one by name or number, or all that match a pattern.
std::vector<std::size_t> find_columns(const TableStart& start, const std::string& name,
                                      const char* option) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < start.width; ++i) {
    if (column_name(start, i) == name) return {i};
    if (is_pattern(name) && matches_pattern(name, column_name(start, i))) found.push_back(i);
  }
  if (found.empty()) found.push_back(find_column(start, name, option));
  return found;
}

// What the settings say about each column of the file.
struct ColumnPlans {
  std::vector<ColumnSetting> type;  // the last one for this column
  std::vector<bool> typed;
  std::vector<bool> left_out;
  std::vector<bool> ignored;  // by its own name, not by a pattern

  // A setting of the scaling alone leaves the type as it is.
  void add(std::size_t i, const ColumnSetting& setting) {
    if (setting.type == ColumnType::automatic && setting.scale) {
      type[i].scale = setting.scale;
    } else {
      type[i] = setting;
      typed[i] = setting.type != ColumnType::automatic;
    }
  }
};

void require_column_scaling(const ColumnSetting& column) {
  if (!column.scale) return;
  if (scales_columns(*column.scale)) return;
  throw Error(ErrorKind::usage,
              fmt::format("{}: a column of its own can have the scaling none, standard or maxabs, "
                          "not {}",
                          setting("column", column_text(column.name, type_text(column))),
                          name_of(*column.scale)));
}

// "label", "weight" or "group" where the column is one of them.
std::string_view role_of(const TableColumns& columns, std::size_t i) {
  return i == columns.label    ? "label"
         : i == columns.weight ? "weight"
         : i == columns.group  ? "group"
                               : "";
}

// A pattern leaves out the label, weight and group.
void leave_out(const TableStart& start, const ReadSettings& options, const TableColumns& columns,
               ColumnPlans& plans) {
  for (const std::string& name : options.ignore) {
    for (const std::size_t i : find_columns(start, name, "ignore")) {
      const std::string_view role = role_of(columns, i);
      if (is_pattern(name) && !role.empty()) continue;
      if (!role.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: {} is the {}; choose another one with {}", setting("ignore"),
                                in_quotes(column_name(start, i)), role, setting(role)));
      }
      plans.left_out[i] = true;
      plans.ignored[i] = !is_pattern(name);
    }
  }
}

// What names one column prevails over patterns.
void add_setting(const TableStart& start, const ColumnSetting& column, std::size_t i,
                 ColumnPlans& plans) {
  const bool leaves_out = column.type == ColumnType::ignore || column.type == ColumnType::id;
  if (plans.ignored[i] && !leaves_out) {
    if (is_pattern(column.name)) return;
    throw Error(ErrorKind::usage,
                fmt::format("{}: {} is left out by {}; choose one of the two", setting("column"),
                            in_quotes(column_name(start, i)), setting("ignore")));
  }
  plans.add(i, column);
  plans.left_out[i] = leaves_out;
}

ColumnPlans plans_of(const TableStart& start, const ReadSettings& options,
                     const TableColumns& columns) {
  ColumnPlans plans;
  plans.type = start.declared;
  plans.type.resize(start.width);
  plans.typed.resize(start.width);
  for (std::size_t i = 0; i < start.width; ++i)
    plans.typed[i] = plans.type[i].type != ColumnType::automatic;
  plans.left_out.resize(start.width);
  plans.ignored.resize(start.width);
  leave_out(start, options, columns, plans);
  for (const ColumnSetting& column : options.column) {
    require_column_scaling(column);
    for (const std::size_t i : find_columns(start, column.name, "column")) {
      const std::string_view role = role_of(columns, i);
      if (!role.empty() && is_pattern(column.name)) continue;
      if (!role.empty()) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: {} is the {}, not a feature", setting("column"),
                                in_quotes(column_name(start, i)), role));
      }
      add_setting(start, column, i, plans);
    }
  }
  return plans;
}

// The columns of the features, by number, and whether the settings name them.
std::vector<std::pair<std::size_t, bool>> chosen_positions(const TableStart& start,
                                                           const ReadSettings& options,
                                                           const TableColumns& columns) {
  std::vector<std::pair<std::size_t, bool>> positions;
  std::set<std::size_t> taken;
  for (std::size_t i = 0; options.columns.empty() && i < start.width; ++i) {
    const bool nothing = i + 1 == start.width && ends_with_delimiter(start);
    if (!nothing && role_of(columns, i).empty()) positions.emplace_back(i, false);
  }
  for (const std::string& name : options.columns) {
    const auto found = find_columns(start, name, "columns");
    for (const std::size_t position : found) {
      const bool pattern = found.size() > 1;
      const bool role =
          position == columns.label || position == columns.weight || position == columns.group;
      if (pattern && (role || taken.contains(position))) continue;
      if (position == columns.label) {
        throw Error(ErrorKind::usage,
                    fmt::format("{}: {} is the label; choose another label with {}",
                                setting("columns"), in_quotes(name), setting("label")));
      }
      if (role) {
        throw Error(ErrorKind::usage, fmt::format("{}: {} is the {}; leave it out of the features",
                                                  setting("columns"), in_quotes(name),
                                                  position == columns.weight ? "weight" : "group"));
      }
      if (!taken.insert(position).second) {
        throw Error(ErrorKind::usage, fmt::format("{}: {} is named twice; name it once",
                                                  setting("columns"), in_quotes(name)));
      }
      positions.emplace_back(position, true);
    }
  }
  return positions;
}

// Settings of texts that no column uses.
void require_texts(const TableStart& start, const ReadSettings& options, const Schema& schema) {
  const auto has = [&](ColumnType type) {
    return std::any_of(schema.columns.begin(), schema.columns.end(),
                       [&](const Column& column) { return column.type == type; });
  };
  for (const auto& [option, value] : unusual(options)) {
    if (!is_text_option(option)) continue;
    const bool of_words = option == "ngrams" || option == "stop-words" || option == "shortest-word";
    const bool used = option == "chars" ? has(ColumnType::chars)
                      : of_words        ? has(ColumnType::words)
                                        : schema.has_text();
    if (used) continue;
    const char* type = option == "chars" ? "chars" : "words";
    throw Error(ErrorKind::usage,
                fmt::format("{} is for columns of {}, and {} has none (name one: {})",
                            setting(option), option == "chars" || of_words ? type : "text",
                            start.name, setting("column", fmt::format("NAME={}", type))));
  }
}

// Adds the columns of the features, with their types.
void learn_features(const TableStart& start, const ReadSettings& options, TableColumns& columns) {
  Schema& schema = columns.schema;
  const ColumnPlans plans = plans_of(start, options, columns);
  std::vector<bool> open;
  for (const auto& [position, named] : chosen_positions(start, options, columns)) {
    if (plans.left_out[position]) continue;
    const ColumnSetting& plan = plans.type[position];
    Column column;
    column.name = column_name(start, position);
    column.position = position;
    column.type = plan.type;
    column.categories = plan.order;
    column.date = plan.date;
    column.scaling = plan.scale;
    if (column.is_text()) column.text = text_column(column.type, plan.within_words, options);
    schema.columns.push_back(std::move(column));
    columns.kept.push_back(named || plans.typed[position]);
    open.push_back(!plans.typed[position]);
  }
  if (schema.columns.empty()) {
    throw Error(start.first,
                fmt::format("expected at least one column besides the label{}, found none{}",
                            columns.weight ? " and the weight" : "",
                            start.delimited && options.ignore.empty()
                                ? fmt::format(" ({})", delimiter_advice(start))
                                : ""));
  }
  schema.decimal = find_decimal_mark(start, schema, options.decimal);
  for (Column& column : schema.columns) {
    find_type(start, schema, column);
    if (column.is_text() && !column.text) column.text = text_column(column.type, false, options);
    column.fill.assign(column.numbers(), 0);
  }
  require_texts(start, options, schema);
  if (schema.has_text() && start.delimited) schema.delimiter = start.dialect.delimiter;
  refuse_second_header(start, columns, open);
}

}  // namespace

TextColumn text_column(ColumnType type, bool within_words, const ReadSettings& settings) {
  const bool characters = type == ColumnType::chars;
  TextColumn column;
  column.terms = {
      characters,          within_words,     characters ? settings.chars : settings.ngrams,
      settings.letters,    settings.accents, settings.shortest_word,
      settings.stop_words, settings.hash};
  column.weighting = {settings.counts,    settings.tfidf,     settings.idf,
                      settings.min_count, settings.max_share, settings.vocabulary};
  return column;
}

TableColumns learn_columns(const TableStart& start, const ReadSettings& options) {
  TableColumns columns;
  Schema& schema = columns.schema;
  schema.table = true;
  schema.named = !start.header.empty();
  schema.file_columns = start.width;
  schema.missing = options.missing;
  schema.missing_values = options.missing_values;
  columns.label = options.label == ColumnChoice::last() && has_label_before_text(start, schema)
                      ? 0
                      : find_column(start, options.label, "label");
  schema.label_position = *columns.label;
  if (schema.named) schema.label_name = start.header[*columns.label];
  if (options.weight) {
    columns.weight = find_column(start, *options.weight, "weight");
    if (columns.weight == columns.label) {
      throw Error(
          ErrorKind::usage,
          fmt::format("{}: {} is the label; choose another label with {}", setting("weight"),
                      in_quotes(options.weight->text()), setting("label")));
    }
    schema.weight_position = columns.weight;
    if (schema.named) schema.weight_name = start.header[*columns.weight];
  }
  if (options.group) {
    columns.group = find_column(start, *options.group, "group");
    if (columns.group == columns.label || columns.group == columns.weight) {
      throw Error(ErrorKind::usage,
                  fmt::format("{}: {} is the {}; choose another column", setting("group"),
                              in_quotes(options.group->text()),
                              columns.group == columns.label ? "label" : "weight"));
    }
  }
  learn_features(start, options, columns);
  return columns;
}

}  // namespace perceptron::core
