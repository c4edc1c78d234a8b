#include "data/options.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

namespace perceptron {
namespace {

constexpr std::string_view kIgnoreNew = "ignore-new";

}  // namespace

std::string value_text(const FeatureLimit& limit) {
  if (limit.ignore_new) return std::string(kIgnoreNew);
  return limit.count ? std::to_string(*limit.count) : "";
}

void parse_setting(std::string_view name, const std::string& text, FeatureLimit& limit) {
  limit = {};
  limit.ignore_new = text == kIgnoreNew;
  if (limit.ignore_new || text.empty()) return;
  limit.count = core::parse_count(text);
  if (!limit.count) {
    throw core::Error(ErrorKind::usage,
                      fmt::format("{} takes a number or {}, not {}", core::setting(name),
                                  kIgnoreNew, core::in_quotes(text)));
  }
}

}  // namespace perceptron

namespace perceptron::core {

std::vector<std::string> files_of(const ReadSettings& options) {
  std::vector<std::string> files;
  for (const Option<ReadSettings>& option : kDataOptions) {
    const std::string file = names_file(option.name) ? text_of(options, option) : "";
    if (!file.empty()) files.push_back(file);
  }
  return files;
}

std::vector<std::pair<std::string, std::string>> unusual(const ReadSettings& options) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const Option<ReadSettings>& option : find_changed(options, kDataOptions)) {
    if (option.name != "scale") values.emplace_back(option.name, text_of(options, option));
  }
  return values;
}

}  // namespace perceptron::core
