#include "cli/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron {
namespace {

std::string range(double minimum, double maximum) {
  if (std::isfinite(minimum) && std::isfinite(maximum))
    return fmt::format(" from {} to {}", minimum, maximum);
  return "";
}

}  // namespace

bool parse_choice(std::string_view name, std::string_view choices, const std::string& text) {
  const auto words = split_choices(choices);
  if (std::find(words.begin(), words.end(), text) != words.end()) return true;
  throw Error(Exit::usage, fmt::format("--{}: expected one of {}, found {}", name,
                                       fmt::join(words, ", "), in_quotes(text)));
}

std::uint64_t parse_whole(std::string_view name, double minimum, double maximum,
                          const std::string& text) {
  const auto value = parse_count(text);
  if (!value || static_cast<double>(*value) < minimum || static_cast<double>(*value) > maximum) {
    throw Error(Exit::usage, fmt::format("--{}: expected a whole number{}, found {}", name,
                                         range(minimum, maximum), in_quotes(text)));
  }
  return *value;
}

namespace {

// The letter behind a size, in capitals; none where it counts bytes.
std::string unit_of(std::string_view text) {
  if (text.ends_with('B') || text.ends_with('b')) text.remove_suffix(1);
  if (text.empty()) return "";
  const auto letter = static_cast<char>(std::toupper(static_cast<unsigned char>(text.back())));
  return std::string_view("KMGT").find(letter) == std::string_view::npos ? ""
                                                                         : std::string(1, letter);
}

std::uint64_t bytes_of_unit(const std::string& unit) {
  return std::uint64_t{1} << (unit.empty() ? 0 : 10 * (std::string_view("KMGT").find(unit) + 1));
}

}  // namespace

std::uint64_t parse_bytes(std::string_view name, const std::string& text) {
  std::string_view number = text;
  if (number.ends_with('B') || number.ends_with('b')) number.remove_suffix(1);
  const std::string letter = unit_of(text);
  number.remove_suffix(letter.size());
  const auto unit = static_cast<double>(bytes_of_unit(letter));
  const auto value = parse_number(number);
  if (!value || !(*value > 0) || !(*value * unit < 0x1p63))
    throw Error(Exit::usage, fmt::format("--{}: expected a size such as 256M or 2G, found {}", name,
                                         in_quotes(text)));
  return static_cast<std::uint64_t>(*value * unit);
}

std::string bytes_in_unit_of(const std::string& text, std::uint64_t bytes) {
  const std::string letter = unit_of(text);
  const std::uint64_t unit = bytes_of_unit(letter);
  if (bytes / unit >= 10 || letter.empty())
    return fmt::format("{}{}", bytes / unit + (bytes % unit > 0 ? 1 : 0), letter);
  // Few of a large unit: the second digit behind the point counts.
  const double hundredth = static_cast<double>(unit) / 100;
  return fmt::format("{:.2f}{}", std::floor(static_cast<double>(bytes) / hundredth + 1) / 100,
                     letter);
}

double parse_real(std::string_view name, double minimum, double maximum, const std::string& text) {
  const auto value = parse_number(text);
  if (!value || !std::isfinite(*value) || *value < minimum || *value > maximum) {
    throw Error(Exit::usage, fmt::format("--{}: expected a number{}, found {}", name,
                                         range(minimum, maximum), in_quotes(text)));
  }
  return *value;
}

std::vector<std::string> split_list(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace perceptron
