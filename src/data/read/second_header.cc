#include "data/read/second_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "data/missing_marks.h"
#include "data/read/decimal_mark.h"
#include "data/read/foreign_files.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kFewestBelow = 3;

// Whether the class of the first row is also one of the rows below.
bool is_class(const TableStart& start, std::size_t label) {
  const auto& rows = start.sample;
  if (label >= rows[0].size() || is_missing(rows[0][label])) return false;
  return std::any_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
    return label < row.size() && row[label] == rows[0][label];
  });
}

// Whether the rows below the first hold numbers here, and at least a few.
bool are_numbers_below(const TableStart& start, std::size_t position, DecimalMark decimal,
                       const MissingMarks& marks) {
  std::size_t numbers = 0;
  for (std::size_t i = 1; i < start.sample.size(); ++i) {
    const auto& row = start.sample[i];
    if (position >= row.size() || marks.has(row[position])) continue;
    if (!parse_marked_number(row[position], decimal)) return false;
    ++numbers;
  }
  return numbers >= kFewestBelow;
}

}  // namespace

void refuse_second_header(const TableStart& start, const TableColumns& columns,
                          const std::vector<bool>& open) {
  if (!start.delimited || start.header.empty() || start.sample.size() <= kFewestBelow) return;
  if (columns.label && is_class(start, *columns.label)) return;
  const Schema& schema = columns.schema;
  const MissingMarks marks(schema.missing_values);
  const Column* example = nullptr;
  std::vector<std::string> texts;
  for (std::size_t c = 0; c < schema.columns.size(); ++c) {
    const std::size_t position = schema.columns[c].position;
    if (!open[c] || position >= start.sample[0].size()) continue;
    const std::string& text = start.sample[0][position];
    if (marks.has(text)) continue;
    if (parse_marked_number(text, schema.decimal)) return;
    if (!are_numbers_below(start, position, schema.decimal, marks)) continue;
    if (example == nullptr) example = &schema.columns[c];
    texts.push_back(text);
  }
  if (example == nullptr) return;
  Place place = start.first;
  ++place.line;
  place.column = 0;
  throw Error(
      place,
      fmt::format(
          "expected a row below the header, found {} above columns of numbers, as units or a "
          "second header are written (remove the line: {}; or the one above it, if this is the "
          "header: {}; if it is a row, correct it, or use {})",
          in_list(texts),
          command_for(fmt::format("sed {}d {{file}} > {{rows}}", place.line), start.name),
          command_for(fmt::format("sed {}d {{file}} > {{rows}}", place.line - 1), start.name),
          setting("column", example->name + "=category")));
}

}  // namespace perceptron::core
