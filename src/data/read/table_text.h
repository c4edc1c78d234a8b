// The text of a table, whatever its notation: delimited fields, JSON objects, ARFF.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "data/read/columns.h"
#include "data/read/lines.h"
#include "data/read/reader.h"
#include "data/read/record_places.h"
#include "data/read/row_text.h"

namespace perceptron::core {

class TableText : public RecordPlaces {
 public:
  // Names, width and first rows.
  const TableStart& start() const { return start_; }
  // What was decided for the user, as sentences.
  const std::vector<Message>& notes() const { return notes_; }

  // The next row, a field for each column; valid until the next call. False at the end.
  virtual bool next(std::vector<Field>& fields) = 0;
  // The row last returned as it stands in the file, with its line end, if that was asked for.
  virtual std::string_view written() const = 0;
  // How the file is written, for those who write its rows elsewhere.
  // What is put beside lines that are texts follows a tab.
  TextShape shape() const {
    const char delimiter = start_.dialect.delimiter == '\n' ? '\t' : start_.dialect.delimiter;
    return {start_.name, notation_, header_, start_.header, start_.width, delimiter};
  }
  // The number of rows, if the file states it.
  virtual std::optional<std::uint64_t> stated_rows() const { return std::nullopt; }
  // Whether what follows are plain lines of fields, written in the dialect of start(), which the
  // fast parser can take over.
  virtual bool has_plain_lines() const { return false; }

 protected:
  explicit TableText(RowNotation notation) : notation_(notation) {}

  TableStart start_;
  std::string header_;  // as written, what is before the rows
  std::vector<Message> notes_;

 private:
  RowNotation notation_;
};

// Rows that are looked at to find out what the columns are.
inline constexpr std::size_t kSampleRecords = 1000;

// Of `lines`, which must outlive it. One for each notation.
using TableTextFactory = std::unique_ptr<TableText>(Lines& lines, const Reading& reading);
TableTextFactory delimited_text;
TableTextFactory json_lines_text;
TableTextFactory arff_text;

}  // namespace perceptron::core
