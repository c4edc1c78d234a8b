// The fast parser of tables of numbers, categories and texts. It leaves quotes and anything else
// unusual to the plain parser in table.cc, which reports errors.

#include <cmath>
#include <cstring>

#include "base/number.h"
#include "data/read/columns.h"
#include "data/read/decimal.h"
#include "data/read/decimal_mark.h"
#include "data/read/parsed_rows.h"

namespace perceptron::core {
namespace {

class TableRows {
 public:
  TableRows(const TableShape& shape, std::string_view text, ParsedRows& rows)
      : shape_(shape), at_(text.data()), end_(text.data() + text.size()), rows_(rows) {}

  bool parse() {
    while (at_ < end_) {
      const auto rest = static_cast<std::size_t>(end_ - at_);
      const auto* newline = static_cast<const char*>(std::memchr(at_, '\n', rest));
      const char* next = newline != nullptr ? newline : end_;
      line_end_ = next > at_ && next[-1] == '\r' ? next - 1 : next;
      if (!is_blank_line() && !parse_row()) return false;
      ++rows_.lines;
      at_ = next + 1;
    }
    return true;
  }

 private:
  bool is_blank_line() const {
    const char* at = at_;
    while (at < line_end_ && (*at == ' ' || (*at == '\t' && shape_.delimiter != '\t'))) ++at;
    return at == line_end_;
  }

  bool parse_row() {
    bool first = true;
    for (const TableShape::FieldShape& each : shape_.fields) {
      if (!first && !pass_delimiter()) return false;
      first = false;
      if (!parse_field(each)) return false;
    }
    if (!shape_.sparse) rows_.size += shape_.features;
    rows_.ends.push_back(rows_.size);
    if (spaces_) skip_spaces();
    return at_ == line_end_;
  }

  bool parse_field(const TableShape::FieldShape& shape) {
    switch (shape.holds) {
      case TableShape::Holds::number:
        return parse_value(shape);
      case TableShape::Holds::category:
        put(rows_.first_text + rows_.texts.count(shape.column, field()), 1);
        return true;
      case TableShape::Holds::text:
        shape.terms->settings().hash ? put_hashed(shape, field()) : put_terms(shape, field());
        return true;
      case TableShape::Holds::label:
        rows_.add_label(field());
        return true;
      case TableShape::Holds::weight:
        return parse_weight();
      case TableShape::Holds::nothing:
        field();
        return true;
    }
    return false;
  }

  // Moves past the delimiter that ended the previous field.
  bool pass_delimiter() {
    if (!(at_ < line_end_ && is_delimiter(*at_))) return false;
    ++at_;
    return true;
  }

  bool is_delimiter(char c) const { return c == shape_.delimiter || (spaces_ && c == '\t'); }

  void skip_spaces() {
    while (at_ < line_end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
  }

  bool parse_value(const TableShape::FieldShape& shape) {
    double value = 0;
    if (!read_plain(value, mark_)) {
      const std::string_view text = field();
      const auto number = text.empty() ? std::nullopt : parse_marked_number(text, shape_.decimal);
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
      rows_.hashed.emplace_back(static_cast<std::uint32_t>(shape.feature + hashed.number),
                                hashed.sign);
    });
    each_count(rows_.hashed, [&](std::uint32_t feature, double count) {
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

  // Reads a plain number that fills the field and moves to its end; does not move if this is
  // something else.
  bool read_plain(double& value, char mark) {
    const char* begin = at_;
    while (*begin == ' ' || (spaces_ && *begin == '\t')) ++begin;
    OtherThanDigits<32> others(begin);
    const unsigned length = read_decimal(begin, 0, others, value, mark);
    if (length == 0) return false;
    const char* end = begin + length;
    while (!spaces_ && *end == ' ') ++end;
    if (end != line_end_ && !is_delimiter(*end)) return false;
    at_ = end;
    return true;
  }

  // The text of a field without surrounding spaces; moves to its end.
  std::string_view field() {
    if (spaces_) return field_between_spaces();
    const auto rest = static_cast<std::size_t>(line_end_ - at_);
    const auto* delimiter = static_cast<const char*>(std::memchr(at_, shape_.delimiter, rest));
    const char* begin = at_;
    at_ = delimiter != nullptr ? delimiter : line_end_;
    const char* end = at_;
    while (begin < end && *begin == ' ') ++begin;
    while (begin < end && end[-1] == ' ') --end;
    return {begin, static_cast<std::size_t>(end - begin)};
  }

  std::string_view field_between_spaces() {
    skip_spaces();
    const char* begin = at_;
    while (at_ < line_end_ && !is_delimiter(*at_)) ++at_;
    return {begin, static_cast<std::size_t>(at_ - begin)};
  }

  const TableShape& shape_;
  const bool spaces_ = shape_.delimiter == ' ';
  const char mark_ = shape_.decimal == DecimalMark::comma ? ',' : '.';
  const char* at_;
  const char* const end_;
  const char* line_end_ = nullptr;
  ParsedRows& rows_;
};

}  // namespace

bool parse_table(const TableShape& shape, std::string_view text, ParsedRows& rows) {
  // A field, which may be empty, and its end make two numbers at most: a value and its indicator.
  rows.start(2 * (text.size() + 1), shape.sparse);
  rows.missing.assign(shape.columns, 0);
  rows.first_text = static_cast<std::uint32_t>(shape.features);
  if ((shape.quotes && text.find('"') != std::string_view::npos) ||
      text.find('\0') != std::string_view::npos)
    return false;
  return TableRows(shape, text, rows).parse();
}

}  // namespace perceptron::core
