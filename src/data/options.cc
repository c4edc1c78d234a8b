#include "data/options.h"

#include <variant>

namespace perceptron {
namespace {

std::string text_of(const DataOptions& options, const Option<DataOptions>& option) {
  if (const auto* word = std::get_if<std::string DataOptions::*>(&option.field))
    return options.**word;
  std::string list;
  for (const std::string& part :
       options.*std::get<std::vector<std::string> DataOptions::*>(option.field))
    list += (list.empty() ? "" : ",") + part;
  return list;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> unusual(const DataOptions& options) {
  std::vector<std::pair<std::string, std::string>> values;
  const DataOptions usual;
  for (const Option<DataOptions>& option : kDataOptions) {
    const std::string value = text_of(options, option);
    if (value != text_of(usual, option) && option.name != "scale")
      values.emplace_back(option.name, value);
  }
  return values;
}

}  // namespace perceptron
