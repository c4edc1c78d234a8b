// Measures how long work takes.
#pragma once

#include <chrono>

namespace perceptron::core {

class Stopwatch {
 public:
  // Seconds since construction or the previous call.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - start_;
    start_ = now;
    return passed.count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace perceptron::core
