// The fast way through LIBSVM text. What it does not know it leaves to the plain
// reader, which has a word for everything that can be wrong.

#include <cmath>
#include <cstring>
#include <limits>

#include "base/number.h"
#include "data/decimal.h"
#include "data/parsed.h"

namespace perceptron {
namespace {

constexpr std::uint64_t kLargestIndex = std::numeric_limits<std::uint32_t>::max();

bool is_blank(char c) { return c == ' ' || c == '\t'; }
// What may stand behind a number.
bool ends_word(char c) { return is_blank(c) || c == '\n' || c == '\r' || c == '#'; }

class LibsvmRows {
 public:
  LibsvmRows(std::string_view text, Parsed& rows)
      : at_(text.data()), end_(text.data() + text.size()), rows_(rows) {}

  bool parse() {
    while (at_ < end_) {
      skip_blanks();
      if (ends_line() ? !end_line() : !parse_row()) return false;
      ++rows_.lines;
    }
    return true;
  }

 private:
  void skip_blanks() {
    while (is_blank(*at_)) ++at_;
  }
  bool ends_line() const { return *at_ == '\n' || *at_ == '#' || *at_ == '\r'; }
  // Goes behind the line's end, a comment before it included.
  bool end_line() {
    if (*at_ == '#') {
      const auto rest = static_cast<std::size_t>(end_ - at_);
      const auto* newline = static_cast<const char*>(std::memchr(at_, '\n', rest));
      const char* stop = newline != nullptr ? newline : end_;
      if (std::memchr(at_, '\0', static_cast<std::size_t>(stop - at_)) != nullptr) return false;
      at_ = stop;
    } else if (*at_ == '\r') {
      ++at_;
    }
    return *at_++ == '\n';
  }

  bool parse_row() {
    const char* begin = at_;
    while (static_cast<unsigned char>(*at_) > ' ' && *at_ != ':' && *at_ != '#') ++at_;
    if (at_ == begin || (!is_blank(*at_) && !ends_line())) return false;
    rows_.add_label({begin, static_cast<std::size_t>(at_ - begin)});
    std::int64_t previous = -1;
    for (skip_blanks(); !ends_line(); skip_blanks()) {
      if (!parse_pair(previous)) return false;
    }
    see_largest(previous);
    rows_.ends.push_back(rows_.size);
    return end_line();
  }

  bool parse_pair(std::int64_t& previous) {
    OtherThanDigits others(at_);
    const unsigned colon = others.first();
    const std::int64_t index =
        colon <= 8 ? static_cast<std::int64_t>(number_of_digits(at_, colon)) : read_index(colon);
    if (colon == 0 || colon >= kSeen || at_[colon] != ':' || index <= previous) return false;
    previous = index;
    rows_.saw_zero = rows_.saw_zero || index == 0;
    others.advance();
    double value = 0;
    const unsigned end = read_decimal(at_, colon + 1, others, value);
    at_ += end;
    if (end == 0 || !ends_word(*at_)) {
      at_ = read_number(at_ - end + colon + 1, value);
      if (at_ == nullptr) return false;
    }
    rows_.ids[rows_.size] = static_cast<std::uint32_t>(index);
    rows_.put_value(rows_.size, value);
    rows_.size += value != 0 ? 1 : 0;
    return true;
  }

  // Of more than eight digits; −1 where it is too large.
  std::int64_t read_index(unsigned digits) const {
    const auto index = parse_count({at_, digits});
    return index && *index <= kLargestIndex ? static_cast<std::int64_t>(*index) : -1;
  }

  // Any other number, such as 1e-3.
  static const char* read_number(const char* begin, double& value) {
    const char* end = begin;
    while (!ends_word(*end) && *end != '\0') ++end;
    const auto number = parse_number({begin, static_cast<std::size_t>(end - begin)});
    if (!number || !std::isfinite(*number)) return nullptr;
    value = *number;
    return end;
  }

  void see_largest(std::int64_t last) {
    if (last < 0 || (rows_.has_ids && last <= rows_.largest)) return;
    rows_.has_ids = true;
    rows_.largest = static_cast<std::uint32_t>(last);
    rows_.largest_line = rows_.lines;
  }

  const char* at_;
  const char* const end_;
  Parsed& rows_;
};

}  // namespace

bool parse_libsvm(std::string_view text, Parsed& rows) {
  constexpr std::size_t kShortest = 4;  // "1:1 "
  rows.start(text.size() / kShortest + 1, true);
  return LibsvmRows(text, rows).parse();
}

}  // namespace perceptron
