// Rows y·[1, x] in integers, and their linear dependences.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "certify/exact.h"
#include "certify/signed_rows.h"

namespace perceptron::core {

using IntegerVector = std::vector<Integer>;

// All rows times one positive factor. Coordinate 0 is the offset, if there is one; features follow.
struct LiftedRows {
  std::vector<SparseIntegers> rows;
  std::uint64_t dimensions = 0;
  std::uint64_t first_feature = 0;  // its coordinate

  explicit LiftedRows(const SignedRows& points);

  std::size_t size() const { return rows.size(); }
  std::size_t longest() const;  // number of bits
};

// The columns that are no linear combinations of those before them, and for each other column the
// combination, as a vector that is orthogonal to all rows.
struct Independence {
  std::vector<std::uint64_t> kept;
  std::vector<std::pair<std::uint64_t, IntegerVector>> aliased;
};
// Returns nothing if there are too many rows and columns for exact arithmetic.
std::optional<Independence> find_independence(const LiftedRows& lifted);

// Keeps the given coordinates only, which are ascending.
void keep_coordinates(LiftedRows& lifted, const std::vector<std::uint64_t>& kept);

// Places of rows that are independent modulo a prime, as many as possible.
std::vector<std::size_t> independent_rows(const std::vector<const SparseIntegers*>& rows,
                                          std::uint64_t dimensions);

// Whether so many steps with integers of this length take less than about ten seconds.
bool within_exact_reach(double steps, std::size_t bits);

}  // namespace perceptron::core
