// The fast parser of LIBSVM text. It leaves anything unusual to the plain parser in libsvm.cc,
// which reports errors.

#include <bit>
#include <cmath>
#include <cstring>

#include "base/number.h"
#include "data/read/decimal.h"
#include "data/read/libsvm_text.h"
#include "data/read/parsed_rows.h"

namespace perceptron::core {
namespace {

// What may follow a number.
bool ends_word(char c) { return is_blank(c) || c == '\n' || c == '\r' || c == '#'; }

class LibsvmRows {
 public:
  LibsvmRows(std::string_view text, ParsedRows& rows)
      : at_(text.data()), end_(text.data() + text.size()), rows_(rows) {}

  bool parse() {
    while (at_ < end_) {
      skip_blanks();
      if (ends_line() ? !end_line() : !parse_row()) return false;
      ++rows_.lines;
    }
    return true;
  }

  bool survey() {
    while (at_ < end_) {
      const auto rest = static_cast<std::size_t>(end_ - at_);
      const auto* newline = static_cast<const char*>(std::memchr(at_, '\n', rest));
      const char* last = newline != nullptr ? newline : end_;
      const char* const next = last + 1;
      skip_blanks();
      while (last > at_ && static_cast<unsigned char>(last[-1]) <= ' ') --last;
      if (last > at_ && !survey_row(last)) return false;
      ++rows_.lines;
      at_ = next;
    }
    return true;
  }

 private:
  // A row that ends at `last`, after its last non-blank character.
  bool survey_row(const char* last) {
    const char* begin = at_;
    while (at_ < last && !is_blank(*at_) && *at_ != ':') ++at_;
    if (at_ < last && *at_ == ':') return false;
    rows_.add_label({begin, static_cast<std::size_t>(at_ - begin)});
    skip_blanks();
    if (at_ >= last) return true;
    std::int64_t index = -1;
    if (!survey_id(index)) return false;
    rows_.saw_zero = rows_.saw_zero || index == 0;
    const char* pair = last;
    while (pair > at_ && !is_blank(pair[-1])) --pair;
    at_ = pair;
    if (!survey_id(index)) return false;
    see_largest(index);
    return true;
  }

  bool survey_id(std::int64_t& index) const {
    const unsigned colon = OtherThanDigits<32>(at_).first();
    if (colon == 0 || colon >= 32 || at_[colon] != ':') return false;
    index = read_index(at_, colon);
    return index >= 0;
  }

  void skip_blanks() {
    while (is_blank(*at_)) ++at_;
  }
  bool ends_line() const { return *at_ == '\n' || *at_ == '#' || *at_ == '\r'; }
  // Moves past the end of the line, and a comment before it.
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
    std::int64_t last = -1;
    if (!parse_pairs(last)) return false;
    see_largest(last);
    rows_.ends.push_back(rows_.size);
    return end_line();
  }

  // The pairs up to the end of the line; `last` is set to the last index. Characters are scanned
  // 64 at a time, which is several pairs: a scan for each pair would have to wait for the end of
  // the previous one.
  bool parse_pairs(std::int64_t& last) {
    constexpr unsigned kLatest = 24;  // start of a pair that still lies within these 64
    const char* base = at_;
    OtherThanDigits<64> others(base);
    unsigned at = 0;  // from base, to which `others` has advanced
    std::int64_t previous = -1;
    std::uint64_t size = rows_.size;
    std::uint32_t* const ids = rows_.ids.data();
    double* const values = rows_.values.data();
    bool narrow = rows_.narrow;
    for (;;) {
      if (at > kLatest) {
        base += at;
        others = OtherThanDigits<64>(base);
        at = 0;
      }
      if (base[at] == ' ') {
        ++at;
        others.advance();
      }
      const unsigned colon = others.first();
      const unsigned digits = colon - at;
      std::int64_t index = 0;
      if (digits - 1 <= 7) {
        index = static_cast<std::int64_t>(number_of_digits(base + at, digits));
      } else if (digits > 0) {
        index = read_index(base + at, digits);
      } else {
        at_ = base + at;
        skip_blanks();
        if (ends_line()) break;
        if (at_ == base + at) return false;
        at = static_cast<unsigned>(at_ - base);
        others.skip_to(at);
        continue;
      }
      if (base[colon] != ':' || index <= previous) return false;
      if (previous < 0) rows_.saw_zero |= index == 0;
      previous = index;
      others.advance();
      double value = 0;
      at = read_decimal(base, colon + 1, others, value);
      if (at == 0 || !ends_word(base[at])) [[unlikely]] {
        const char* end = read_number(base + colon + 1, value);
        if (end == nullptr) return false;
        at = static_cast<unsigned>(end - base);
        others.skip_to(at);
      }
      ids[size] = static_cast<std::uint32_t>(index);
      values[size] = value;
      if (narrow) narrow = static_cast<double>(static_cast<float>(value)) == value;
      size += is_zero(value) ? 0U : 1U;
    }
    rows_.size = size;
    rows_.narrow = narrow;
    last = previous;
    return true;
  }

  // With or without a sign.
  static bool is_zero(double value) { return std::bit_cast<std::uint64_t>(value) << 1U == 0; }

  // More than eight digits; −1 if it is too large.
  static std::int64_t read_index(const char* at, unsigned digits) {
    const auto index = parse_count({at, digits});
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
  ParsedRows& rows_;
};

}  // namespace

bool survey_libsvm(std::string_view text, ParsedRows& rows) {
  rows.start(1, true);
  // The last word of a comment is no feature. Query ids come first and are not features either.
  if (text.find('#') != std::string_view::npos) return false;
  return LibsvmRows(text, rows).survey();
}

bool parse_libsvm(std::string_view text, ParsedRows& rows) {
  constexpr std::size_t kShortest = 4;  // "1:1 "
  rows.start(text.size() / kShortest + 1, true);
  return LibsvmRows(text, rows).parse();
}

}  // namespace perceptron::core
