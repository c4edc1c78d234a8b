// Products of variables are numbered without a list of them.

#include "data/maps/monomials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace perceptron::core::test {
namespace {

using Product = std::vector<std::uint64_t>;

// All products with so many factors in lexicographic order, by recursion.
void list_products(std::uint64_t variables, std::uint64_t factors, bool powers, Product& begun,
                   std::vector<Product>& all) {
  if (begun.size() == factors) {
    all.push_back(begun);
    return;
  }
  const std::uint64_t first = begun.empty() ? 0 : begun.back() + (powers ? 0 : 1);
  for (std::uint64_t i = first; i < variables; ++i) {
    begun.push_back(i);
    list_products(variables, factors, powers, begun, all);
    begun.pop_back();
  }
}

std::vector<Product> list_all(std::uint64_t variables, std::uint64_t degree, bool powers) {
  std::vector<Product> all;
  for (std::uint64_t factors = 2; factors <= degree; ++factors) {
    Product begun;
    list_products(variables, factors, powers, begun, all);
  }
  return all;
}

TEST(Monomials, AreNumberedInTheOrderOfTheirList) {
  for (const bool powers : {false, true}) {
    for (std::uint64_t variables = 0; variables < 7; ++variables) {
      for (std::uint64_t degree = 1; degree < 5; ++degree) {
        const Monomials monomials(variables, degree, powers);
        const auto all = list_all(variables, degree, powers);
        ASSERT_EQ(monomials.size(), all.size()) << variables << ' ' << degree << ' ' << powers;
        for (std::uint64_t i = 0; i < all.size(); ++i)
          EXPECT_EQ(monomials.variables_of(i), all[i]) << variables << ' ' << degree;
      }
    }
  }
}

TEST(Monomials, AStepMultipliesByAnEarlierVariable) {
  const Monomials monomials(6, 3, true);
  const auto all = list_all(6, 3, true);
  const std::uint64_t pairs = monomials.count(2);
  for (std::uint64_t i = 0; i < pairs; ++i) {
    for (std::uint64_t first = 0; first <= all[i][0]; ++first) {
      const std::uint64_t number = pairs + i + monomials.step(3, first);
      EXPECT_EQ(all[number], (Product{first, all[i][0], all[i][1]}));
    }
  }
}

TEST(Monomials, AreCountedWithoutOverflow) {
  // 1,355,191 features of news20: 918,272,000,836 pairs with squares (Python: math.comb).
  EXPECT_EQ(Monomials(1'355'191, 2, true).size(), 918'272'000'836U);
  EXPECT_EQ(Monomials(1'355'191, 2, false).size(), 918'270'645'645U);
  EXPECT_EQ(Monomials(4'000'000'000, 20, true).size(), Monomials::kTooMany);
  EXPECT_EQ(Monomials(3, 20, false).size(), 4U);
  EXPECT_EQ(Monomials(0, 20, true).size(), 0U);
}

}  // namespace
}  // namespace perceptron::core::test
