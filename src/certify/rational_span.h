// The span of vectors of rational numbers.
#pragma once

#include <cstddef>
#include <vector>

#include "certify/exact.h"

namespace perceptron::core {

using RationalVector = std::vector<Rational>;

// A basis in reduced echelon form: each vector has a 1 in a column where all others have a 0, and
// these columns are the first that are possible.
class RationalSpan {
 public:
  explicit RationalSpan(std::size_t dimensions) : pivot_of_(dimensions, kFree) {}

  std::size_t size() const { return vectors_.size(); }
  std::vector<std::size_t> free_columns() const;
  // v minus its projection onto the span: zero in all but the free columns.
  RationalVector reduced(RationalVector v) const;
  void add(const RationalVector& v);
  // The vector orthogonal to the span with the given free coordinates.
  RationalVector orthogonal(const std::vector<std::size_t>& columns,
                            const std::vector<Integer>& values) const;

 private:
  static constexpr std::size_t kFree = static_cast<std::size_t>(-1);
  std::vector<RationalVector> vectors_;
  std::vector<std::size_t> pivot_of_;  // the vector with its 1 in this column
};

}  // namespace perceptron::core
