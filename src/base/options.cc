#include "base/options.h"

#include <fmt/format.h>

#include "base/number.h"

namespace perceptron {

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
std::string value_text(const std::string& value) { return value; }
std::string value_text(const std::vector<std::string>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}
std::string value_text(const std::vector<double>& value) {
  return fmt::format("{}", fmt::join(value, ","));
}

}  // namespace perceptron
