// Where no plane separates the points: do the hulls overlap, or do they only
// touch?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certify/exact.h"
#include "certify/points.h"

namespace perceptron::core {

struct Contact {
  bool touching = false;
  bool flat = false;  // a plane contains all points, so the best margin is 0 though they overlap
  // Where they touch: a plane with no point on its wrong side and not all of
  // them on the plane; weights and, with an offset, the offset.
  std::vector<Integer> plane;
};

// `support` are points some positive combination of which vanishes. Nothing
// where the question is too large for exact arithmetic.
std::optional<Contact> find_contact(const Points& points, std::vector<std::uint64_t> support);

}  // namespace perceptron::core
