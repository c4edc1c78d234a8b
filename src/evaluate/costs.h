// What predictions cost.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <perceptron/evaluate.h>

namespace perceptron {

// "spam:ham=5,ham:spam=1": predicting ham for a row of spam costs 5. In names a backslash stands
// before : = , and \.
std::string value_text(const Costs& costs);
void parse_setting(std::string_view name, const std::string& text, Costs& costs);

}  // namespace perceptron

namespace perceptron::core {

// The costs of all pairs of classes.
class CostMatrix {
 public:
  // Throws a usage error if an entry names no class of these, a pair twice, or a cost that is
  // negative or not finite.
  CostMatrix(const Costs& costs, std::span<const std::string> classes);

  double operator()(std::uint32_t truth, std::uint32_t predicted) const {
    const auto found = listed_.find({truth, predicted});
    return found != listed_.end() ? found->second : truth == predicted ? 0 : 1;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> listed_;
};

}  // namespace perceptron::core
