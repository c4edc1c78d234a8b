// ARFF, the format of Weka: a header that declares the columns, then rows of values between commas,
// or of those that are not 0 with their column's number.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "data/read/file_start.h"
#include "data/read/formats.h"
#include "data/read/sampled_lines.h"
#include "data/read/table_text.h"

namespace perceptron::core {
namespace {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// The words of a line: without quotes, or in single or double ones with backslashes before what
// would end them. A percent sign outside quotes starts a comment.
class LineWords : private LineCursor {
 public:
  using LineCursor::LineCursor;

  void start() {
    LineCursor::start();
    decoded_.clear();
  }

  // The next character that is not blank, '\0' at the end of the line.
  char peek() {
    const char next = LineCursor::peek();
    if (next != '%') return next;
    text_ = text_.substr(0, at_);
    return '\0';
  }
  void skip() { ++at_; }
  bool skip_if(char c) {
    if (peek() != c) return false;
    skip();
    return true;
  }

  // Up to one of `ends`, without the blanks before it.
  Field word(std::string_view ends) {
    const char quote = peek();
    const std::size_t start = at_;
    if (quote == '\'' || quote == '"') return {quoted(quote), start};
    at_ = std::min({text_.find_first_of(ends, start), text_.find('%', start), text_.size()});
    return {trim(text_.substr(start, at_ - start)), start};
  }

  // The same, where a question mark without quotes is a missing value.
  Field value(std::string_view ends) {
    Field field = word(ends);
    if (field.text == "?" && text_[field.offset] == '?') field.text = {};
    return field;
  }

  Place place(const Field& field) const { return lines_.place(field.offset); }

  [[noreturn]] void refuse(const std::string& expected, const std::string& advice) {
    peek();
    LineCursor::refuse(expected, advice);
  }

 private:
  // What a letter after a backslash stands for.
  static char control(char letter) {
    return letter == 't' ? '\t' : letter == 'n' ? '\n' : letter == 'r' ? '\r' : letter;
  }

  std::string_view quoted(char quote) {
    std::string& content = decoded_.emplace_back();
    for (skip(); at_ < text_.size() && text_[at_] != quote; skip()) {
      const bool escaped = text_[at_] == '\\' && at_ + 1 < text_.size();
      if (escaped) skip();
      content += escaped ? control(text_[at_]) : text_[at_];
    }
    if (at_ >= text_.size())
      refuse("a closing quote", "a quote inside quotes has a backslash before it");
    skip();
    return content;
  }

  std::deque<std::string> decoded_;
};

class ArffText : public TableText {
 public:
  ArffText(Lines& lines, const Reading& reading)
      : TableText(RowNotation::declared), lines_(lines, reading.text != nullptr), words_(lines_) {
    header_ = lines.mark();
    start_.name = lines.name();
    start_.delimited = false;
    read_header();
    start_.width = start_.header.size();
    std::vector<Field> fields;
    while (start_.sample.size() < kSampleRecords && next_row()) {
      if (start_.sample.empty()) start_.first = lines_.place(0);
      read_row(fields);
      auto& record = start_.sample.emplace_back();
      for (const Field& field : fields) record.emplace_back(field.text);
      lines_.keep();
    }
    lines_.return_kept();
    if (start_.sample.empty())
      throw Error(Place{start_.name, 1, 1}, "expected rows after @data, found none");
  }

  bool next(std::vector<Field>& fields) override {
    if (!next_row()) return false;
    read_row(fields);
    return true;
  }

  Place place(const Field& field) const override { return lines_.place(field.offset); }
  std::string_view written() const override { return lines_.written(); }

 private:
  // Of what the header declares. What a sparse row does not name is 0, of a nominal column its
  // first value, and of other texts nothing that could be known.
  struct Declared {
    ColumnSetting setting;
    std::optional<std::string> absent;
    std::set<std::string, std::less<>> values = {};  // empty: any
  };

  bool is_comment() const { return trim(lines_.text()).starts_with('%'); }

  bool next_row() {
    do {
      if (!lines_.next()) return false;
    } while (is_comment());
    return true;
  }

  void read_header() {
    bool data = false;
    std::map<std::string, std::uint64_t> lines_of;
    while (!data && lines_.next()) {
      header_ += lines_.written();
      if (is_comment()) continue;
      words_.start();
      const Field keyword = words_.word(" \t");
      const std::string word = lower_case(keyword.text);
      data = word == "@data";
      if (word == "@attribute") {
        read_attribute(lines_of);
      } else if (!data && word != "@relation") {
        throw Error(words_.place(keyword),
                    fmt::format("expected @attribute or @data, found {} (rows stand after @data)",
                                in_quotes(keyword.text)));
      }
    }
    if (!data) {
      throw Error(lines_.place(0),
                  "expected a line @data after the attributes, found none (is the "
                  "file cut off?)");
    }
    if (start_.header.empty())
      throw Error(lines_.place(0), "expected lines @attribute NAME TYPE before @data, found none");
  }

  void read_attribute(std::map<std::string, std::uint64_t>& lines_of) {
    const Field name = words_.word(" \t{");
    if (name.text.empty()) words_.refuse("the name of a column", "@attribute NAME TYPE");
    if (!is_text(name.text)) require_text(name.text, words_.place(name));
    std::string column(name.text);
    if (const auto [twin, is_new] = lines_of.emplace(column, lines_.number()); !is_new) {
      throw Error(words_.place(name),
                  fmt::format("expected a new column name, found {} again after line {} (rename "
                              "one of them)",
                              in_quotes(column), twin->second));
    }
    Declared declared = words_.peek() == '{' ? read_values() : read_type();
    declared.setting.name = column;
    start_.header.push_back(std::move(column));
    start_.declared.push_back(std::move(declared.setting));
    absent_.push_back(std::move(declared.absent));
    values_.push_back(std::move(declared.values));
  }

  // {low, medium, high}
  Declared read_values() {
    Declared declared;
    declared.setting.type = ColumnType::category;
    words_.skip();
    for (bool more = words_.peek() != '}'; more; more = words_.skip_if(',')) {
      const Field value = words_.word(",}");
      if (!declared.absent) declared.absent = value.text;
      declared.values.emplace(value.text);
    }
    if (!words_.skip_if('}'))
      words_.refuse("a comma or a closing brace", "the values of a column stand in {a, b, c}");
    return declared;
  }

  Declared read_type() {
    const Field type = words_.word(" \t");
    const std::string word = lower_case(type.text);
    if (word == "numeric" || word == "real" || word == "integer")
      return {{{}, ColumnType::number}, "0"};
    if (word == "string") return {};
    if (word == "date") return {{{}, ColumnType::date, {}, read_date_order()}, std::nullopt};
    throw Error(
        words_.place(type),
        fmt::format("expected the type numeric, real, integer, string, date or {{a, b, c}}, "
                    "found {} (change it in the header)",
                    in_quotes(type.text)));
  }

  // By the first part of the format, such as 'dd/MM/yyyy HH:mm'; years come first where there is
  // none.
  DateOrder read_date_order() {
    const std::string_view format = words_.word(" \t").text;
    const std::size_t part = format.find_first_of("yYdM");
    if (part == std::string_view::npos) return DateOrder::ymd;
    return format[part] == 'd'   ? DateOrder::dmy
           : format[part] == 'M' ? DateOrder::mdy
                                 : DateOrder::ymd;
  }

  void require_declared(std::size_t column, const Field& field) const {
    const auto& values = values_[column];
    if (values.empty() || field.text.empty() || values.contains(field.text)) return;
    throw Error(
        words_.place(field),
        fmt::format("expected a value that the header declares for column {}, found {} (they are "
                    "{}; add it to the header, or correct it)",
                    in_quotes(start_.header[column]), in_quotes(field.text),
                    in_list({values.begin(), values.end()})));
  }

  void read_row(std::vector<Field>& fields) {
    words_.start();
    if (words_.peek() == '{') return read_sparse(fields);
    read_values_until(",", fields);
    if (fields.size() == 1 && start_.width > 1) {  // blanks may separate them instead
      words_.start();
      read_values_until(" \t", fields);
    }
    if (words_.peek() != '\0')
      words_.refuse("a comma after the value", "put values with blanks or quotes in quotes");
    if (fields.size() == start_.width) {
      for (std::size_t i = 0; i < fields.size(); ++i) require_declared(i, fields[i]);
      return;
    }
    throw Error(lines_.place(0),
                fmt::format("expected {}, as the header declares, found {} ({})",
                            plural(start_.width, "value"), fields.size(),
                            fields.size() > start_.width && fields.back().text.starts_with('{')
                                ? "weights in braces are not read: give them a "
                                  "column of their own"
                                : "write ? for a missing value"));
  }

  void read_values_until(std::string_view separators, std::vector<Field>& fields) {
    const bool commas = separators == ",";
    fields.clear();
    do {
      fields.push_back(words_.value(separators));
    } while (commas ? words_.skip_if(',') : words_.peek() != '\0');
  }

  // {1 0.5, 3 'a b'}: columns count from 0, in any order.
  void read_sparse(std::vector<Field>& fields) {
    fields.assign(start_.width, {{}, 0});
    given_.assign(start_.width, false);
    words_.skip();
    for (bool more = words_.peek() != '}'; more; more = words_.skip_if(',')) {
      const Field index = words_.word(" \t,}");
      const auto column = parse_count(index.text);
      if (!column || *column >= start_.width || given_[*column]) {
        throw Error(words_.place(index),
                    fmt::format("expected the number of a column, 0 to {}, each once, found {} "
                                "(a row that starts with a brace lists its values with their "
                                "columns)",
                                start_.width - 1, in_quotes(index.text)));
      }
      fields[*column] = words_.value(",}");
      require_declared(*column, fields[*column]);
      given_[*column] = true;
    }
    if (!words_.skip_if('}')) words_.refuse("a comma or a closing brace", "{1 0.5, 3 2}");
    if (words_.peek() != '\0')
      words_.refuse("the end of the row", "weights after the row are not read");
    for (std::size_t i = 0; i < start_.width; ++i) {
      if (given_[i]) continue;
      if (!absent_[i]) {
        throw Error(
            lines_.place(0),
            fmt::format("expected a value of column {}, found none (only columns of numbers "
                        "and of listed values can be left out of a row)",
                        in_quotes(start_.header[i])));
      }
      fields[i].text = *absent_[i];
    }
  }

  SampledLines lines_;
  LineWords words_;
  std::vector<std::optional<std::string>> absent_;
  std::vector<std::set<std::string, std::less<>>> values_;  // that a column may have; empty: any
  std::vector<bool> given_;                                 // of the columns, by the sparse row
};

}  // namespace

std::unique_ptr<TableText> arff_text(Lines& lines, const Reading& reading) {
  return std::make_unique<ArffText>(lines, reading);
}

bool looks_like_arff(const FileStart& start) {
  for (const std::string_view line : start.lines) {
    const std::string_view text = trim(line);
    if (text.starts_with('%')) continue;
    const std::string word = lower_case(text.substr(0, text.find_first_of(" \t")));
    return word == "@relation" || word == "@attribute";
  }
  return false;
}

}  // namespace perceptron::core
