#include "data/read/header.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>

#include "base/number.h"
#include "data/missing_marks.h"
#include "data/read/columns.h"

namespace perceptron::core {
namespace {

using HeaderRecords = std::vector<std::vector<std::string>>;

bool is_value(std::string_view text) { return !is_missing(text) && parse_number(text).has_value(); }

bool names_column_of(const Schema& model, const std::vector<std::string>& first) {
  const std::unordered_set<std::string> names(first.begin(), first.end());
  if (names.contains(model.label_name)) return true;
  if (model.weight_position && names.contains(model.weight_name)) return true;
  return std::any_of(model.columns.begin(), model.columns.end(),
                     [&](const Column& column) { return names.contains(column.name); });
}

// Whether the first line has no number and either a later line has one, or everything is text and
// no field of the first line is repeated in its column.
bool words_above_values(const HeaderRecords& records) {
  const auto& first = records[0];
  if (std::any_of(first.begin(), first.end(), is_value)) return false;
  bool repeated = false;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (std::any_of(records[i].begin(), records[i].end(), is_value)) return true;
    for (std::size_t j = 0; j < std::min(first.size(), records[i].size()); ++j) {
      repeated = repeated || records[i][j] == first[j];
    }
  }
  return !repeated;
}

// The values of column `j` below the first line.
std::vector<std::string_view> below(const HeaderRecords& records, std::size_t j) {
  std::vector<std::string_view> values;
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (j < records[i].size() && !is_missing(records[i][j])) values.emplace_back(records[i][j]);
  }
  return values;
}

// A word above numbers only, or above shorter words that are repeated while it is not.
bool is_name_of(std::string_view word, const std::vector<std::string_view>& values) {
  if (values.empty() || std::find(values.begin(), values.end(), word) != values.end()) return false;
  if (std::all_of(values.begin(), values.end(), is_value)) return true;
  const bool longest = std::all_of(values.begin(), values.end(), [&](std::string_view value) {
    return value.size() < word.size();
  });
  if (!longest) return false;
  const std::set<std::string_view> different(values.begin(), values.end());
  return 2 * different.size() <= values.size();
}

// Whether the numbers of the first line count up by one, from 0, 1 or a year, and its words are
// names of what stands below them: Letter,1,2,3 or country,2019,2020,2021. Without any word, the
// numbers must be those of the columns, and the last one no class below it.
bool numbers_above_values(const HeaderRecords& records) {
  constexpr std::size_t kFewestRows = 10;
  constexpr std::size_t kFewestNumbers = 3;
  const auto& first = records[0];
  if (records.size() <= kFewestRows) return false;
  std::optional<std::uint64_t> before;
  std::uint64_t start = 0;
  std::size_t numbers = 0;
  for (std::size_t j = 0; j < first.size(); ++j) {
    const auto count = parse_count(first[j]);
    if (!count) {
      if (is_value(first[j]) || !is_name_of(first[j], below(records, j))) return false;
      continue;
    }
    if (before && *count != *before + 1) return false;
    if (!before) start = *count;
    before = count;
    ++numbers;
  }
  const bool year = start >= 1900 && start <= 2100;
  if (numbers < kFewestNumbers || (start > 1 && !year)) return false;
  if (numbers < first.size()) return true;
  const auto classes = below(records, first.size() - 1);
  return start <= 1 && std::find(classes.begin(), classes.end(), first.back()) == classes.end();
}

}  // namespace

HeaderEvidence find_header(const std::vector<std::vector<std::string>>& records,
                           const Reading& reading) {
  if (reading.options.header == HeaderUse::yes) return HeaderEvidence::words;
  if (reading.options.header == HeaderUse::no) return HeaderEvidence::none;
  // A line of texts looks like names.
  if (reading.schema != nullptr && !reading.schema->named && reading.schema->has_text())
    return HeaderEvidence::none;
  if (reading.schema != nullptr && reading.schema->named)
    return names_column_of(*reading.schema, records[0]) ? HeaderEvidence::words
                                                        : HeaderEvidence::none;
  if (records.size() < 2) {
    // A single line without a number holds names, not a training row.
    const bool number = std::any_of(records[0].begin(), records[0].end(), is_value);
    return reading.schema == nullptr && !number ? HeaderEvidence::words : HeaderEvidence::none;
  }
  if (words_above_values(records)) return HeaderEvidence::words;
  return numbers_above_values(records) ? HeaderEvidence::numbers : HeaderEvidence::none;
}

}  // namespace perceptron::core
