// Thrown by a check if the claim does not hold.
#pragma once

#include <string>

namespace perceptron::core {

struct Refusal {
  std::string reason;
};

inline void require(bool condition, const std::string& otherwise) {
  if (!condition) throw Refusal{otherwise};
}

}  // namespace perceptron::core
