#include "data/read/dialect.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "base/number.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kRecords = 200;

// Where several delimiters would do, the first of these is taken: a comma may be part of numbers
// and texts, and a space most of all.
constexpr std::array kCandidates = {'\t', ';', '|', ',', ' '};

// Tables with these are often written without quoting, so that quotes are part of their texts.
bool may_lack_quoting(char delimiter) { return delimiter == '\t' || delimiter == '|'; }

class Splitter {
 public:
  Splitter(Dialect dialect, std::string_view text) : dialect_(dialect), rest_(text) {}

  FirstRecords split(std::size_t most) {
    while (!rest_.empty() && trial_.records.size() < most) record();
    // The last one may be cut off, and a quote open because of that.
    if (!ended_ && trial_.records.size() > 2) {
      trial_.records.pop_back();
      trial_.sound = trial_.sound || sound_before_;
    }
    return std::move(trial_);
  }

 private:
  void record() {
    sound_before_ = trial_.sound;
    fields_.clear();
    bool blank = true;
    for (bool more = true; more;) {
      skip_spaces();
      if (dialect_.spaces() && !fields_.empty() && at_line_end()) break;
      const std::string_view field = dialect_.quotes && rest_.starts_with('"') ? quoted() : plain();
      blank = blank && field.empty() && fields_.empty();
      fields_.push_back(field);
      more = !at_line_end();
      if (more) rest_.remove_prefix(1);
    }
    blank = blank && fields_.size() == 1;
    if (rest_.starts_with('\r')) rest_.remove_prefix(1);
    ended_ = !rest_.empty();
    if (ended_) rest_.remove_prefix(1);
    if (!blank) trial_.records.push_back(fields_);
  }

  bool at_line_end() const {
    return rest_.empty() || rest_[0] == '\n' || rest_.starts_with("\r\n");
  }

  void skip_spaces() {
    while (!rest_.empty() && (rest_[0] == ' ' || (dialect_.spaces() && rest_[0] == '\t')))
      rest_.remove_prefix(1);
  }

  std::string_view plain() {
    std::size_t end = 0;
    while (end < rest_.size() && rest_[end] != '\n' && rest_[end] != dialect_.delimiter &&
           !(dialect_.spaces() && rest_[end] == '\t'))
      ++end;
    std::string_view field = rest_.substr(0, end);
    rest_.remove_prefix(end > 0 && field.back() == '\r' && at_newline(end) ? end - 1 : end);
    while (field.ends_with(' ') || field.ends_with('\r')) field.remove_suffix(1);
    return field;
  }

  bool at_newline(std::size_t at) const { return at >= rest_.size() || rest_[at] == '\n'; }

  std::string_view quoted() {
    std::size_t end = rest_.find('"', 1);
    while (end != std::string_view::npos && rest_.substr(end + 1).starts_with('"'))
      end = rest_.find('"', end + 2);
    if (end == std::string_view::npos) {
      trial_.sound = false;
      return std::exchange(rest_, {});
    }
    const std::string_view field = rest_.substr(1, end - 1);
    rest_.remove_prefix(end + 1);
    while (rest_.starts_with(' ') && !dialect_.spaces()) rest_.remove_prefix(1);
    const bool ends =
        at_line_end() || rest_[0] == dialect_.delimiter || (dialect_.spaces() && rest_[0] == '\t');
    if (!ends) {
      trial_.sound = false;
      plain();
    }
    return field;
  }

  Dialect dialect_;
  std::string_view rest_;
  std::vector<std::string_view> fields_;
  bool sound_before_ = true;
  bool ended_ = false;  // the last record, by a line end
  FirstRecords trial_;
};

// Whether all records have the same number of fields, two or more. The first may instead be the
// size of the table.
bool is_even(const FirstRecords& trial) {
  const auto& records = trial.records;
  if (!trial.sound || records.empty()) return false;
  const std::size_t width = records.back().size();
  const auto differs = [&](const auto& record) { return record.size() != width; };
  if (width < 2 || std::any_of(records.begin() + 1, records.end(), differs)) return false;
  return records[0].size() == width || (records.size() > 2 && records[0].size() == 2 &&
                                        parse_count(records[0][0]) && parse_count(records[0][1]));
}

std::string_view first_line_of(std::string_view start) {
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  bool quoted = false;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (start[i] == '"') quoted = !quoted;
    if (start[i] == '\n' && !quoted) return start.substr(0, i);
  }
  return start;
}

// The delimiter that the first record has most of.
char most_frequent_delimiter(std::string_view start) {
  const std::string_view record = first_line_of(start);
  char best = ',';
  std::ptrdiff_t most = 0;
  for (const char candidate : {',', '\t', ';', '|'}) {
    bool quoted = false;
    std::ptrdiff_t count = 0;
    for (const char c : record) {
      if (c == '"') quoted = !quoted;
      if (c == candidate && !quoted) ++count;
    }
    if (count > most) {
      most = count;
      best = candidate;
    }
  }
  return best;
}

std::optional<Dialect> find_even(std::string_view start, bool quotes, bool any_quotes) {
  for (const bool with_quotes : {true, false}) {
    if (with_quotes != quotes && !any_quotes) continue;
    for (const char candidate : kCandidates) {
      if (!with_quotes && any_quotes && !may_lack_quoting(candidate)) continue;
      const Dialect dialect{candidate, with_quotes};
      const FirstRecords trial = Splitter(dialect, start).split(kRecords);
      // One line says little about what separates its fields.
      if (trial.records.size() > 1 && is_even(trial)) return dialect;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string Dialect::delimiter_name() const {
  switch (delimiter) {
    case ',':
      return "commas";
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    case '|':
      return "pipes";
    case ' ':
      return "spaces";
    default:
      return in_quotes(std::string(1, delimiter));
  }
}

std::optional<Dialect> find_even_dialect(std::string_view start) {
  return find_even(start, true, true);
}

FirstRecords first_records(std::string_view start, const Dialect& dialect, std::size_t most) {
  return Splitter(dialect, start).split(most);
}

Dialect find_dialect(std::string_view start, const ReadSettings& settings) {
  Dialect dialect;
  const bool any_quotes = settings.quote == QuoteUse::automatic;
  dialect.quotes = settings.quote != QuoteUse::none;
  dialect.delimiter = settings.delimiter.character != '\0' ? settings.delimiter.character
                      : settings.format == Format::tsv     ? '\t'
                                                           : '\0';
  if (dialect.delimiter == '\0')
    dialect = find_even(start, dialect.quotes, any_quotes)
                  .value_or(Dialect{most_frequent_delimiter(start), dialect.quotes});
  // A quote that does not fit may come late.
  if (any_quotes && dialect.quotes && may_lack_quoting(dialect.delimiter))
    dialect.quotes = Splitter(dialect, start).split(start.size()).sound;
  return dialect;
}

}  // namespace perceptron::core
