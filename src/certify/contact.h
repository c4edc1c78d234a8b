// If no plane separates the points: whether their hulls overlap or only touch.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certify/exact.h"
#include "certify/signed_rows.h"

namespace perceptron::core {

struct Contact {
  bool touching = false;
  bool flat = false;  // a plane contains all points: the widest margin is 0, yet they overlap
  // If they touch: a plane with no point on its wrong side and at least one off the plane; its
  // weights, followed by the offset if there is one.
  std::vector<Integer> plane;
  // Points on it, which are on every such plane, and whether they overlap there: not if all are the
  // same point or, through the origin, on one line.
  std::uint64_t on_plane = 0;
  bool overlap_on_plane = false;
};

// `support` are points of which a combination with positive weights is zero. Returns nothing if
// there are too many points or features for exact arithmetic.
std::optional<Contact> find_contact(const SignedRows& points, std::vector<std::uint64_t> support);

}  // namespace perceptron::core
