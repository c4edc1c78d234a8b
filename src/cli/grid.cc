#include "cli/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/elementary.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/settings.h"

namespace perceptron {
namespace {

constexpr std::uint64_t kMostPoints = 100'000;

[[noreturn]] void refuse(const std::string& expected, const std::string& found) {
  throw Error(Exit::usage,
              fmt::format("--grid: expected {}, found {}", expected, in_quotes(found)));
}

// Numbers and choices. A yes or no, and what is a list itself, make no axis.
// The one free text is l2: a number, or auto.
bool can_vary(const Option<LearnSettings>& option) {
  return std::holds_alternative<double LearnSettings::*>(option.field) ||
         std::holds_alternative<std::uint64_t LearnSettings::*>(option.field) ||
         std::holds_alternative<std::string LearnSettings::*>(option.field);
}

const Option<LearnSettings>& find_option(const std::string& name, const std::string& text) {
  std::vector<std::string> names;
  for (const Option<LearnSettings>& option : learn_options()) {
    if (!can_vary(option)) continue;
    if (option.name == name) return option;
    names.emplace_back(option.name);
  }
  refuse(fmt::format("NAME=… with NAME one of {}", fmt::join(names, ", ")), text);
}

// To twelve digits, so that 0.01:100:5 is 0.01, 0.1, 1, 10, 100 and no
// neighbour of them.
std::string rounded(double value) {
  return format_number(*parse_number(fmt::format("{:.12g}", value)));
}

std::vector<std::string> spread(const Option<LearnSettings>& option, const std::string& text) {
  const auto parts = split_list(text, ':');
  if (parts.size() != 3) refuse("FROM:TO:COUNT, three numbers", text);
  const auto end = [&](const std::string& part) {
    const auto value = parse_number(part);
    if (!value || !(*value >= 1e-300 && *value <= 1e300))
      refuse("a number above 0, to 1e300, at each end of FROM:TO:COUNT", part);
    return *value;
  };
  const double from = end(parts[0]);
  const double to = end(parts[1]);
  const auto count = parse_count(parts[2]);
  if (!count || *count < 2 || *count > kMostPoints)
    refuse(fmt::format("a COUNT from 2 to {} in FROM:TO:COUNT", with_commas(kMostPoints)),
           parts[2]);
  const bool whole = std::holds_alternative<std::uint64_t LearnSettings::*>(option.field);
  const double low = portable_log(from);
  const double high = portable_log(to);
  std::vector<std::string> values;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(*count - 1);
    const double value = i == 0            ? from
                         : i + 1 == *count ? to
                                           : portable_exp(low + share * (high - low));
    values.push_back(whole ? fmt::format("{:.0f}", value)
                           : (i == 0 || i + 1 == *count ? format_number(value) : rounded(value)));
  }
  return values;
}

// The value as the settings have it, so that 0.10 and 0.1 are the same.
std::string normal_text(const Option<LearnSettings>& option, const std::string& text) {
  LearnSettings settings;
  assign(settings, option, text);
  if (option.name != "l2" || text == "auto") return text_of(settings, option);
  l2_of(settings);  // throws unless it is a number
  return format_number(*parse_number(text));
}

}  // namespace

Axis parse_axis(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) refuse("NAME=FROM:TO:COUNT or NAME=A,B,C", text);
  const std::string name = text.substr(0, equals);
  const std::string list = text.substr(equals + 1);
  Axis axis{&find_option(name, text), {}};
  const bool range = list.find(':') != std::string::npos;
  if (range && !axis.is_number()) {
    refuse(fmt::format("a list of {}", fmt::join(split_choices(axis.option->choices), ", ")), text);
  }
  for (const std::string& value : range ? spread(*axis.option, list) : split_list(list)) {
    std::string normal = normal_text(*axis.option, value);
    if (std::find(axis.values.begin(), axis.values.end(), normal) == axis.values.end())
      axis.values.push_back(std::move(normal));
  }
  return axis;
}

std::vector<GridPoint> all_points(const LearnSettings& common, const std::vector<Axis>& axes) {
  std::vector<GridPoint> points = {{common, {}}};
  for (const Axis& axis : axes) {
    if (points.size() * axis.values.size() > kMostPoints) {
      throw Error(Exit::usage, fmt::format("--grid: more than {} settings; take fewer values",
                                           with_commas(kMostPoints)));
    }
    std::vector<GridPoint> more;
    for (const GridPoint& point : points) {
      for (const std::string& value : axis.values) {
        more.push_back(point);
        assign(more.back().settings, *axis.option, value);
        more.back().values.push_back(value);
      }
    }
    points = std::move(more);
  }
  return points;
}

}  // namespace perceptron
