#include "learn/settings.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "base/escapes.h"
#include "base/text.h"

namespace perceptron {

ClassWeights parse_class_weights(const std::vector<std::string>& entries) {
  if (entries == std::vector<std::string>{"balanced"}) return {true, {}};
  if (entries == std::vector<std::string>{std::string(kNoClassWeights)}) return {};
  ClassWeights weights;
  for (const std::string& entry : entries) {
    const auto equals = entry.rfind('=');
    const std::string number = equals == std::string::npos ? "" : entry.substr(equals + 1);
    const auto value = core::parse_number(number);
    if (entry == "balanced") {
      throw core::Error(ErrorKind::usage,
                        fmt::format("{}: expected balanced or NAME=W, found both; leave one out",
                                    core::setting("class-weight")));
    }
    if (!value || !(*value > 0 && std::isfinite(*value))) {
      throw core::Error(
          ErrorKind::usage,
          fmt::format("{}: expected balanced or NAME=W with a number W above 0, found {}",
                      core::setting("class-weight"), core::in_quotes(entry)));
    }
    weights.weights.emplace_back(entry.substr(0, equals), WrittenNumber(*value, number));
  }
  return weights;
}

core::SettingValue shown_setting(const ClassWeights& weights) {
  std::vector<std::string> entries;
  if (weights.balanced) entries.emplace_back("balanced");
  for (const auto& [name, weight] : weights.weights) entries.push_back(name + "=" + weight.text());
  return entries;
}

std::string value_text(const ClassWeights& weights) {
  std::vector<std::string> entries = std::get<std::vector<std::string>>(shown_setting(weights));
  for (std::string& entry : entries) entry = core::with_escapes(entry, ",");
  return core::value_text(entries);
}

void parse_setting(std::string_view /*name*/, const std::string& text, ClassWeights& value) {
  std::vector<std::string> entries;
  for (const std::string& entry : core::split_unescaped(text, ','))
    entries.push_back(core::without_escapes(entry));
  value = parse_class_weights(entries);
}

}  // namespace perceptron
