#include "cli/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron::core {
namespace {

[[noreturn]] void refuse(const std::string& expected, const std::string& found) {
  throw Error(ErrorKind::usage,
              fmt::format("--grid: expected {}, found {}", expected, in_quotes(found)));
}

void require_axis_name(const std::string& name, const std::string& about) {
  const auto names = axis_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  throw Error(ErrorKind::usage, fmt::format("{}: expected NAME=… with NAME one of {}, found {}",
                                            about, fmt::join(names, ", "), in_quotes(name)));
}

std::vector<std::string> spread(bool whole, const std::string& text) {
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
  std::vector<std::string> values;
  for (const double value : log_spaced(from, to, *count))
    values.push_back(whole ? fmt::format("{:.0f}", value) : format_number(value));
  return values;
}

}  // namespace

Axis parse_axis(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) refuse("NAME=FROM:TO:COUNT or NAME=A,B,C", text);
  const std::string name = text.substr(0, equals);
  const std::string list = text.substr(equals + 1);
  require_axis_name(name, "--grid");
  const AxisKind kind = axis_kind(name);
  const bool range = list.find(':') != std::string::npos;
  if (range && !kind.choices.empty())
    refuse(fmt::format("a list of {}", fmt::join(kind.choices, ", ")), text);
  return make_axis(name, range ? spread(kind.whole, list) : split_list(list));
}

void set_option(Candidate& candidate, const std::string& name, const std::string& value,
                const std::string& about) {
  require_axis_name(name, about);
  set_value(candidate, name, value);
}

}  // namespace perceptron::core
