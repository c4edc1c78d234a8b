// Problem    the shortest Σαz with α ≥ 0 and Σα = 1 in each group of points
// Update     add a point that lies beyond the present plane, then go to the
//            shortest vector in the affine hull of the points at hand, dropping
//            those whose weight would turn negative (Wolfe 1976)
// Theorem    ends after finitely many steps, on points that are affinely independent
// Stop       when no point lies beyond the plane by more than the gap asked for
// Reference  Wolfe 1976, "Finding the nearest point in a polytope"; the search
//            goes over a working set, which full passes extend
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "certify/points.h"

namespace perceptron::core {

struct HullSettings {
  double gap = 1e-9;                 // relative, between the bounds on the margin
  std::uint64_t most_points = 1500;  // of the combination, which costs its square
  std::uint64_t threads = 1;
};

struct HullResult {
  enum class End { reached, origin, stalled };
  // The gap; the origin, as far as doubles can tell; neither, for rounding or
  // too many points.
  End end = End::stalled;
  std::vector<double> w;  // Σαz
  Combination points;     // those with α > 0
  std::uint64_t passes = 0;
};

// `hint` names points that are likely to matter.
HullResult nearest_point(const Points& points, const std::vector<std::uint64_t>& hint,
                         const HullSettings& settings, Listener& listener);

// The mean of z over each group, summed over the groups.
std::vector<double> difference_of_means(const Points& points);

// min y·w·x over each group; infinite for a group without points. What a plane
// with the normal w leaves on either side.
std::vector<double> least_scores(const Points& points, const std::vector<double>& w,
                                 std::uint64_t threads);

}  // namespace perceptron::core
