// The products of up to D of m variables, numbered by degree and then in the order of their
// variables: x1², x1·x2, x2², x1³, x1²·x2 and so on. The number of a product is computed, so that
// no list of them is needed, however many they are.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace perceptron::core {

class Monomials {
 public:
  // powers: a variable may come several times.
  Monomials(std::uint64_t variables, std::uint64_t degree, bool powers)
      : variables_(variables), degree_(degree), powers_(powers) {}

  std::uint64_t variables() const { return variables_; }
  std::uint64_t degree() const { return degree_; }
  bool powers() const { return powers_; }
  // How many products have `factors` factors, of all variables or of any `variables`; the largest
  // 64-bit number if they are more.
  std::uint64_t count(std::uint64_t factors) const { return count(variables_, factors); }
  std::uint64_t count(std::uint64_t variables, std::uint64_t factors) const;
  // The number of all products with 2 to D factors, likewise.
  std::uint64_t size() const { return size(variables_); }
  std::uint64_t size(std::uint64_t variables) const;
  // The first product with `factors` factors, the first of which is `variable` or a later one: its
  // number among those with as many factors.
  std::uint64_t first(std::uint64_t factors, std::uint64_t variable) const;
  // A product with one factor more: `variable` times a product of later variables or, with powers,
  // also of itself. Returns what to add to the number of that product.
  std::uint64_t step(std::uint64_t factors, std::uint64_t variable) const {
    return first(factors, variable) - first(factors - 1, variable + (powers_ ? 0 : 1));
  }
  // The variables of a product, ascending, by its number among all of them.
  std::vector<std::uint64_t> variables_of(std::uint64_t number) const;

  static constexpr std::uint64_t kTooMany = std::numeric_limits<std::uint64_t>::max();

 private:
  std::uint64_t variables_;
  std::uint64_t degree_;
  bool powers_;
};

}  // namespace perceptron::core
