#include "data/read/text_doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/message.h"
#include "base/number.h"
#include "base/text.h"
#include "data/classes.h"
#include "data/read/column_types.h"

namespace perceptron::core {
namespace {

// What stands before or after the number in a text: $12.50, 17%, 80 kg.
std::optional<std::string_view> unit_of(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::size_t kLongest = 8;  // bytes
  const std::size_t first = text.find_first_of(kDigits);
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t last = text.find_last_of(kDigits);
  std::string_view before = text.substr(0, first);
  if (before.ends_with('-') || before.ends_with('+')) before.remove_suffix(1);
  const std::string_view after = text.substr(last + 1);
  if (before.empty() == after.empty() || before.size() + after.size() > kLongest)
    return std::nullopt;
  std::string number(text.substr(first, last + 1 - first));
  std::erase(number, ',');
  if (!parse_number(number)) return std::nullopt;
  return before.empty() ? after : before;
}

// The unit that all of the texts have.
std::optional<std::string_view> common_unit(const std::vector<std::string_view>& texts) {
  const auto unit = unit_of(texts[0]);
  const bool common = std::all_of(texts.begin(), texts.end(),
                                  [&](std::string_view text) { return unit_of(text) == unit; });
  return common ? unit : std::nullopt;
}

// 0 where a sparse row does not have the feature.
template <class Row>
double value_of(const Row& row, std::uint64_t feature) {
  for (std::uint64_t k = 0; k < row.size; ++k) {
    if (row.feature(k) == feature) return row.value(k);
  }
  return 0;
}

template <class Rows>
bool counts_rows(const Rows& rows, std::uint64_t feature) {
  const double first = value_of(rows[0], feature);
  if (first != std::floor(first)) return false;
  for (std::uint64_t i = 1; i < rows.rows; ++i) {
    if (value_of(rows[i], feature) != first + static_cast<double>(i)) return false;
  }
  return true;
}

}  // namespace

std::string doubt_about(const std::string& column, const std::vector<std::string_view>& texts) {
  constexpr std::size_t kFewest = 3;
  if (texts.size() < kFewest) return "";
  if (date_orders(texts).size() > 1) {
    return fmt::format("they are dates, whose day cannot be told from the month: use {} or {}",
                       setting("column", column + "=date:dmy"),
                       setting("column", column + "=date:mdy"));
  }
  if (const auto unit = common_unit(texts)) {
    return fmt::format("they are numbers with {}: remove it, and the column is one of numbers",
                       in_quotes(*unit));
  }
  constexpr std::size_t kMostOthers = 5;
  std::vector<std::string> others;
  for (const std::string_view text : texts) {
    if (parse_number(text)) continue;
    if (others.size() == kMostOthers) return "";
    others.emplace_back(text);
  }
  if (2 * others.size() >= texts.size()) return "";
  return fmt::format(
      "all but {} are numbers: correct it, or leave the field empty where the value is missing",
      in_list(others));
}

std::vector<std::size_t> counting_columns(const Dataset& data) {
  std::vector<std::size_t> found;
  if (!are_identifiers(data.rows(), data.rows())) return found;
  std::uint64_t feature = 0;
  for (std::size_t c = 0; c < data.schema.columns.size(); ++c) {
    const Column& column = data.schema.columns[c];
    const bool counts = column.type == ColumnType::number &&
                        std::visit([&](const auto& rows) { return counts_rows(rows, feature); },
                                   data.matrix.view());
    if (counts) found.push_back(c);
    feature += column.features();
  }
  return found;
}

}  // namespace perceptron::core
