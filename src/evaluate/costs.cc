#include "evaluate/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/escapes.h"
#include "base/number.h"
#include "base/text.h"
#include "data/classes.h"

namespace perceptron {
namespace {

constexpr std::string_view kMarks = ":=,";  // divide entries, unless after a backslash

[[noreturn]] void refuse(std::string_view name, const std::string& text) {
  throw core::Error(
      ErrorKind::usage,
      fmt::format("{} takes TRUE:PREDICTED=COST, such as spam:ham=5, with a cost of 0 "
                  "or more, not {}",
                  core::setting(name), core::in_quotes(text)));
}

}  // namespace

std::string value_text(const Costs& costs) {
  std::string text;
  for (const CostEntry& each : costs)
    text +=
        fmt::format("{}{}:{}={}", text.empty() ? "" : ",", core::with_escapes(each.truth, kMarks),
                    core::with_escapes(each.predicted, kMarks), core::format_number(each.cost));
  return text;
}

void parse_setting(std::string_view name, const std::string& text, Costs& costs) {
  costs.clear();
  for (const std::string& entry : core::split_unescaped(text, ',')) {
    const auto names_and_cost = core::split_unescaped(entry, '=');
    const auto names = core::split_unescaped(names_and_cost[0], ':', 2);
    const auto cost = names_and_cost.size() == 2 && names.size() == 2
                          ? core::parse_number(names_and_cost[1])
                          : std::nullopt;
    if (!cost || !(*cost >= 0 && std::isfinite(*cost))) refuse(name, text);
    costs.push_back({core::without_escapes(names[0]), core::without_escapes(names[1]), *cost});
  }
}

}  // namespace perceptron

namespace perceptron::core {

CostMatrix::CostMatrix(const Costs& costs, std::span<const std::string> classes) {
  const Classes known(std::vector<std::string>(classes.begin(), classes.end()));
  const auto number_of = [&](const std::string& name) {
    const auto number = known.find(name);
    if (!number)
      throw Error(ErrorKind::usage,
                  fmt::format("{}: there is no class {}; the classes are {}", setting("costs"),
                              in_quotes(name), in_list(known.names())));
    return *number;
  };
  for (const CostEntry& each : costs) {
    if (!(each.cost >= 0 && std::isfinite(each.cost)))
      throw Error(ErrorKind::usage, fmt::format("{}: a cost is a number of 0 or more, not {}",
                                                setting("costs"), each.cost));
    if (!listed_.emplace(std::pair{number_of(each.truth), number_of(each.predicted)}, each.cost)
             .second)
      throw Error(ErrorKind::usage,
                  fmt::format("{}: the cost of predicting {} for {} is given twice; leave one out",
                              setting("costs"), in_quotes(each.predicted), in_quotes(each.truth)));
  }
}

}  // namespace perceptron::core
