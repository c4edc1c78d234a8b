// From a table of settings to the command line, and back to text for the
// record of a run.
#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/options.h"

namespace perceptron {

// Text to value, with the option's name, range and choices for the message.
bool parse_choice(std::string_view name, std::string_view choices, const std::string& text);
std::uint64_t parse_whole(std::string_view name, double minimum, double maximum,
                          const std::string& text);
// A number of bytes, such as 256M or 2G.
std::uint64_t parse_bytes(std::string_view name, const std::string& text);
// The least size of at least so many bytes, in the unit that `text` is in.
std::string bytes_in_unit_of(const std::string& text, std::uint64_t bytes);
double parse_real(std::string_view name, double minimum, double maximum, const std::string& text);
std::vector<std::string> split_list(const std::string& text, char separator = ',');

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

// Adds an option to `app` for each record of `table` whose name is not in `except`.
template <class Settings, class Table>
void declare_options(CLI::App& app, Settings& settings, const Table& table,
                     const std::string& group, std::span<const std::string_view> except = {}) {
  for (const Option<Settings>& option : table) {
    if (std::find(except.begin(), except.end(), option.name) != except.end()) continue;
    const std::string name = "--" + std::string(option.name);
    const std::string default_text = text_of(settings, option);
    std::string help(option.help);
    if (std::holds_alternative<bool Settings::*>(option.field)) {
      auto field = std::get<bool Settings::*>(option.field);
      app.add_flag(name + ",!--no-" + std::string(option.name), settings.*field, help)
          ->group(group);
      continue;
    }
    if (!default_text.empty() && help.find("(default:") == std::string::npos)
      help += " [" + default_text + "]";
    app.add_option_function<std::string>(
           name, [&settings, option](const std::string& text) { assign(settings, option, text); },
           help)
        ->type_name(std::string(option.choices.empty() ? option.value : option.choices))
        ->group(group);
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
