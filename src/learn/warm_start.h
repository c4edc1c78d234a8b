// The state needed to resume training as if it had not stopped: its progress, and what a learner
// keeps besides the weights it returns.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace perceptron::core {

struct WarmStart {
  std::vector<double> weights;  // the result so far; empty: start from the beginning
  double offset = 0;
  std::uint64_t epochs = 0;  // passes made
  std::uint64_t steps = 0;   // examples seen
  std::map<std::string, std::vector<double>> vectors;

  bool has(const std::string& name, std::size_t size) const {
    const auto found = vectors.find(name);
    return found != vectors.end() && found->second.size() == size;
  }
};

}  // namespace perceptron::core
