#include "data/read/text_doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

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

bool is_whole(double value) { return value == std::floor(value); }

bool counts_up(const std::vector<double>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_whole(values[0]) || values[i] != values[0] + static_cast<double>(i)) return false;
  }
  return true;
}

// id, userId, user_id, key, uuid and so on.
bool is_called_identifier(const std::string& name) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  constexpr std::array<std::string_view, 8> kNames = {"id",    "key",    "uuid",     "guid",
                                                      "index", "number", "serialno", "code"};
  if (std::find(kNames.begin(), kNames.end(), lower) != kNames.end()) return true;
  constexpr std::array<std::string_view, 5> kEnds = {"_id", "-id", " id", "_key", "_no"};
  return name.ends_with("Id") || name.ends_with("ID") ||
         std::any_of(kEnds.begin(), kEnds.end(),
                     [&](std::string_view end) { return lower.ends_with(end); });
}

// Whether sorted numbers lie as evenly in their range as random ones do (Kolmogorov and Smirnov's
// test, at 1 %), with many more numbers of as many digits between them: 482913, 120031, 990211.
bool are_drawn_evenly(const std::vector<double>& sorted) {
  constexpr double kLarge = 10'000;
  constexpr double kCritical = 1.63;
  const double range = sorted.back() - sorted.front();
  const auto count = static_cast<double>(sorted.size());
  if (sorted.front() < kLarge || range < 10 * count) return false;
  double largest = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double share = (static_cast<double>(i) + 0.5) / count;
    largest = std::max(largest, std::abs(share - (sorted[i] - sorted.front()) / range));
  }
  return largest < kCritical / std::sqrt(count);
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
  return fmt::format("all but {} are numbers: correct it, or use {} if that means a missing value",
                     in_list(others),
                     setting("missing-values", fmt::format("{}", fmt::join(others, ","))));
}

std::string advice_on_quantities(const std::vector<std::string>& numbers,
                                 const std::vector<std::uint64_t>& rows) {
  std::vector<std::pair<double, std::uint64_t>> values;
  std::uint64_t all = 0;
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    values.emplace_back(parse_number(numbers[c]).value_or(0), rows[c]);
    all += rows[c];
  }
  std::sort(values.begin(), values.end());
  std::uint64_t below = 0;
  const auto median = std::find_if(values.begin(), values.end(), [&](const auto& value) {
    return 2 * (below += value.second) > all;
  });
  return fmt::format(
      R"(make classes of it, such as "low" below {} (its median) and "high" from there on)",
      brief(median == values.end() ? 0 : median->first));
}

IdentifierEvidence identifier_evidence(const std::string& column, std::vector<double> values) {
  if (!are_identifiers(values.size(), values.size())) return IdentifierEvidence::none;
  if (counts_up(values)) return IdentifierEvidence::counting;
  if (!std::all_of(values.begin(), values.end(), is_whole)) return IdentifierEvidence::none;
  std::sort(values.begin(), values.end());
  if (std::adjacent_find(values.begin(), values.end()) != values.end())
    return IdentifierEvidence::none;
  constexpr double kNearly = 1.05;  // some rows may be missing
  const bool is_permutation =
      values.back() - values.front() < kNearly * static_cast<double>(values.size());
  return is_permutation || is_called_identifier(column) || are_drawn_evenly(values)
             ? IdentifierEvidence::different
             : IdentifierEvidence::none;
}

std::string_view evidence_text(IdentifierEvidence evidence) {
  return evidence == IdentifierEvidence::counting ? "counts the rows"
                                                  : "has another whole number in each row";
}

}  // namespace perceptron::core
