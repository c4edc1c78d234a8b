#include "model/prediction_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "base/number.h"
#include "data/read/columns.h"
#include "data/read/lines.h"

namespace perceptron::core {
namespace {

// The name of a row that is one value.
constexpr std::string_view kRow = "row";

// Whether the text is a number as JSON writes it, so that it can stand there unchanged.
bool is_json_number(std::string_view text) {
  const auto digits = [&] {
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
  };
  const auto value = parse_number(text);
  if (!value || !std::isfinite(*value)) return false;
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool zero = text.starts_with('0');
  const std::size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (digits() == 0) return false;
  }
  return text.empty();
}

std::string_view line_end_of(std::string_view text) {
  if (text.ends_with("\r\n")) return "\r\n";
  return text.ends_with('\n') ? "\n" : "";
}

std::string_view without_end(std::string_view text) {
  text.remove_suffix(line_end_of(text).size());
  return text;
}

// The text of a JSON object up to its closing brace.
std::string_view open_object(std::string_view text) {
  text.remove_suffix(text.size() - text.rfind('}'));
  return trim(text);
}

}  // namespace

std::string json_text_of(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string quoted_cell(std::string_view text, char delimiter) {
  const bool plain = !text.starts_with(' ') && !text.ends_with(' ') &&
                     text.find_first_of("\"\r\n") == std::string_view::npos &&
                     text.find(delimiter) == std::string_view::npos;
  if (plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

PredictionText::PredictionText(PredictionTextSettings settings) : settings_(std::move(settings)) {
  if (settings_.join && settings_.id) {
    throw Error(ErrorKind::usage, fmt::format("{} writes every column; leave out {}",
                                              setting("join"), setting("id")));
  }
  if (json() && settings_.titles) {
    throw Error(ErrorKind::usage, fmt::format("{}: each line of JSON has the names; leave it out",
                                              setting("titles")));
  }
  quoted_ = settings_.format.has_value() || needs_rows();
  if (settings_.format == PredictionFormat::csv) delimiter_ = ',';
  if (!needs_rows()) name_values({});
}

void PredictionText::start(const TextShape& shape) {
  shape_ = shape;
  std::vector<std::string> names = shape.names;
  for (std::size_t i = names.size(); i < shape.columns; ++i)
    names.push_back(fmt::format("x{}", i + 1));
  if (settings_.id) {
    if (shape.columns == 0) {
      throw Error(ErrorKind::usage, fmt::format("{}: the rows of {} have no columns; {} writes all "
                                                "of a row",
                                                setting("id"), shape.file, setting("join")));
    }
    TableStart start;
    start.name = shape.file;
    start.width = shape.columns;
    start.header = shape.names;
    id_ = find_column(start, *settings_.id, "id");
    names = {names[id_]};
  }
  if (settings_.join) {
    const bool objects = shape.notation == RowNotation::objects;
    if (!settings_.format && objects) settings_.format = PredictionFormat::jsonl;
    if (!settings_.format && shape.columns > 0) delimiter_ = shape.delimiter;
    recoded_ = json() ? !objects
                      : objects || shape.notation == RowNotation::declared ||
                            delimiter_ != shape.delimiter;
  }
  name_values(names);
}

// A name that the file has already gets a number.
void PredictionText::name_values(const std::vector<std::string>& before) {
  const bool alone = !settings_.format && !needs_rows();
  names_ = before;
  std::vector<std::string> own = {alone ? "class" : "prediction"};
  own.insert(own.end(), settings_.numbers.begin(), settings_.numbers.end());
  own.insert(own.end(), settings_.words.begin(), settings_.words.end());
  from_rows_ = before.size();
  for (const std::string& name : own) {
    std::string free = name;
    for (std::uint64_t k = 2; std::find(names_.begin(), names_.end(), free) != names_.end(); ++k)
      free = fmt::format("{} {}", name, k);
    names_.push_back(free);
  }
  if (lines()) names_.emplace_back(kRow);
  for (std::string& name : names_) {
    if (json()) name = json_text_of(name) + ':';
  }
}

// Cells are separated by the delimiter, values of an object by commas.
void PredictionText::append_cell(std::size_t value, std::string_view cell,
                                 std::string& text) const {
  if (json()) {
    if (value > 0) text += ',';
    text += names_[value];
    text += cell;
  } else {
    if (value > 0) text += delimiter_;
    text += quoted_ ? quoted_cell(cell, delimiter_) : std::string(cell);
  }
}

std::string PredictionText::keep(const WrittenRow& row) {
  if (copies()) return std::string(row.text);
  if (lines()) return std::string(without_end(row.text));
  std::string text;
  for (std::size_t i = 0; i < from_rows_; ++i) {
    const std::string_view cell = row.fields[settings_.id ? id_ : i].text;
    append_cell(i, !json() || is_json_number(cell) ? std::string(cell) : json_text_of(cell), text);
  }
  return text;
}

std::string PredictionText::header() const {
  if (json()) return "";
  const bool named = settings_.join && !shape_.names.empty();
  if (!settings_.titles && !named) return "";
  std::string text;
  std::size_t value = 0;
  if (named && copies()) {
    text = without_end(shape_.header);
    value = from_rows_;
  }
  for (; value < names_.size(); ++value) append_cell(value, names_[value], text);
  const std::string_view end = copies() ? line_end_of(shape_.header) : "";
  return text + std::string(end.empty() ? "\n" : end);
}

std::string PredictionText::prediction_cells(std::string_view prediction,
                                             std::span<const double> numbers,
                                             std::span<const std::string> words) const {
  std::string text;
  append_cell(from_rows_, json() ? json_text_of(prediction) : std::string(prediction), text);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    append_cell(from_rows_ + 1 + k, fmt::format("{}", numbers[k]), text);
  for (std::size_t k = 0; k < words.size(); ++k)
    append_cell(from_rows_ + 1 + numbers.size() + k, json() ? json_text_of(words[k]) : words[k],
                text);
  return text;
}

void PredictionText::append(std::string_view kept, std::string_view prediction,
                            std::span<const double> numbers, std::string& text,
                            std::span<const std::string> words) const {
  if (json() && !copies()) text += '{';
  const std::string cells = prediction_cells(prediction, numbers, words);
  if (json() && copies()) {
    const std::string_view members = open_object(kept);
    text += members;
    text += members.ends_with('{') ? cells.substr(1) : cells;
  } else {
    if (from_rows_ > 0) text += without_end(kept);
    text += cells;
  }
  if (lines()) {
    const std::size_t last = names_.size() - 1;
    if (json()) {
      append_cell(last, json_text_of(kept), text);
    } else if (delimiter_ == '\t') {
      text += '\t';
      text += kept;
    } else {
      append_cell(last, kept, text);
    }
  }
  if (json()) text += '}';
  const std::string_view end = copies() ? line_end_of(kept) : "";
  text += end.empty() ? "\n" : end;
}

}  // namespace perceptron::core
