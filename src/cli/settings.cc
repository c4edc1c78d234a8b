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

std::uint64_t parse_bytes(std::string_view name, const std::string& text) {
  constexpr std::string_view kUnits = "KMGT";
  std::string_view number = text;
  std::uint64_t unit = 1;
  if (number.ends_with('B') || number.ends_with('b')) number.remove_suffix(1);
  const auto at =
      number.empty()
          ? std::string_view::npos
          : kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(number.back()))));
  if (at != std::string_view::npos) {
    number.remove_suffix(1);
    for (std::size_t k = 0; k <= at; ++k) unit *= 1024;
  }
  const auto value = parse_number(number);
  if (!value || !(*value > 0) || !(*value * static_cast<double>(unit) < 0x1p63))
    throw Error(Exit::usage, fmt::format("--{}: expected a size such as 256M or 2G, found {}", name,
                                         in_quotes(text)));
  return static_cast<std::uint64_t>(*value * static_cast<double>(unit));
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
