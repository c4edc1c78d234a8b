#include "evaluate/costs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "data/classes.h"

namespace perceptron {
namespace {

// The text with backslashes before the marks that divide entries.
std::string marked(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (c == ':' || c == '=' || c == ',' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

// Takes the name before the next `mark`; none if there is no such mark.
std::optional<std::string> take_name(std::string_view& text, char mark) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      name += text[++i];
    } else if (text[i] == mark) {
      text.remove_prefix(i + 1);
      return name;
    } else {
      name += text[i];
    }
  }
  return std::nullopt;
}

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
    text += fmt::format("{}{}:{}={}", text.empty() ? "" : ",", marked(each.truth),
                        marked(each.predicted), core::format_number(each.cost));
  return text;
}

void parse_setting(std::string_view name, const std::string& text, Costs& costs) {
  costs.clear();
  std::string_view rest = text;
  while (!rest.empty()) {
    const auto truth = take_name(rest, ':');
    const auto predicted = truth ? take_name(rest, '=') : std::nullopt;
    if (!predicted) refuse(name, text);
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const auto cost = core::parse_number(std::string(rest.substr(0, comma)));
    if (!cost || !(*cost >= 0 && std::isfinite(*cost))) refuse(name, text);
    costs.push_back({*truth, *predicted, *cost});
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  if (costs.empty()) refuse(name, text);
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
