// What is needed to resume training as if it had not stopped: how far it came, and what a
// learner keeps beside the weights it returns.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace perceptron::core {

struct WarmStart {
  std::vector<double> weights;  // the answer so far; empty: from the beginning
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
