// The records of a table: fields, without quotes, with their places.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "data/read/dialect.h"
#include "data/read/lines.h"
#include "data/read/record_places.h"

namespace perceptron::core {

class Records final : public RecordPlaces {
 public:
  // Of `lines`, which must outlive them.
  Records(Lines& lines, const ReadSettings& settings);

  // Keeps the text of each record for written(); before the first one is read.
  void keep_written() { lines_.copy_to(written_); }
  // The record last returned as it stands in the file, with its line end.
  std::string_view written() const { return written_; }

  // Takes each line, a blank one too, for a record of one field; before the first one is read.
  void take_lines();

  // The next non-blank record; valid until the next call.
  bool next(std::vector<Field>& fields);
  // The first records, up to `count`; next() will return them again.
  std::vector<std::vector<std::string>> sample(std::size_t count);

  Place place(const Field& field) const override;
  const Dialect& dialect() const { return dialect_; }
  // Whether next() will return records that sample() has read.
  bool has_sampled() const { return !pending_.empty(); }
  // The place of the first record, once sample() has seen it.
  const Place& first_place() const { return first_; }
  // The place of the record last returned.
  Place place() const { return {lines_.name(), line_, 1}; }

 private:
  struct Raw {
    std::string text;
    std::uint64_t line = 0;
    std::string written;
  };
  bool is_blank(std::string_view line) const;
  bool next_raw();
  void join_quoted_lines();
  bool split(std::vector<Field>& fields);
  bool quoted_field(std::size_t start, std::size_t& at, std::vector<Field>& fields);
  std::size_t field_end(std::size_t start) const;

  Lines& lines_;
  Dialect dialect_;
  bool takes_lines_ = false;
  std::deque<Raw> pending_;  // read by sample(), not yet by next()
  std::string joined_;       // owns the record if `text_` is not a single line
  std::string_view text_;
  std::string written_;
  std::uint64_t line_ = 0;
  Place first_;
  std::deque<std::string> unquoted_;  // fields in which "" became "
};

}  // namespace perceptron::core
