// The widest margin of any plane between two classes, and whether a plane separates them at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include "base/listener.h"
#include "certify/signed_rows.h"
#include "certify/zero_combination.h"

namespace perceptron::core {

struct WidestMarginSettings {
  // Relative distance between the bounds. 0 means 1e-9 if the nearest point of the convex hulls
  // can be computed, and 1e-2 if it is only approximated.
  double gap = 0;
  std::uint64_t passes = 10'000;  // maximum, if it is approximated
  std::uint64_t seed = 1;
  std::uint64_t threads = 1;
};

struct WidestMargin {
  // Empty if neither was proved.
  std::optional<bool> separable;
  // Bounds on the widest margin; at most 0 if no plane separates the classes.
  Interval margin;
  // The best plane found. If doubles are too coarse to keep the points on their sides, the plane
  // is given in exact numbers instead.
  std::vector<double> weights;
  double offset = 0;
  std::vector<std::string> exact_plane;  // weights, and the offset if there is one
  // The support vectors of the plane and their weights.
  std::vector<std::uint64_t> support;
  std::vector<double> alpha;
  std::vector<std::string> exact_alpha;
  // The proof that no plane separates the classes, if none does.
  ZeroCombination zero_combination;
  // If no plane separates: whether the hulls touch without overlapping. Empty if that would take
  // too long to decide. If they touch, `weak_plane` has no point on its wrong side.
  std::optional<bool> touching;
  std::vector<std::string> weak_plane;
  std::uint64_t on_weak_plane = 0;     // points on it, which
  bool overlap_on_weak_plane = false;  // overlap there, or all are the same

  double radius = 0;        // max ‖x‖
  double radius_upper = 0;  // an upper bound on it
  std::optional<double> mistake_bound;
  std::uint64_t passes = 0;
};

WidestMargin find_widest_margin(const SignedRows& points, const WidestMarginSettings& settings,
                                Listener& listener);

}  // namespace perceptron::core
