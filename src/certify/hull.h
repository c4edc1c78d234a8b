// Problem    the shortest Σαz with α ≥ 0 and Σα = 1 in each group of points
// Update     add a point beyond the current plane to the corral, then move to the shortest vector
//            in the affine hull of the corral, dropping points whose weight would turn negative
// Theorem    ends after finitely many steps, on points that are affinely independent
// Stop       when no point lies beyond the plane by more than the gap
// Reference  Wolfe 1976, "Finding the nearest point in a polytope"; here over a working set, which
//            full passes extend
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/listener.h"
#include "certify/signed_rows.h"

namespace perceptron::core {

struct HullSettings {
  double gap = 1e-9;                 // relative, between the bounds on the margin
  std::uint64_t most_points = 1500;  // of the corral; its memory grows with their square
  std::uint64_t threads = 1;
};

struct HullResult {
  enum class End { reached, origin, stalled };
  // The gap was reached; the nearest point is the origin, within double precision; or neither,
  // because of rounding or too many points.
  End end = End::stalled;
  std::vector<double> w;  // Σαz
  Combination points;     // those with α > 0
  std::uint64_t passes = 0;
};

// Points that are too many to be listed: appends those furthest beyond the plane w to the points
// that nearest_point() was given. Returns false if no point is beyond it by more than the gap.
using MorePoints = std::function<bool(const std::vector<double>& w)>;

// `hint` lists points that are likely to be in the corral at the end. `more`, if there is any, is
// called whenever w is the nearest point of the points listed so far.
HullResult nearest_point(const SignedRows& points, const std::vector<std::uint64_t>& hint,
                         const HullSettings& settings, Listener& listener,
                         const MorePoints& more = {});

// The mean of z over each group, summed over the groups.
std::vector<double> difference_of_means(const SignedRows& points);

// The minimum of y·w·x over each group; infinite for a group without points.
std::vector<double> least_scores(const SignedRows& points, const std::vector<double>& w,
                                 std::uint64_t threads);

}  // namespace perceptron::core
