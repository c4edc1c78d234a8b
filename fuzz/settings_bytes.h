// The first bytes of an input choose the settings with which the rest is read.
#pragma once

#include <cstdint>
#include <string_view>

namespace perceptron::core::fuzz {

class SettingsBytes {
 public:
  explicit SettingsBytes(std::string_view input) : rest_(input) {}

  // The next byte; 0 at the end.
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(rest_[0]);
    rest_.remove_prefix(1);
    return first;
  }
  // The bytes not used yet.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace perceptron::core::fuzz
