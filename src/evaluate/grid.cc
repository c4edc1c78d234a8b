#include "evaluate/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/elementary.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "data/options.h"
#include "learn/learn_options.h"
#include "model/conflicts.h"

namespace perceptron::core {
namespace {

// Numbers, choices and class weights. Flags and other lists cannot be axes. The only free texts are
// l2, a number or auto, and class weights, none or balanced: others have commas as lists of values
// do.
constexpr std::string_view kClassWeight = "class-weight";

bool can_vary(const Option<LearnSettings>& option) {
  if (option.name == kClassWeight) return true;
  const SettingValue usual = value_of(LearnSettings(), option);
  return std::holds_alternative<double>(usual) || std::holds_alternative<std::uint64_t>(usual) ||
         std::holds_alternative<std::string>(usual);
}

// The only axis that is not a training setting.
const Option<ReadSettings>& scale_option() {
  return *std::find_if(kDataOptions.begin(), kDataOptions.end(),
                       [](const auto& option) { return option.name == "scale"; });
}

// Null for scale.
const LearnOption* find_option(const std::string& name) {
  for (const LearnOption& option : kLearnOptions) {
    if (can_vary(option) && option.name == name) return &option;
  }
  if (name == scale_option().name) return nullptr;
  std::vector<std::string> names;
  for (const std::string& each : axis_names()) names.push_back(setting_name(each));
  throw Error(ErrorKind::usage,
              fmt::format("expected the name of a setting to vary, one of {}, found {}",
                          fmt::join(names, ", "), in_quotes(name)));
}

// The value as the settings store it, so that 0.10 and 0.1 are the same.
std::string normal_text(const std::string& name, const std::string& text) {
  Candidate candidate;
  set_value(candidate, name, text);
  const Option<LearnSettings>* const option = find_option(name);
  if (option == nullptr) return std::string(name_of(candidate.scale));
  const SettingValue value = value_of(candidate.learn, *option);
  const double* const number = std::get_if<double>(&value);
  if (number != nullptr) return format_number(*number);
  if (name == kClassWeight && candidate.learn.class_weight.empty())
    return std::string(kNoClassWeights);
  return text_of(candidate.learn, *option);
}

void require_few_points(std::uint64_t points) {
  if (points > kMostPoints)
    throw Error(ErrorKind::usage, fmt::format("{}: more than {} settings; use fewer values",
                                              setting("grid"), with_commas(kMostPoints)));
}

// Keeps one of the points that differ only in settings that their learner does not use.
void drop_unused_values(const std::vector<Axis>& axes, std::vector<GridPoint>& points) {
  std::vector<GridPoint> kept;
  for (GridPoint& point : points) {
    bool twin = false;
    for (std::size_t a = 0; a < axes.size(); ++a) {
      if (!find_unused(axes[a].name, point.candidate.learn)) continue;
      twin = twin || point.values[a] != axes[a].values[0];
      point.values[a] = kUnused;
    }
    if (!twin) kept.push_back(std::move(point));
  }
  points = std::move(kept);
}

}  // namespace

std::vector<std::string> axis_names() {
  std::vector<std::string> names;
  for (const Option<LearnSettings>& option : kLearnOptions) {
    if (can_vary(option)) names.emplace_back(option.name);
  }
  names.emplace_back(scale_option().name);
  return names;
}

AxisKind axis_kind(const std::string& name) {
  const Option<LearnSettings>* const option = find_option(name);
  if (name == kClassWeight) return {{std::string(kNoClassWeights), "balanced", "NAME=W"}, false};
  const std::string_view choices = option == nullptr ? scale_option().choices : option->choices;
  const bool whole = option != nullptr &&
                     std::holds_alternative<std::uint64_t>(value_of(LearnSettings(), *option));
  return {choices.empty() ? std::vector<std::string>() : split_choices(choices), whole};
}

std::vector<double> log_spaced(double from, double to, std::uint64_t count) {
  // Rounded to twelve digits, so that 0.01 to 100 in 5 numbers is 0.01, 0.1, 1, 10, 100 and not a
  // neighbouring number.
  const auto rounded = [](double value) { return *parse_number(fmt::format("{:.12g}", value)); };
  const double low = series_log(from);
  const double high = series_log(to);
  std::vector<double> numbers = {from};
  for (std::uint64_t i = 1; i + 1 < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    numbers.push_back(rounded(series_exp(low + share * (high - low))));
  }
  numbers.push_back(to);
  return numbers;
}

Axis make_axis(const std::string& name, const std::vector<std::string>& values) {
  require_few_points(values.size());
  Axis axis{name, axis_kind(name).choices.empty(), {}};
  std::set<std::string> seen;
  for (const std::string& value : values) {
    std::string normal = normal_text(name, value);
    if (seen.insert(normal).second) axis.values.push_back(std::move(normal));
  }
  if (axis.values.empty())
    throw Error(ErrorKind::usage, fmt::format("there is no value of {} to try", setting(name)));
  return axis;
}

void set_value(Candidate& candidate, const std::string& name, const std::string& value) {
  const Option<LearnSettings>* const option = find_option(name);
  if (option == nullptr) {
    ReadSettings options;
    assign(options, scale_option(), value);
    candidate.scale = options.scale;
    return;
  }
  assign(candidate.learn, *option, value);
}

Grid make_grid(const Candidate& common, std::vector<Axis> axes) {
  std::set<std::string_view> names;
  for (const Axis& axis : axes) {
    if (!names.insert(axis.name).second)
      throw Error(ErrorKind::usage, fmt::format("{}: {} is given twice; list all its values in one",
                                                setting("grid"), setting_name(axis.name)));
  }
  std::vector<GridPoint> points = {{common, {}}};
  for (const Axis& axis : axes) {
    require_few_points(points.size() * axis.values.size());
    std::vector<GridPoint> more;
    for (const GridPoint& point : points) {
      for (const std::string& value : axis.values) {
        more.push_back(point);
        set_value(more.back().candidate, axis.name, value);
        more.back().values.push_back(value);
      }
    }
    points = std::move(more);
  }
  drop_unused_values(axes, points);
  return {std::move(axes), std::move(points)};
}

void require_used(std::string_view name, const Grid& grid) {
  std::optional<Conflict> why;
  for (const GridPoint& point : grid.points) {
    why = find_unused(name, point.candidate.learn);
    if (!why) return;
  }
  if (why) throw Error(ErrorKind::usage, why->message());
}

std::vector<double> simplicity(const GridPoint& point, const std::vector<Axis>& axes) {
  std::vector<double> ranks;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    const Axis& axis = axes[a];
    const LearnOption* const option = find_option(axis.name);
    if (option != nullptr && option->complexity != nullptr) {
      const bool used = point.values[a] != kUnused;
      ranks.push_back(used ? option->complexity(point.candidate.learn) : 0);
    } else {
      const auto found = std::find(axis.values.begin(), axis.values.end(), point.values[a]);
      ranks.push_back(static_cast<double>(found - axis.values.begin()));
    }
  }
  return ranks;
}

}  // namespace perceptron::core
