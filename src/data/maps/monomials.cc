#include "data/maps/monomials.h"

#include <algorithm>

namespace perceptron::core {
namespace {

// n over k, or kTooMany.
std::uint64_t choices(std::uint64_t n, std::uint64_t k) {
  if (k > n) return 0;
  k = std::min(k, n - k);
  __extension__ using Wide = unsigned __int128;
  Wide product = 1;  // i of n, in each step: the division has no remainder
  for (std::uint64_t i = 0; i < k; ++i) {
    product = product * (n - i) / (i + 1);
    if (product >= Monomials::kTooMany) return Monomials::kTooMany;
  }
  return static_cast<std::uint64_t>(product);
}

}  // namespace

std::uint64_t Monomials::count(std::uint64_t variables, std::uint64_t factors) const {
  if (!powers_) return choices(variables, factors);
  return variables == 0 ? 0 : choices(variables + factors - 1, factors);
}

std::uint64_t Monomials::size(std::uint64_t variables) const {
  std::uint64_t sum = 0;
  for (std::uint64_t k = 2; k <= degree_; ++k) {
    const std::uint64_t some = count(variables, k);
    if (some > kTooMany - sum) return kTooMany;
    sum += some;
  }
  return sum;
}

std::uint64_t Monomials::first(std::uint64_t factors, std::uint64_t variable) const {
  return count(factors) - count(variables_ - std::min(variable, variables_), factors);
}

std::vector<std::uint64_t> Monomials::variables_of(std::uint64_t number) const {
  std::uint64_t factors = 2;
  while (number >= count(factors)) number -= count(factors++);
  std::vector<std::uint64_t> variables;
  for (std::uint64_t left = factors; left > 0; --left) {
    // The last variable whose products do not begin after this one.
    std::uint64_t low = 0;
    std::uint64_t high = variables_;
    while (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      (first(left, middle) <= number ? low : high) = middle;
    }
    variables.push_back(low);
    if (left > 1) number -= step(left, low);
  }
  return variables;
}

}  // namespace perceptron::core
