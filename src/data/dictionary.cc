#include "data/dictionary.h"

#include <algorithm>
#include <utility>

namespace perceptron::core {

Dictionary::Dictionary(std::vector<std::string> names)
    : names_(std::make_shared<const std::vector<std::string>>(std::move(names))) {}

std::optional<std::uint64_t> Dictionary::find(std::string_view name) const {
  const auto at = std::lower_bound(names_->begin(), names_->end(), name);
  if (at == names_->end() || *at != name) return std::nullopt;
  return static_cast<std::uint64_t>(at - names_->begin());
}

}  // namespace perceptron::core
