// The names of features that files call by name, such as words, sorted by bytes, so that the number
// of a feature does not depend on the order of the rows. Copies share the names.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace perceptron::core {

class Dictionary {
 public:
  // `names` are sorted, and all different.
  explicit Dictionary(std::vector<std::string> names);

  const std::vector<std::string>& names() const { return *names_; }
  std::uint64_t size() const { return names_->size(); }
  // The number of the feature called `name`.
  std::optional<std::uint64_t> find(std::string_view name) const;

 private:
  std::shared_ptr<const std::vector<std::string>> names_;
};

}  // namespace perceptron::core
