#include "data/read/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace perceptron::core {
namespace {

// A quoted field may contain line ends; one longer than this lacks its closing quote.
constexpr std::size_t kLongestQuoted = std::size_t{1} << 20U;

}  // namespace

Records::Records(Lines& lines, const ReadSettings& settings)
    : lines_(lines), dialect_(find_dialect(lines.peek(), settings)) {}

void Records::take_lines() {
  takes_lines_ = true;
  dialect_ = {'\n', false};
}

// Tracks the quotes of a record line by line.
class QuoteScan {
 public:
  explicit QuoteScan(char delimiter) : delimiter_(delimiter) {}
  bool open() const { return open_; }

  void line(std::string_view text) {
    bool field_start = !open_;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (open_) {
        if (c != '"') continue;
        const bool doubled = i + 1 < text.size() && text[i + 1] == '"';
        if (doubled) {
          ++i;
        } else {
          open_ = false;
        }
      } else if (c == '"' && field_start) {
        open_ = true;
        field_start = false;
      } else if (c != ' ') {
        field_start = c == delimiter_;
      }
    }
  }

 private:
  char delimiter_;
  bool open_ = false;
};

bool Records::is_blank(std::string_view line) const {
  if (takes_lines_) return false;
  // In a TSV, tabs are fields, empty ones.
  return line.find_first_not_of(dialect_.delimiter == '\t' ? " " : " \t") == std::string_view::npos;
}

bool Records::next_raw() {
  if (!pending_.empty()) {
    joined_ = std::move(pending_.front().text);
    line_ = pending_.front().line;
    written_ = std::move(pending_.front().written);
    text_ = joined_;
    pending_.pop_front();
    return true;
  }
  do {
    written_.clear();
    if (!lines_.next(text_)) return false;
  } while (is_blank(text_));
  line_ = lines_.number();
  if (dialect_.quotes && text_.find('"') != std::string_view::npos) join_quoted_lines();
  return true;
}

// While a quote is open, the record continues on the next line.
void Records::join_quoted_lines() {
  QuoteScan scan(dialect_.delimiter);
  scan.line(text_);
  if (!scan.open()) return;
  joined_ = text_;
  std::string_view more;
  while (scan.open() && joined_.size() <= kLongestQuoted && lines_.next(more)) {
    scan.line(more);
    joined_ += '\n';
    joined_ += more;
  }
  text_ = joined_;
}

bool Records::next(std::vector<Field>& fields) {
  if (!next_raw()) return false;
  if (!split(fields)) {
    const bool to_the_end = joined_.size() <= kLongestQuoted;
    throw Error(place(fields.back()),
                fmt::format("expected a closing quote, found none{} (a quote inside quotes is "
                            "written twice; use {} if quotes are part of the text)",
                            to_the_end ? " before the end of the file: is it cut off?" : "",
                            setting("quote", "none")));
  }
  return true;
}

// Where the field that starts here ends.
std::size_t Records::field_end(std::size_t start) const {
  const auto end =
      dialect_.spaces() ? text_.find_first_of(" \t", start) : text_.find(dialect_.delimiter, start);
  return std::min(end, text_.size());
}

// Reads a field in quotes and moves past it. False if the closing quote is missing.
bool Records::quoted_field(std::size_t start, std::size_t& at, std::vector<Field>& fields) {
  std::string& content = unquoted_.emplace_back();
  for (at = start + 1;; ++at) {
    const auto quote = text_.find('"', at);
    content += text_.substr(at, quote - at);
    if (quote == std::string_view::npos) {
      fields.push_back({content, start});
      return false;
    }
    at = quote + 1;
    if (at >= text_.size() || text_[at] != '"') break;
    content += '"';
  }
  fields.push_back({content, start});
  while (!dialect_.spaces() && at < text_.size() && text_[at] == ' ') ++at;
  if (at < text_.size() && at != field_end(at)) {
    throw Error(
        place({{}, at}),
        fmt::format(
            "expected a delimiter after the closing quote, found {} (a quote inside quotes is "
            "written twice; use {} if quotes are part of the text)",
            in_quotes(text_.substr(at, std::max<std::size_t>(utf8_length(text_, at), 1))),
            setting("quote", "none")));
  }
  return true;
}

// False if a quote is left open; it is then in the last field.
bool Records::split(std::vector<Field>& fields) {
  fields.clear();
  unquoted_.clear();
  const auto is_space = [&](char c) { return c == ' ' || (dialect_.spaces() && c == '\t'); };
  std::size_t at = 0;
  for (;;) {
    std::size_t start = at;
    while (start < text_.size() && is_space(text_[start])) ++start;
    if (dialect_.spaces() && start == text_.size() && !fields.empty()) return true;
    if (dialect_.quotes && start < text_.size() && text_[start] == '"') {
      if (!quoted_field(start, at, fields)) return false;
    } else {
      at = field_end(dialect_.spaces() ? start : at);
      std::string_view content = text_.substr(start, std::max(start, at) - start);
      while (content.ends_with(' ')) content.remove_suffix(1);
      fields.push_back({content, start});
    }
    if (at >= text_.size()) return true;
    ++at;
  }
}

std::vector<std::vector<std::string>> Records::sample(std::size_t count) {
  std::vector<std::vector<std::string>> records;
  std::deque<Raw> taken;
  std::vector<Field> fields;
  while (records.size() < count && next(fields)) {
    auto& record = records.emplace_back();
    for (const Field& field : fields) record.emplace_back(field.text);
    taken.push_back({std::string(text_), line_, written_});
  }
  if (!taken.empty()) first_ = {lines_.name(), taken.front().line, 1};
  pending_ = std::move(taken);
  return records;
}

Place Records::place(const Field& field) const {
  const std::string_view before = text_.substr(0, field.offset);
  const auto newline = before.rfind('\n');
  const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  const std::uint64_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return {lines_.name(), line_ + lines, field.offset - start + 1};
}

}  // namespace perceptron::core
