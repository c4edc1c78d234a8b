// The state needed to resume training as if it had not stopped: its progress, and what a learner
// keeps besides the weights it returns.
#pragma once

#include <cstdint>
#include <map>
#include <span>
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
  // Makes feature j feature number[j] of `features`; what is kept of the others is what a feature
  // has before a row has had it.
  void renumber(std::span<const std::uint64_t> number, std::uint64_t features);
};

// `values` with first.size() of them for each feature, feature j becoming number[j] of `features`;
// the others have those of `first`.
std::vector<double> spread(std::span<const double> values, std::span<const double> first,
                           std::span<const std::uint64_t> number, std::uint64_t features);

}  // namespace perceptron::core
