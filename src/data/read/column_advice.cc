#include "data/read/column_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "data/read/foreign_files.h"

namespace perceptron::core {
namespace {

// How often a delimiter is in the text of a record that was cut elsewhere, outside quotes.
std::ptrdiff_t count_delimiters(const std::vector<std::string>& record, char delimiter) {
  std::ptrdiff_t all = 0;
  bool quoted = false;
  for (const std::string& field : record) {
    for (const char c : field) {
      quoted = quoted != (c == '"');
      all += !quoted && c == delimiter ? 1 : 0;
    }
  }
  return all;
}

// Another delimiter that is as often in each line; 0 if there is none.
char find_other_delimiter(const TableStart& start) {
  if (start.sample.size() + (start.header.empty() ? 0U : 1U) < 2) return '\0';
  for (const char c : std::string_view(",;\t|:^~#!&/")) {
    if (c == start.dialect.delimiter) continue;
    const auto fields = count_delimiters(start.header.empty() ? start.sample[0] : start.header, c);
    const auto agrees = [&](const auto& record) { return count_delimiters(record, c) == fields; };
    if (fields > 0 && std::all_of(start.sample.begin(), start.sample.end(), agrees)) return c;
  }
  return '\0';
}

// The name without what people write in one way or another.
std::string without_marks(const std::string& name) {
  std::string plain;
  for (const char c : name) {
    if (c == ' ' || c == '_' || c == '-') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return plain;
}

bool is_whole_text(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// Whether the fields that there are too many, in most lines, may be what follows decimal commas.
bool may_have_decimal_commas(const TableStart& start, const std::vector<Field>& fields) {
  std::size_t pairs = 0;
  for (std::size_t k = 0; k + 1 < fields.size(); ++k) {
    if (!is_whole_text(fields[k].text) || !is_whole_text(fields[k + 1].text)) continue;
    ++pairs;
    ++k;
  }
  const auto wide = std::count_if(start.sample.begin(), start.sample.end(),
                                  [&](const auto& record) { return record.size() > start.width; });
  return start.dialect.delimiter == ',' && fields.size() <= start.width + pairs &&
         2 * static_cast<std::size_t>(wide) > start.sample.size();
}

}  // namespace

std::string delimiter_advice(const TableStart& start) {
  if (const char other = find_other_delimiter(start); other != '\0')
    return fmt::format("use {} if that separates the fields",
                       setting("delimiter", other == '\t' ? "tab" : std::string(1, other)));
  for (const auto& record : start.sample) {
    if (record.size() > start.width)
      return fmt::format("lines below have {} fields: remove the title above them", record.size());
  }
  return fmt::format("fields are separated by {}; choose another delimiter with {}",
                     start.dialect.delimiter_name(), setting("delimiter"));
}

std::string missing_column_advice(const TableStart& start, const std::string& name) {
  if (start.width == 1 && start.delimited) return fmt::format(" ({})", delimiter_advice(start));
  const auto alike = std::find_if(
      start.header.begin(), start.header.end(),
      [&](const std::string& each) { return without_marks(each) == without_marks(name); });
  return alike == start.header.end() ? "" : fmt::format(" (did you mean {}?)", in_quotes(*alike));
}

std::string width_advice(const TableStart& start, const std::vector<Field>& fields) {
  const std::string_view plain = ",;|";  // in a command
  const char delimiter = start.dialect.delimiter;
  if (fields.size() == start.width + 1 && fields.back().text.empty() &&
      plain.find(delimiter) != std::string_view::npos) {
    return fmt::format(
        "the line ends with a delimiter, which the first one does not: if all lines below do, add "
        "one to the first: {}",
        command_for(fmt::format("sed '1s/$/{}/' {{file}} > {{rows}}", delimiter), start.name));
  }
  if (may_have_decimal_commas(start, fields)) {
    return "most lines have more fields: if commas are decimal marks here, put such numbers in "
           "quotes, or separate the fields by another character";
  }
  return fmt::format("{}fields are separated by {}: choose another delimiter with {}",
                     start.dialect.quotes ? "quote fields that hold the delimiter; " : "",
                     start.dialect.delimiter_name(), setting("delimiter"));
}

bool ends_with_delimiter(const TableStart& start) {
  if (!start.delimited || start.width < 3 || start.sample.size() < 2 ||
      start.dialect.delimiter == ' ')
    return false;
  const bool named =
      !start.header.empty() && start.header.back() != fmt::format("column{}", start.width);
  return !named && std::all_of(start.sample.begin(), start.sample.end(), [&](const auto& record) {
    return record.size() == start.width && record.back().empty();
  });
}

}  // namespace perceptron::core
