// The text of a table: its records, after the lines at its start that are not rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/read/columns.h"
#include "data/read/lines.h"
#include "data/read/reader.h"
#include "data/read/records.h"

namespace perceptron::core {

class TableText {
 public:
  // Of `lines`, which must outlive it.
  TableText(Lines& lines, const Reading& reading);

  const TableStart& start() const { return start_; }
  Records& records() { return records_; }
  const Records& records() const { return records_; }
  // The number of rows, if the first line states it.
  std::optional<std::uint64_t> stated_rows() const { return stated_rows_; }
  // What was decided for the user, as sentences.
  const std::vector<Message>& notes() const { return notes_; }

 private:
  void take_size();
  void take_header(const Reading& reading);
  std::vector<std::string> read_header();

  Records records_;
  TableStart start_;
  std::optional<std::uint64_t> stated_rows_;
  std::vector<Message> notes_;
};

}  // namespace perceptron::core
