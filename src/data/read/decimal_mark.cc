#include "data/read/decimal_mark.h"

#include <algorithm>
#include <string>

#include "base/number.h"

namespace perceptron::core {
namespace {

bool are_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view without_sign(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return text;
}

// Whether `whole` is one to three digits, not 0 first, then groups of three after a separator, one
// at least.
bool has_thousands(std::string_view whole, char separator) {
  const std::size_t first = whole.find(separator);
  if (first > 3 || whole.starts_with('0') || !are_digits(whole.substr(0, first))) return false;
  for (std::size_t at = first; at < whole.size(); at += 4) {
    if (whole[at] != separator || at + 4 > whole.size() || !are_digits(whole.substr(at + 1, 3)))
      return false;
  }
  return true;
}

// `text` as parse_number() reads it, if thousands are separated or the mark is not a point.
std::optional<double> parse_written(std::string_view text, char mark, char separator) {
  const std::string_view digits = without_sign(text);
  const std::size_t end = digits.find(mark);
  const std::string_view whole = digits.substr(0, end);
  const bool grouped = has_thousands(whole, separator);
  if (!grouped && (mark == '.' || whole.find(separator) != std::string_view::npos))
    return std::nullopt;
  std::string plain(text.substr(0, text.size() - digits.size()));
  std::copy_if(whole.begin(), whole.end(), std::back_inserter(plain),
               [&](char c) { return c != separator; });
  if (end == std::string_view::npos) return parse_number(plain);
  const std::string_view decimals = digits.substr(end + 1);
  if (decimals.find_first_of(".,") != std::string_view::npos) return std::nullopt;
  return parse_number((plain += '.').append(decimals));
}

}  // namespace

std::optional<double> parse_marked_number(std::string_view text, DecimalMark mark) {
  switch (mark) {
    case DecimalMark::automatic:
      return parse_number(text);
    case DecimalMark::point:
      if (const auto number = parse_number(text)) return number;
      return parse_written(text, '.', ',');
    case DecimalMark::comma:
      return parse_written(text, ',', '.');
  }
  return std::nullopt;
}

MarkEvidence mark_evidence(std::string_view text) {
  const std::string_view digits = without_sign(text);
  const bool comma = digits.find(',') != std::string_view::npos;
  if (!comma) {
    const bool point = digits.find('.') != std::string_view::npos && parse_number(text);
    return point ? MarkEvidence::point : MarkEvidence::none;
  }
  const bool as_point = parse_marked_number(text, DecimalMark::point).has_value();
  const bool as_comma = parse_marked_number(text, DecimalMark::comma).has_value();
  if (as_point && as_comma) return MarkEvidence::thousands;
  return as_point ? MarkEvidence::grouped : as_comma ? MarkEvidence::comma : MarkEvidence::none;
}

}  // namespace perceptron::core
