#include "data/read/raw_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "base/text.h"
#include "data/missing_marks.h"
#include "data/read/dialect.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kLines = 200;

using Fields = std::vector<std::string_view>;

// Only a file without labels may lack all fields but the text, and only where nothing is said about
// its fields.
bool may_be_raw(const Reading& reading) {
  const ReadSettings& options = reading.options;
  return reading.schema != nullptr && reading.schema->table && reading.schema->only_text() &&
         reading.schema->delimiter != '\0' && reading.labels == LabelUse::ignore &&
         !reading.add_new_features() && options.format == Format::automatic &&
         options.delimiter.character == '\0' && options.quote == QuoteUse::automatic &&
         options.header == HeaderUse::automatic && options.label == ColumnChoice::last();
}

// Whether a field is the name of a column of the training data.
bool names_column(const Schema& model, const Fields& fields) {
  return model.named && std::any_of(fields.begin(), fields.end(), [&](std::string_view field) {
           return field == model.label_name || field == model.columns[0].name;
         });
}

// Whether these are the fields of a row of the training data, with a label that the model knows or
// none.
bool is_labelled_row(const Fields& fields, const Reading& reading) {
  const Schema& model = *reading.schema;
  if (fields.size() != model.file_columns) return false;
  const std::string_view label = fields[model.label_position];
  return is_missing(label) || reading.classes == nullptr ||
         reading.classes->find(label).has_value();
}

bool has_quoted_line(std::string_view start) {
  return start.starts_with('"') || start.find("\n\"") != std::string_view::npos;
}

// Other tables than the training data was.
std::string doubt_about_lines(std::string_view start) {
  constexpr auto kFewestLines = 3;
  const auto dialect = find_even_dialect(start);
  if (!dialect || dialect->spaces() || std::count(start.begin(), start.end(), '\n') < kFewestLines)
    return "";
  return fmt::format(
      "each line is taken for a text; if this is a table separated by {}, use {}, and {} if its "
      "first line names the columns",
      dialect->delimiter_name(), setting("delimiter", value_text(Delimiter{dialect->delimiter})),
      setting("header", HeaderUse::yes));
}

}  // namespace

RawText find_raw_text(std::string_view start, const Reading& reading) {
  if (!may_be_raw(reading)) return {};
  const char delimiter = reading.schema->delimiter;
  const FirstRecords first = first_records(start, {delimiter, delimiter == ','}, kLines);
  const auto& records = first.records;
  if (records.empty() || names_column(*reading.schema, records[0])) return {};
  const auto rows = std::count_if(records.begin(), records.end(), [&](const Fields& fields) {
    return is_labelled_row(fields, reading);
  });
  if (2 * static_cast<std::size_t>(rows) > records.size()) return {};
  const bool whole = std::all_of(records.begin(), records.end(),
                                 [](const Fields& fields) { return fields.size() == 1; });
  // Texts in quotes, which may hold commas and line ends.
  if (whole && first.sound && delimiter == ',' && has_quoted_line(start)) return {};
  // A text seldom has a tab.
  if (!whole && delimiter == '\t') return {};
  return {true, doubt_about_lines(start)};
}

}  // namespace perceptron::core
