#include "certify/rational_span.h"

#include <utility>

#include "base/interrupt.h"

namespace perceptron::core {

std::vector<std::size_t> RationalSpan::free_columns() const {
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < pivot_of_.size(); ++j) {
    if (pivot_of_[j] == kFree) columns.push_back(j);
  }
  return columns;
}

RationalVector RationalSpan::reduced(RationalVector v) const {
  for (std::size_t j = 0; j < v.size(); ++j) {
    if (pivot_of_[j] == kFree || v[j] == 0) continue;
    const Rational factor = v[j];
    const RationalVector& by = vectors_[pivot_of_[j]];
    for (std::size_t i = 0; i < v.size(); ++i) {
      if (by[i] != 0) v[i] -= factor * by[i];
    }
  }
  return v;
}

void RationalSpan::add(const RationalVector& v) {
  check_interrupt();
  RationalVector rest = reduced(v);
  std::size_t pivot = 0;
  while (pivot < rest.size() && rest[pivot] == 0) ++pivot;
  if (pivot == rest.size()) return;
  const Rational first = rest[pivot];
  for (Rational& x : rest) {
    if (x != 0) x /= first;
  }
  for (RationalVector& other : vectors_) {
    const Rational factor = other[pivot];
    if (factor == 0) continue;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      if (rest[i] != 0) other[i] -= factor * rest[i];
    }
  }
  pivot_of_[pivot] = vectors_.size();
  vectors_.push_back(std::move(rest));
}

RationalVector RationalSpan::orthogonal(const std::vector<std::size_t>& columns,
                                        const std::vector<Integer>& values) const {
  RationalVector u(pivot_of_.size());
  for (std::size_t f = 0; f < columns.size(); ++f) u[columns[f]] = values[f];
  for (std::size_t j = 0; j < u.size(); ++j) {
    if (pivot_of_[j] == kFree) continue;
    for (const std::size_t f : columns) u[j] -= vectors_[pivot_of_[j]][f] * u[f];
  }
  return u;
}

}  // namespace perceptron::core
