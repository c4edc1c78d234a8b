// Settings are values; one table a kind says for each its name, meaning,
// range and where it lives. The table drives the command line, its help, the
// manual, the range checks, the record of a run, and the parameters in Python.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace perceptron {

template <class Settings>
struct Option {
  using Field = std::variant<bool Settings::*, std::uint64_t Settings::*, double Settings::*,
                             std::string Settings::*, std::vector<std::string> Settings::*,
                             std::vector<double> Settings::*>;

  std::string_view name;     // "epochs" is --epochs on the command line
  Field field;               // its value before parsing is the default
  std::string_view value;    // what help calls the value: "T"
  std::string_view choices;  // "auto|yes|no" where only these are allowed
  std::string_view help;
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
};

// "a|b|c" as three words, and "a,b,c".
std::vector<std::string> split_choices(std::string_view choices);
std::vector<std::string> split_list(const std::string& text, char separator = ',');

// Text to value, with the option's name, range and choices for the message.
bool parse_choice(std::string_view name, std::string_view choices, const std::string& text);
std::uint64_t parse_whole(std::string_view name, double minimum, double maximum,
                          const std::string& text);
double parse_real(std::string_view name, double minimum, double maximum, const std::string& text);

[[noreturn]] void refuse_option(const std::string& name);  // that there is not

// Values as the command line has them.
std::string value_text(bool value);
std::string value_text(std::uint64_t value);
std::string value_text(double value);
std::string value_text(const std::string& value);
std::string value_text(const std::vector<std::string>& value);
std::string value_text(const std::vector<double>& value);

template <class Settings>
std::string text_of(const Settings& settings, const Option<Settings>& option) {
  return std::visit([&](auto field) { return value_text(settings.*field); }, option.field);
}

template <class Settings>
void assign(Settings& settings, const Option<Settings>& option, const std::string& text) {
  std::visit(
      [&](auto field) {
        auto& value = settings.*field;
        using Value = std::remove_reference_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, bool>) {
          value = text == "true";
        } else if constexpr (std::is_same_v<Value, std::uint64_t>) {
          value = parse_whole(option.name, option.minimum, option.maximum, text);
        } else if constexpr (std::is_same_v<Value, double>) {
          value = parse_real(option.name, option.minimum, option.maximum, text);
        } else if constexpr (std::is_same_v<Value, std::string>) {
          if (option.choices.empty() || parse_choice(option.name, option.choices, text))
            value = text;
        } else if constexpr (std::is_same_v<Value, std::vector<double>>) {
          value.clear();
          for (const std::string& part : split_list(text)) {
            value.push_back(parse_real(option.name, option.minimum, option.maximum, part));
          }
        } else {
          value = split_list(text);
        }
      },
      option.field);
}

// Sets the options that `values` names, as the command line would.
template <class Settings, class Table>
void assign_all(Settings& settings, const Table& table,
                const std::map<std::string, std::string>& values) {
  for (const auto& [name, text] : values) {
    const auto named = [&name = name](const Option<Settings>& option) {
      return option.name == name;
    };
    const auto option = std::find_if(std::begin(table), std::end(table), named);
    if (option == std::end(table)) refuse_option(name);
    assign(settings, *option, text);
  }
}

// Names and values, for the record of a run.
template <class Settings, class Table>
std::vector<std::pair<std::string, std::string>> record(const Settings& settings,
                                                        const Table& table) {
  std::vector<std::pair<std::string, std::string>> values;
  values.reserve(std::size(table));
  for (const Option<Settings>& option : table)
    values.emplace_back(option.name, text_of(settings, option));
  return values;
}

}  // namespace perceptron
