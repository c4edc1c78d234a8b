#include "data/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/number.h"

namespace perceptron {
namespace {

// A quoted field may hold line ends; one longer than this has lost its quote.
constexpr std::size_t kLongestQuoted = std::size_t{1} << 20U;

char find_delimiter(std::string_view start) {
  const std::string_view line = start.substr(0, start.find('\n'));
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char candidate : {',', '\t', ';'}) {
    bool in_quotes = false;
    std::ptrdiff_t count = 0;
    for (const char c : line) {
      if (c == '"') in_quotes = !in_quotes;
      if (c == candidate && !in_quotes) ++count;
    }
    if (count > most) {
      most = count;
      best = candidate;
    }
  }
  return best;
}

}  // namespace

Records::Records(Lines lines, char delimiter) : lines_(std::move(lines)), delimiter_(delimiter) {
  if (delimiter_ == 0) delimiter_ = find_delimiter(lines_.peek());
}

bool Records::next_raw() {
  if (!pending_.empty()) {
    joined_ = std::move(pending_.front().text);
    line_ = pending_.front().line;
    text_ = joined_;
    pending_.pop_front();
    return true;
  }
  do {
    if (!lines_.next(text_)) return false;
  } while (trim(text_).empty());
  line_ = lines_.number();
  return true;
}

bool Records::next(std::vector<Field>& fields) {
  if (!next_raw()) return false;
  while (!split(fields)) {
    // A quote is still open: the record goes on in the next line.
    if (text_.data() != joined_.data()) joined_ = text_;
    std::string_view more;
    if (joined_.size() > kLongestQuoted || !lines_.next(more)) {
      throw Error(place(fields.back()),
                  "expected a closing quote, found none (a quote inside quotes is written twice)");
    }
    joined_ += '\n';
    joined_ += more;
    text_ = joined_;
  }
  return true;
}

// False where a quote is left open; it is then in the last field.
bool Records::split(std::vector<Field>& fields) {
  fields.clear();
  unquoted_.clear();
  std::size_t at = 0;
  for (;;) {
    std::size_t start = at;
    while (start < text_.size() && text_[start] == ' ') ++start;
    if (start < text_.size() && text_[start] == '"') {
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
      while (at < text_.size() && text_[at] == ' ') ++at;
      if (at < text_.size() && text_[at] != delimiter_) {
        throw Error(place({{}, at}),
                    fmt::format("expected a delimiter after the closing quote, found {} (a quote "
                                "inside quotes is written twice)",
                                in_quotes(text_.substr(at, 1))));
      }
    } else {
      at = std::min(text_.find(delimiter_, at), text_.size());
      std::string_view content = text_.substr(start, at - start);
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
    taken.push_back({std::string(text_), line_});
  }
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

}  // namespace perceptron
