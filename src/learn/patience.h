// When to stop waiting for an improvement.
#pragma once

#include <cstdint>

namespace perceptron::core {

class Patience {
 public:
  // Evaluations in a row without improvement after which to stop; 0: never.
  explicit Patience(std::uint64_t limit) : limit_(limit) {}

  // After an evaluation; false if it is time to stop.
  bool proceed(bool improved) {
    waited_ = improved ? 0 : waited_ + 1;
    return limit_ == 0 || waited_ < limit_;
  }

 private:
  std::uint64_t limit_;
  std::uint64_t waited_ = 0;
};

}  // namespace perceptron::core
