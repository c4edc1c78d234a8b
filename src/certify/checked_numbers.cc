#include "certify/checked_numbers.h"

#include <cmath>
#include <vector>

#include "certify/refusal.h"

namespace perceptron::core {

Rational parse_nonnegative(const std::string& text, const std::string& name) {
  Rational number = parse_short(text);
  require(number >= 0, name + " is negative");
  return number;
}

Fractions row_weights(const Dataset& data) {
  if (data.weights.empty()) return {std::vector<Integer>(data.rows(), 1)};
  require(data.weights.size() == data.rows(), "the numbers of rows and of weights differ");
  std::vector<Rational> numbers;
  numbers.reserve(data.weights.size());
  for (const double weight : data.weights) {
    require(std::isfinite(weight) && weight >= 0, "a row of the data has no weight ≥ 0");
    numbers.push_back(exact(weight));
  }
  return over_one_denominator(numbers);
}

}  // namespace perceptron::core
