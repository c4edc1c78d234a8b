// Settings are values; one table a kind says for each its name, meaning,
// range and where it lives. The table drives the command line, its help, the
// manual, the range checks and the record of a run.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
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

// "a|b|c" as three words.
std::vector<std::string> split_choices(std::string_view choices);

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

}  // namespace perceptron
