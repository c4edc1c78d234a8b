// The text of rows, for those who write rows as they stand in a file: with predictions beside them,
// or some of them to another file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/read/record_places.h"

namespace perceptron::core {

// How the rows of a file are written.
enum class RowNotation {
  fields,    // columns between delimiters, after a line of names if there is a header
  lines,     // without columns
  objects,   // of JSON, a member for each column
  declared,  // fields, after a header that declares each column
};

// What stands before the rows, and how they are written.
struct TextShape {
  std::string file;  // its name
  RowNotation notation = RowNotation::lines;
  std::string header = {};              // as written, what is before the rows; empty: nothing
  std::vector<std::string> names = {};  // of the columns; empty: the file does not name them
  std::size_t columns = 0;
  char delimiter = '\0';  // between the columns
  // Where the header states the number of rows: the offset and the length of the number.
  std::optional<std::pair<std::size_t, std::size_t>> count = {};
};

// A row as it stands in the file.
struct WrittenRow {
  std::string_view text;          // with its line end, which the last row may lack
  std::span<const Field> fields;  // without quotes; none where a row is a line
};

// Is given the text of the rows while a reader adds them.
class RowText {
 public:
  RowText() = default;
  RowText(const RowText&) = delete;
  RowText& operator=(const RowText&) = delete;
  virtual ~RowText() = default;

  // Before the first row.
  virtual void start(const TextShape& shape) = 0;
  // What is kept of this row, in Dataset::texts.
  virtual std::string keep(const WrittenRow& row) = 0;
};

}  // namespace perceptron::core
