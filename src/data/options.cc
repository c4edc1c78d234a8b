#include "data/options.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <optional>

#include "base/error.h"
#include "base/escapes.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron {
namespace {

constexpr std::string_view kIgnoreNew = "ignore-new";
constexpr std::string_view kAddNew = "add-new";
constexpr std::string_view kWithinWords = "within-words";
constexpr std::string_view kSigned = "signed";

constexpr std::array kDelimiters = {std::pair{'\0', "auto"},     std::pair{',', "comma"},
                                    std::pair{';', "semicolon"}, std::pair{'\t', "tab"},
                                    std::pair{'|', "pipe"},      std::pair{' ', "space"}};

// Takes the scaling from the end of what follows the type of a column.
std::optional<ScalingKind> take_scaling(std::vector<std::string>& details) {
  if (details.empty()) return std::nullopt;
  const auto kind = find_named<ScalingKind>(details.back());
  if (!kind || !core::scales_columns(*kind)) return std::nullopt;
  details.pop_back();
  return kind;
}

bool takes_scaling(ColumnType type) {
  switch (type) {
    case ColumnType::automatic:
    case ColumnType::number:
    case ColumnType::category:
    case ColumnType::ordinal:
    case ColumnType::date:
    case ColumnType::flag:
      return true;
    case ColumnType::words:  // settings of their own say how terms are weighted
    case ColumnType::chars:
    case ColumnType::label:
    case ColumnType::weight:
    case ColumnType::group:
    case ColumnType::id:
    case ColumnType::ignore:
      return false;
  }
  return false;
}

// What follows the type of a column after a colon, except its scaling.
void parse_detail(std::string_view name, const std::string& detail, ColumnSetting& column) {
  if (column.type == ColumnType::ordinal) {
    for (const std::string& word : core::split_unescaped(detail, ','))
      column.order.push_back(core::without_escapes(word));
    return;
  }
  if (column.type == ColumnType::date) {
    column.date = core::parse_named<DateOrder>(name, detail);
    return;
  }
  if (column.type == ColumnType::chars && detail == kWithinWords) {
    column.within_words = true;
    return;
  }
  throw core::Error(
      ErrorKind::usage,
      fmt::format("{}: {} takes {} after a colon, found {}", core::setting(name),
                  name_of(column.type),
                  takes_scaling(column.type) ? "a scaling (none, standard, maxabs)" : "nothing",
                  core::in_quotes(detail)));
}

ColumnSetting parse_column(std::string_view name, const std::string& text) {
  const auto parts = core::split_unescaped(text, '=', 2);
  if (parts.size() < 2 || parts[0].empty()) {
    throw core::Error(ErrorKind::usage,
                      fmt::format("{} takes NAME=TYPE, such as age=number, not {}",
                                  core::setting(name), core::in_quotes(text)));
  }
  ColumnSetting column;
  column.name = core::without_escapes(parts[0]);
  std::vector<std::string> details = core::split_unescaped(parts[1], ':');
  column.type = core::parse_named<ColumnType>(name, details.front());
  details.erase(details.begin());
  if (takes_scaling(column.type)) column.scale = take_scaling(details);
  if (!details.empty()) parse_detail(name, fmt::format("{}", fmt::join(details, ":")), column);
  if (column.type == ColumnType::ordinal && column.order.size() < 2) {
    throw core::Error(ErrorKind::usage,
                      fmt::format("{}: an ordinal needs its texts in order, such as "
                                  "size=ordinal:small,medium,large",
                                  core::setting(name)));
  }
  return column;
}

}  // namespace

std::string value_text(const FeatureLimit& limit) {
  if (limit.ignore_new) return std::string(kIgnoreNew);
  if (limit.add_new) return std::string(kAddNew);
  return limit.count ? std::to_string(*limit.count) : "";
}

void parse_setting(std::string_view name, const std::string& text, FeatureLimit& limit) {
  limit = {};
  limit.ignore_new = text == kIgnoreNew;
  limit.add_new = text == kAddNew;
  if (limit.ignore_new || limit.add_new || text.empty()) return;
  limit.count = core::parse_count(text);
  if (!limit.count) {
    throw core::Error(ErrorKind::usage,
                      fmt::format("{} takes a number, {} or {}, not {}", core::setting(name),
                                  kIgnoreNew, kAddNew, core::in_quotes(text)));
  }
}

std::string value_text(const Delimiter& delimiter) {
  for (const auto& [character, word] : kDelimiters) {
    if (character == delimiter.character) return word;
  }
  return {delimiter.character};
}

void parse_setting(std::string_view name, const std::string& text, Delimiter& delimiter) {
  for (const auto& [character, word] : kDelimiters) {
    if (text != word && text != std::string(1, character)) continue;
    delimiter.character = character;
    return;
  }
  constexpr std::string_view kParts = "+-.\"\r\n\\_";
  const bool letter = text.size() == 1 && (std::isalnum(static_cast<unsigned char>(text[0])) != 0);
  if (text.size() != 1 || letter || !core::is_text(text) ||
      kParts.find(text[0]) != std::string_view::npos) {
    throw core::Error(
        ErrorKind::usage,
        fmt::format("{} takes comma, semicolon, tab, pipe, space or one character that is not part "
                    "of words and numbers, not {}",
                    core::setting(name), core::in_quotes(text)));
  }
  delimiter.character = text[0];
}

std::string value_text(const TermLengths& lengths) {
  return lengths.shortest == lengths.longest
             ? std::to_string(lengths.shortest)
             : fmt::format("{}:{}", lengths.shortest, lengths.longest);
}

void parse_setting(std::string_view name, const std::string& text, TermLengths& lengths) {
  constexpr std::uint64_t kLongest = 100;
  const auto colon = text.find(':');
  const auto shortest = core::parse_count(text.substr(0, colon));
  const auto longest =
      colon == std::string::npos ? shortest : core::parse_count(text.substr(colon + 1));
  if (!shortest || !longest || *shortest < 1 || *longest < *shortest || *longest > kLongest) {
    throw core::Error(ErrorKind::usage,
                      fmt::format("{} takes the lengths A:B, such as 1:2, from 1 to {}, not {}",
                                  core::setting(name), kLongest, core::in_quotes(text)));
  }
  lengths = {*shortest, *longest};
}

std::string value_text(const HashSpace& space) {
  return std::to_string(space.bits) + (space.with_signs ? fmt::format(":{}", kSigned) : "");
}

void parse_setting(std::string_view name, const std::string& text, HashSpace& space) {
  constexpr std::uint64_t kMostBits = 28;
  const auto colon = text.find(':');
  const auto bits = core::parse_count(text.substr(0, colon));
  const bool with_signs = colon != std::string::npos;
  if (!bits || *bits < 1 || *bits > kMostBits ||
      (with_signs && text.substr(colon + 1) != kSigned)) {
    throw core::Error(ErrorKind::usage,
                      fmt::format("{} takes a number of bits from 1 to {}, such as 22, or "
                                  "22:signed, not {}",
                                  core::setting(name), kMostBits, core::in_quotes(text)));
  }
  space = {*bits, with_signs};
}

std::string value_text(const std::vector<ColumnSetting>& columns) {
  std::string text;
  for (const ColumnSetting& column : columns) {
    if (!text.empty()) text += ';';
    text += core::column_text(column.name, core::type_text(column));
  }
  return text;
}

void parse_setting(std::string_view name, const std::string& text,
                   std::vector<ColumnSetting>& columns) {
  columns.clear();
  for (const std::string& part : core::split_unescaped(text, ';')) {
    if (!part.empty()) columns.push_back(parse_column(name, part));
  }
}

}  // namespace perceptron

namespace perceptron::core {

std::string type_text(const ColumnSetting& column) {
  std::string text(name_of(column.type));
  if (column.date != DateOrder::automatic) text += ':' + std::string(name_of(column.date));
  if (column.within_words) text += ':' + std::string(kWithinWords);
  for (std::size_t i = 0; i < column.order.size(); ++i)
    text += (i == 0 ? ':' : ',') + with_escapes(column.order[i], ",;:");
  if (column.scale) text += ':' + std::string(name_of(*column.scale));
  return text;
}

std::string column_text(const std::string& name, const std::string& type) {
  return with_escapes(name, "=;") + '=' + type;
}

std::vector<std::string> files_of(const ReadSettings& options) {
  std::vector<std::string> files;
  for (const Option<ReadSettings>& option : kDataOptions) {
    const std::string file = names_file(option.name) ? text_of(options, option) : "";
    if (!file.empty()) files.push_back(file);
  }
  return files;
}

std::vector<std::pair<std::string, std::string>> unusual(const ReadSettings& options) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const Option<ReadSettings>& option : find_changed(options, kDataOptions)) {
    if (option.name != "scale") values.emplace_back(option.name, text_of(options, option));
  }
  return values;
}

}  // namespace perceptron::core
