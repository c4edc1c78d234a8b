// From a table of settings to the command line.
#pragma once

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/options.h"

namespace perceptron::core {

// A number of bytes, such as 256M or 2G.
std::uint64_t parse_bytes(std::string_view name, const std::string& text);
// The smallest size of at least this many bytes, in the unit of `text`.
std::string bytes_in_unit_of(const std::string& text, std::uint64_t bytes);

// Allows no file for --order, for commands that train on some of the rows at a time.
void refuse_order_file(CLI::App& app);

// Adds an option to `app` for each entry of `table` whose name is not in `except`.
template <class Settings, class Table>
void declare_options(CLI::App& app, Settings& settings, const Table& table,
                     const std::string& group, std::span<const std::string_view> except = {}) {
  for (const Option<Settings>& option : table) {
    if (std::find(except.begin(), except.end(), option.name) != except.end()) continue;
    const std::string name = "--" + std::string(option.name);
    const std::string default_text = text_of(settings, option);
    std::string help(option.help);
    if (std::holds_alternative<bool>(value_of(settings, option))) {
      app.add_flag_function(
             name + ",!--no-" + std::string(option.name),
             [&settings, option](std::int64_t count) {
               assign(settings, option, count > 0 ? "true" : "false");
             },
             help)
          ->group(group);
      continue;
    }
    if (!default_text.empty() && help.find("(default:") == std::string::npos)
      help += " [" + default_text + "]";
    if (option.repeats) {
      app.add_option_function<std::vector<std::string>>(
             name,
             [&settings, option](const std::vector<std::string>& texts) {
               assign(settings, option, fmt::format("{}", fmt::join(texts, ";")));
             },
             help)
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
          ->allow_extra_args(false)
          ->type_name(std::string(option.value))
          ->group(group);
      continue;
    }
    app.add_option_function<std::string>(
           name, [&settings, option](const std::string& text) { assign(settings, option, text); },
           help)
        ->type_name(std::string(option.choices.empty() ? option.value : option.choices))
        ->group(group);
  }
}

}  // namespace perceptron::core
