#include "base/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

std::string range(double minimum, double maximum) {
  if (std::isfinite(minimum) && std::isfinite(maximum))
    return fmt::format(" from {} to {}", minimum, maximum);
  return "";
}

// "auto or " where a word is allowed instead of a number.
std::string alternative(std::string_view absent) {
  return absent.empty() || parse_number(absent) ? "" : std::string(absent) + " or ";
}

}  // namespace

std::vector<std::string> split_choices(std::string_view choices) {
  std::vector<std::string> words;
  while (!choices.empty()) {
    const auto end = choices.find('|');
    words.emplace_back(choices.substr(0, end));
    choices.remove_prefix(end == std::string_view::npos ? choices.size() : end + 1);
  }
  return words;
}

std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(std::uint64_t value) { return std::to_string(value); }
std::string value_text(double value) { return format_number(value); }
std::string value_text(const WrittenNumber& value) { return value.text(); }
std::string value_text(const std::string& value) { return value; }
std::string value_text(const std::vector<std::string>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}
std::string value_text(const std::vector<double>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}

bool parse_choice(std::string_view name, std::string_view choices, const std::string& text) {
  const auto words = split_choices(choices);
  if (std::find(words.begin(), words.end(), text) != words.end()) return true;
  throw Error(ErrorKind::usage, fmt::format("{}: expected one of {}, found {}", setting(name),
                                            fmt::join(words, ", "), in_quotes(text)));
}

std::uint64_t parse_whole(std::string_view name, double minimum, double maximum,
                          const std::string& text, std::string_view absent) {
  const auto value = parse_count(text);
  if (!value || static_cast<double>(*value) < minimum || static_cast<double>(*value) > maximum) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected {}a whole number{}, found {}", setting(name),
                            alternative(absent), range(minimum, maximum), in_quotes(text)));
  }
  return *value;
}

double parse_real(std::string_view name, double minimum, double maximum, const std::string& text,
                  std::string_view absent) {
  const auto value = parse_number(text);
  if (!value || !std::isfinite(*value) || *value < minimum || *value > maximum) {
    throw Error(ErrorKind::usage,
                fmt::format("{}: expected {}a number{}, found {}", setting(name),
                            alternative(absent), range(minimum, maximum), in_quotes(text)));
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

void refuse_enumerator(std::string_view name, std::string_view choices, int found) {
  throw Error(ErrorKind::usage, fmt::format("{}: expected one of {}, found the number {}",
                                            setting(name), choices, found));
}

void refuse_automatic(std::string_view name, const std::string& text) {
  throw Error(ErrorKind::usage,
              fmt::format("{}: expected a number other than {}; leave it empty for the automatic "
                          "choice",
                          setting(name), text));
}

void refuse_option(const std::string& name) {
  throw Error(ErrorKind::usage, fmt::format("there is no setting {}", setting(name)));
}

}  // namespace perceptron::core
