#include "data/options.h"

namespace perceptron {

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
