// The fast parser of tables of numbers, categories and texts. It leaves fields in quotes and
// anything else unusual to the plain parser in table.cc, which reports errors.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/number.h"
#include "data/read/columns.h"
#include "data/read/decimal.h"
#include "data/read/decimal_mark.h"
#include "data/read/field_ends.h"
#include "data/read/parsed_rows.h"

namespace perceptron::core {
namespace {

class TableRows {
 public:
  TableRows(const TableShape& shape, std::string_view text, ParsedRows& rows)
      : shape_(shape),
        quotes_(shape.quotes && text.find('"') != std::string_view::npos),
        text_(text.data()),
        at_(text.data()),
        end_(text.data() + text.size()),
        rows_(rows),
        ends_(rows.field_ends) {}

  bool parse() {
    while (at_ < end_) {
      if ((shape_.blank_lines || !pass_blank_line()) && !parse_row()) return false;
      ++rows_.lines;
    }
    return true;
  }

 private:
  const char* next_end() const { return text_ + ends_[next_]; }
  bool ends_line(const char* at) const { return at == end_ || *at == '\n'; }

  bool pass_blank_line() {
    const char* at = at_;
    while (*at == ' ' || (*at == '\t' && shape_.delimiter != '\t')) ++at;
    if (*at == '\r' && ends_line(at + 1)) ++at;
    if (at < end_ && *at != '\n') return false;
    pass_line_end(at);
    return true;
  }

  void pass_line_end(const char* end) {
    while (next_ < ends_.size() && next_end() <= end) ++next_;
    at_ = end + 1;
  }

  bool parse_row() {
    const std::size_t fields = shape_.fields.size();
    if (ends_.size() - next_ < fields) return false;
    rows_.require_room(room_);
    for (std::size_t f = 0; f < fields; ++f) {
      if (spaces_ && !skip_spaces()) return false;
      end_of_field_ = next_end();
      const bool last = ends_line(end_of_field_);
      if (last != (f + 1 == fields) && !(spaces_ && f + 1 == fields)) return false;
      const char* after = end_of_field_ + 1;
      if (last && end_of_field_ > at_ && end_of_field_[-1] == '\r') --end_of_field_;
      if (quotes_ && is_quoted()) return false;
      if (!parse_field(shape_.fields[f])) return false;
      at_ = after;
      ++next_;
    }
    if (!shape_.sparse) rows_.size += shape_.features;
    rows_.ends.push_back(rows_.size);
    return !spaces_ || ends_line(at_ - 1) || pass_blank_line();
  }

  bool is_quoted() const {
    const char* begin = at_;
    while (begin < end_of_field_ && *begin == ' ') ++begin;
    return begin < end_of_field_ && *begin == '"';
  }

  // Moves to the next field; false if there is none in this line.
  bool skip_spaces() {
    while (at_ < end_ && next_end() == at_ && *at_ != '\n') {
      ++at_;
      ++next_;
    }
    return !ends_line(at_) && !(*at_ == '\r' && ends_line(at_ + 1));
  }

  bool parse_field(const TableShape::FieldShape& shape) {
    switch (shape.holds) {
      case TableShape::Holds::number:
        return parse_value(shape);
      case TableShape::Holds::category:
        put(rows_.first_text + rows_.texts.count(shape.column, field()), 1);
        return true;
      case TableShape::Holds::text:
        put_text(shape, field());
        rows_.require_room(room_);
        return true;
      case TableShape::Holds::label:
        rows_.add_label(field());
        return true;
      case TableShape::Holds::weight:
        return parse_weight();
      case TableShape::Holds::nothing:
        return true;
    }
    return false;
  }

  bool parse_value(const TableShape::FieldShape& shape) {
    double value = 0;
    if (end_of_field_ == at_) return shape_.fills && fill(shape);
    if (!read_plain(value, mark_)) [[unlikely]] {
      const std::string_view text = field();
      if (text.empty()) return shape_.fills && fill(shape);
      const auto number = parse_marked_number(text, shape_.decimal);
      if (!number || !std::isfinite(*number))
        return shape_.fills && shape_.marks.has(text) && fill(shape);
      value = *number;
    }
    if (shape_.marks.has(value)) return shape_.fills && fill(shape);
    put(shape.feature, value);
    if (shape.indicator && !shape_.sparse) put(*shape.indicator, 0);
    return true;
  }

  bool fill(const TableShape::FieldShape& shape) {
    ++rows_.missing[shape.column];
    put(shape.feature, shape.fill);
    if (shape.indicator) put(*shape.indicator, 1);
    return true;
  }

  void put(std::uint64_t feature, double value) {
    if (!shape_.sparse) {
      rows_.put_value(rows_.size + feature, value);
    } else if (value != 0) {
      rows_.ids[rows_.size] = static_cast<std::uint32_t>(feature);
      rows_.put_value(rows_.size++, value);
    }
  }

  void put_text(const TableShape::FieldShape& shape, std::string_view text) {
    if (shape.terms->settings().hash) return put_hashed(shape, text);
    if (!shape.terms->has_runs()) return put_terms(shape, text);
    shape.terms->each_word(text, rows_.space, [&](std::string_view word) {
      rows_.words.push_back(rows_.texts.count(shape.column, word));
    });
    rows_.word_ends.push_back(rows_.words.size());
  }

  // The ids of texts are numbers of this chunk.
  void put_terms(const TableShape::FieldShape& shape, std::string_view text) {
    const std::uint64_t row = rows_.size;
    shape.terms->each(text, rows_.space, [&](std::string_view term) {
      const std::uint32_t number = rows_.texts.count(shape.column, term);
      if (rows_.places.size() <= number) rows_.places.resize(2 * std::size_t{number} + 1);
      std::uint64_t& place = rows_.places[number];
      if (place > row) {
        rows_.values[place - 1] += 1;
        return;
      }
      rows_.require_room(1);
      put(rows_.first_text + number, 1);
      place = rows_.size;
    });
  }

  void put_hashed(const TableShape::FieldShape& shape, std::string_view text) {
    rows_.hashed.clear();
    shape.terms->each(text, rows_.space, [&](std::string_view term) {
      const HashedTerm hashed = hashed_term(term, *shape.terms->settings().hash);
      rows_.hashed.push_back(signed_feature(shape.feature + hashed.number, hashed.sign));
    });
    each_signed_count(rows_.hashed, [&](std::uint32_t feature, double count) {
      rows_.require_room(1);
      put(feature, count);
    });
  }

  bool parse_weight() {
    double value = 0;
    if (!read_plain(value, '.')) {
      const auto number = parse_number(field());
      if (!number || !std::isfinite(*number)) return false;
      value = *number;
    }
    if (value < 0) return false;
    rows_.weights.push_back(std::abs(value));
    return true;
  }

  // Reads a plain number that fills the field.
  [[gnu::always_inline]] bool read_plain(double& value, char mark) const {
    const auto length = static_cast<std::size_t>(end_of_field_ - at_);
    return (length - 1 < kShortNumber && read_short_decimal(at_, length, value, mark)) ||
           read_longer(value, mark);
  }

  [[gnu::noinline]] bool read_longer(double& value, char mark) const {
    const std::string_view text = field();
    if (text.empty()) return false;
    OtherThanDigits<32> others(text.data());
    return read_decimal(text.data(), 0, others, value, mark) == text.size();
  }

  // The text of the field without surrounding spaces.
  std::string_view field() const {
    const char* begin = at_;
    const char* end = end_of_field_;
    while (begin < end && *begin == ' ') ++begin;
    while (begin < end && end[-1] == ' ') --end;
    return {begin, static_cast<std::size_t>(end - begin)};
  }

  const TableShape& shape_;
  const bool quotes_;  // there are some, which matter where a field begins
  const bool spaces_ = shape_.delimiter == ' ';
  const char mark_ = shape_.decimal == DecimalMark::comma ? ',' : '.';
  // For the numbers of a row: a field makes two at most, a value and its indicator.
  const std::uint64_t room_ = std::max<std::uint64_t>(2 * shape_.fields.size(), shape_.features);
  const char* const text_;
  const char* at_;
  const char* const end_;
  ParsedRows& rows_;
  const FieldEnds& ends_;
  std::size_t next_ = 0;  // of the ends
  const char* end_of_field_ = nullptr;
};

}  // namespace

bool parse_table(const TableShape& shape, std::string_view text, ParsedRows& rows) {
  // Between spaces it takes more than the first character to see what is quoted.
  const bool quoted =
      shape.quotes && shape.delimiter == ' ' && text.find('"') != std::string_view::npos;
  const bool usual = !quoted && text.find('\0') == std::string_view::npos &&
                     text.size() < std::numeric_limits<std::uint32_t>::max();
  if (usual) rows.field_ends.find(text, shape.delimiter);
  rows.start(usual ? 2 * rows.field_ends.size() : 0, shape.sparse);
  rows.missing.assign(shape.columns, 0);
  rows.first_text = static_cast<std::uint32_t>(shape.features);
  return usual && TableRows(shape, text, rows).parse();
}

}  // namespace perceptron::core
