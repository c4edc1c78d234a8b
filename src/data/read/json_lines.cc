// JSON lines: an object in each line, whose members are the columns of a table.

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/json.h"
#include "base/number.h"
#include "base/text.h"
#include "data/read/columns.h"
#include "data/read/file_start.h"
#include "data/read/formats.h"
#include "data/read/sampled_lines.h"
#include "data/read/table_text.h"

namespace perceptron::core {
namespace {

struct Member {
  std::string_view name;
  Field value;
};

// Reads the object of a line. Texts with escapes are decoded; other values keep their spelling,
// null is an empty text.
class ObjectParser : private LineCursor {
 public:
  using LineCursor::LineCursor;

  // The members of the line's object, valid until the next call.
  const std::vector<Member>& parse() {
    start();
    members_.clear();
    decoded_.clear();
    expect('{', "a JSON object");
    if (peek() == '}') {
      ++at_;
    } else {
      do {
        members_.push_back(member());
      } while (peek() == ',' && ++at_ > 0);
      expect('}', "a comma or the end of the object");
    }
    if (peek() != '\0') refuse("the end of the line after the object");
    return members_;
  }

 private:
  void expect(char c, const char* what) {
    if (peek() != c) refuse(what);
    ++at_;
  }

  [[noreturn]] void refuse(const std::string& expected,
                           const std::string& advice = "each line is a JSON object") const {
    LineCursor::refuse(expected, advice);
  }

  Member member() {
    if (peek() != '"') refuse("the name of a member, in quotes");
    const std::string_view name = quoted();
    expect(':', "a colon");
    const char c = peek();
    const std::size_t start = at_;
    if (c == '"') return {name, {quoted(), start}};
    if (c == '{' || c == '[') {
      refuse(fmt::format("a number, a text, true, false or null as {}", in_quotes(name)),
             "a column holds one value in each row: give the parts of a list or an object names of "
             "their own");
    }
    at_ = std::min(text_.find_first_of(", \t}]", start), text_.size());
    const std::string_view word = text_.substr(start, at_ - start);
    if (!is_value(word)) {
      at_ = start;
      refuse(fmt::format("a value of {}", in_quotes(name)));
    }
    return {name, {word == "null" ? std::string_view() : word, start}};
  }

  // Python writes NaN and Infinity too.
  static bool is_value(std::string_view word) {
    if (word == "true" || word == "false" || word == "null" || word == "NaN") return true;
    const std::string_view number = word.starts_with('-') ? word.substr(1) : word;
    return number == "Infinity" || Json::accept(word.begin(), word.end());
  }

  std::string_view quoted() {
    const std::size_t start = at_;
    bool escapes = false;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] != '\\') continue;
      escapes = true;
      ++at_;
    }
    if (at_ >= text_.size()) refuse("a closing quote");
    const std::string_view token = text_.substr(start, ++at_ - start);
    if (!escapes) return token.substr(1, token.size() - 2);
    const Json value = Json::parse(token, nullptr, false);
    if (!value.is_string()) {
      at_ = start;
      refuse("a text as JSON writes it");
    }
    return decoded_.emplace_back(value.get_ref<const std::string&>());
  }

  std::vector<Member> members_;
  std::deque<std::string> decoded_;
};

class JsonLinesText : public TableText {
 public:
  JsonLinesText(Lines& lines, const Reading& reading)
      : TableText(RowNotation::objects),
        lines_(lines, reading.text != nullptr),
        parser_(lines_),
        reading_(reading) {
    start_.name = lines.name();
    start_.delimited = false;
    std::vector<std::vector<std::pair<std::string, std::string>>> rows;
    while (rows.size() < kSampleRecords && lines_.next()) {
      if (rows.empty()) start_.first = lines_.place(0);
      auto& row = rows.emplace_back();
      for (const Member& member : parser_.parse()) {
        take_name(member);
        row.emplace_back(member.name, member.value.text);
      }
      lines_.keep();
    }
    lines_.return_kept();
    if (rows.empty()) throw Error(Place{start_.name, 1, 1}, "expected rows of data, found none");
    if (rows[0].empty())
      throw Error(start_.first,
                  "expected members in the first object, found none (they are the "
                  "columns)");
    reading.schema != nullptr ? add_absent(*reading.schema) : add_ignored(reading.options);
    number_columns(rows[0].back().first);
    for (const auto& row : rows) {
      auto& record = start_.sample.emplace_back(start_.width);
      for (const auto& [name, text] : row) record[columns_.at(name)] = text;
    }
  }

  bool next(std::vector<Field>& fields) override {
    if (!lines_.next()) {
      require_ignored();
      return false;
    }
    fields.assign(start_.width, {{}, kAbsent});
    std::size_t expected = 0;
    for (const Member& member : parser_.parse()) {
      // Most rows have their members in the same order.
      std::size_t column = expected;
      if (column >= start_.width || start_.header[column] != member.name) {
        const auto known = columns_.find(std::string(member.name));
        if (known == columns_.end()) {
          if (ignores_new() || is_left_out(member.name)) continue;
          refuse_late(member);
        }
        column = known->second;
        ignored_.erase(start_.header[column]);
      }
      if (fields[column].offset != kAbsent) refuse_twice(member);
      fields[column] = member.value;
      expected = column + 1;
    }
    return true;
  }

  Place place(const Field& field) const override {
    return lines_.place(field.offset == kAbsent ? 0 : field.offset);
  }
  std::string_view written() const override { return lines_.written(); }

 private:
  static constexpr std::uint64_t kAbsent = ~std::uint64_t{0};

  // Whether members that no row of the sample has are left out.
  bool ignores_new() const {
    return reading_.schema != nullptr &&
           (reading_.ignore_new_features() || leaves_out_columns(*reading_.schema));
  }

  // Whether the settings leave out a member of this name by a pattern.
  bool is_left_out(std::string_view name) const {
    const ReadSettings& settings = reading_.options;
    const auto names = [&](const std::string& pattern) { return matches_pattern(pattern, name); };
    const auto leaves_out = [&](const ColumnSetting& column) {
      return (column.type == ColumnType::ignore || column.type == ColumnType::id) &&
             names(column.name);
    };
    if (std::any_of(settings.ignore.begin(), settings.ignore.end(), names)) return true;
    if (std::any_of(settings.column.begin(), settings.column.end(), leaves_out)) return true;
    // What is not among the features that are named is none of them.
    return !settings.columns.empty() &&
           std::none_of(settings.columns.begin(), settings.columns.end(), names);
  }

  void take_name(const Member& member) {
    if (!columns_.emplace(std::string(member.name), 0).second) return;
    if (!is_text(member.name)) require_text(member.name, lines_.place(member.value.offset));
    start_.header.emplace_back(member.name);
  }

  // Columns of the model that no row has, whose values are all missing; but a file without any of
  // them is another one.
  void add_absent(const Schema& model) {
    const auto& columns = model.columns;
    const bool known = std::any_of(columns.begin(), columns.end(), [&](const Column& column) {
      return columns_.contains(column.name);
    });
    for (const Column& column : columns) {
      if (known && model.named && columns_.emplace(column.name, 0).second)
        start_.header.push_back(column.name);
    }
  }

  // Columns that the settings leave out may come after the first rows.
  void add_ignored(const ReadSettings& settings) {
    const auto add = [&](const std::string& name) {
      const bool other = name.find_first_of("*?") != std::string::npos || parse_count(name) ||
                         name == ColumnChoice::first().text() ||
                         name == ColumnChoice::last().text();
      if (other || !columns_.emplace(name, 0).second) return;
      start_.header.push_back(name);
      ignored_.insert(name);
    };
    for (const std::string& name : settings.ignore) add(name);
    for (const ColumnSetting& column : settings.column) {
      if (column.type == ColumnType::ignore || column.type == ColumnType::id) add(column.name);
    }
  }

  // All of them have come by the end.
  void require_ignored() const {
    if (ignored_.empty()) return;
    std::vector<std::string> names;
    for (const std::string& name : start_.header) {
      if (!ignored_.contains(name)) names.push_back(name);
    }
    throw Error(ErrorKind::usage,
                fmt::format("{}: {} has no column {}; it has {}", setting("ignore"), start_.name,
                            in_quotes(*ignored_.begin()), in_list(names)));
  }

  // The last column, which is the label where none is named, is that of the first row: later rows
  // may have further members.
  void number_columns(const std::string& last) {
    auto& names = start_.header;
    const auto at = std::find(names.begin(), names.end(), last);
    std::rotate(at, at + 1, names.end());
    for (std::size_t i = 0; i < names.size(); ++i) columns_[names[i]] = i;
    start_.width = names.size();
  }

  [[noreturn]] void refuse_late(const Member& member) const {
    const std::string advice = reading_.schema != nullptr && !reading_.add_new_features()
                                   ? new_feature_advice(reading_, "ignore new columns")
                                   : fmt::format(
                                         "name it in one of them, as null where it is "
                                         "missing, or leave it out with {}",
                                         setting("ignore", std::string(member.name)));
    throw Error(lines_.place(member.value.offset),
                fmt::format("expected members of the first {}, found a new one, {} ({})",
                            plural(kSampleRecords, "row"), in_quotes(member.name), advice));
  }

  [[noreturn]] void refuse_twice(const Member& member) const {
    throw Error(lines_.place(member.value.offset),
                fmt::format("expected each member once, found {} again (give it another name)",
                            in_quotes(member.name)));
  }

  SampledLines lines_;
  ObjectParser parser_;
  const Reading& reading_;
  std::unordered_map<std::string, std::size_t> columns_;
  std::set<std::string> ignored_;  // columns that the settings leave out and no row had so far
};

}  // namespace

std::unique_ptr<TableText> json_lines_text(Lines& lines, const Reading& reading) {
  return std::make_unique<JsonLinesText>(lines, reading);
}

// An object that begins and ends in the first line, and no document of this program or another one,
// which has objects in it.
bool looks_like_json_lines(const FileStart& start) {
  if (start.lines.empty()) return false;
  const std::string_view line = trim(start.lines[0]);
  if (!line.starts_with('{') || !line.ends_with('}')) return false;
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object()) return start.lines.size() > 1;
  return start.lines.size() > 1 ||
         std::none_of(object.begin(), object.end(),
                      [](const Json& value) { return value.is_structured(); });
}

}  // namespace perceptron::core
