#include "cli/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/elementary.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/settings.h"
#include "data/options.h"
#include "learn/learners.h"

namespace perceptron {
namespace {

constexpr std::uint64_t kMostPoints = 100'000;

const char* const kAbout = "--grid";

[[noreturn]] void refuse(const std::string& expected, const std::string& found) {
  throw Error(ErrorKind::usage,
              fmt::format("--grid: expected {}, found {}", expected, in_quotes(found)));
}

// Numbers and choices. A yes or no, and what is a list itself, make no axis.
// The one free text is l2: a number, or auto.
bool can_vary(const Option<LearnSettings>& option) {
  const SettingValue usual = value_of(LearnSettings(), option);
  return std::holds_alternative<double>(usual) || std::holds_alternative<std::uint64_t>(usual) ||
         std::holds_alternative<std::string>(usual);
}

// The option that is not the learner's but how its rows are brought to a size.
const Option<DataOptions>& scale_option() {
  return *std::find_if(kDataOptions.begin(), kDataOptions.end(),
                       [](const auto& option) { return option.name == "scale"; });
}

// Null for scale.
const Option<LearnSettings>* find_option(const std::string& name, const std::string& about) {
  std::vector<std::string> names;
  for (const Option<LearnSettings>& option : kLearnOptions) {
    if (!can_vary(option)) continue;
    if (option.name == name) return &option;
    names.emplace_back(option.name);
  }
  if (name == scale_option().name) return nullptr;
  names.emplace_back(scale_option().name);
  throw Error(ErrorKind::usage, fmt::format("{}: expected NAME=… with NAME one of {}, found {}",
                                            about, fmt::join(names, ", "), in_quotes(name)));
}

// To twelve digits, so that 0.01:100:5 is 0.01, 0.1, 1, 10, 100 and no
// neighbour of them.
std::string rounded(double value) {
  return format_number(*parse_number(fmt::format("{:.12g}", value)));
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
  const double low = series_log(from);
  const double high = series_log(to);
  std::vector<std::string> values;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(*count - 1);
    const double value = i == 0            ? from
                         : i + 1 == *count ? to
                                           : series_exp(low + share * (high - low));
    values.push_back(whole ? fmt::format("{:.0f}", value)
                           : (i == 0 || i + 1 == *count ? format_number(value) : rounded(value)));
  }
  return values;
}

// The value as the settings have it, so that 0.10 and 0.1 are the same.
std::string normal_text(const std::string& name, const std::string& text) {
  Candidate candidate;
  set_value(candidate, name, text, kAbout);
  const Option<LearnSettings>* const option = find_option(name, kAbout);
  if (option == nullptr) return std::string(name_of(candidate.scale));
  const SettingValue value = value_of(candidate.learn, *option);
  const double* const number = std::get_if<double>(&value);
  return number != nullptr ? format_number(*number) : text_of(candidate.learn, *option);
}

}  // namespace

Axis parse_axis(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos) refuse("NAME=FROM:TO:COUNT or NAME=A,B,C", text);
  const std::string name = text.substr(0, equals);
  const std::string list = text.substr(equals + 1);
  const Option<LearnSettings>* const option = find_option(name, kAbout);
  const std::string_view choices = option == nullptr ? scale_option().choices : option->choices;
  Axis axis{name, choices.empty(), {}};
  const bool range = list.find(':') != std::string::npos;
  if (range && !axis.number)
    refuse(fmt::format("a list of {}", fmt::join(split_choices(choices), ", ")), text);
  const bool whole = option != nullptr &&
                     std::holds_alternative<std::uint64_t>(value_of(LearnSettings(), *option));
  for (const std::string& value : range ? spread(whole, list) : split_list(list)) {
    std::string normal = normal_text(name, value);
    if (std::find(axis.values.begin(), axis.values.end(), normal) == axis.values.end())
      axis.values.push_back(std::move(normal));
  }
  return axis;
}

void set_value(Candidate& candidate, const std::string& name, const std::string& value,
               const std::string& about) {
  const Option<LearnSettings>* const option = find_option(name, about);
  if (option == nullptr) {
    DataOptions options;
    assign(options, scale_option(), value);
    candidate.scale = options.scale;
    return;
  }
  assign(candidate.learn, *option, value);
}

std::vector<GridPoint> all_points(const Candidate& common, const std::vector<Axis>& axes) {
  std::vector<GridPoint> points = {{common, {}}};
  for (const Axis& axis : axes) {
    if (points.size() * axis.values.size() > kMostPoints) {
      throw Error(ErrorKind::usage, fmt::format("--grid: more than {} settings; take fewer values",
                                                with_commas(kMostPoints)));
    }
    std::vector<GridPoint> more;
    for (const GridPoint& point : points) {
      for (const std::string& value : axis.values) {
        more.push_back(point);
        set_value(more.back().candidate, axis.name, value, kAbout);
        more.back().values.push_back(value);
      }
    }
    points = std::move(more);
  }
  return points;
}

std::vector<double> simplicity(const GridPoint& point, const std::vector<Axis>& axes) {
  std::vector<double> ranks;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const Axis& axis = axes[a];
    const LearnSettings& learn = point.candidate.learn;
    if (axis.name == "l2") {
      ranks.push_back(-l2_of(learn));
    } else if (axis.name == "l1") {
      ranks.push_back(-learn.l1);
    } else if (axis.name == "epochs" || axis.name == "updates" || axis.name == "aggressiveness" ||
               axis.name == "rate") {
      ranks.push_back(parse_number(point.values[a]).value_or(0));
    } else {
      const auto found = std::find(axis.values.begin(), axis.values.end(), point.values[a]);
      ranks.push_back(static_cast<double>(found - axis.values.begin()));
    }
  }
  return ranks;
}

}  // namespace perceptron
