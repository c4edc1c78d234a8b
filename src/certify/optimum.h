// The widest margin that any plane has, and whether a plane separates at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/certificate.h>
#include "base/listener.h"
#include "certify/points.h"
#include "certify/vanish.h"

namespace perceptron::core {

struct OptimumSettings {
  // Relative distance of the bounds; 0: 1e-9 where the nearest point of the
  // hulls is in reach, 1e-2 where only its approximation is.
  double gap = 0;
  std::uint64_t passes = 10'000;  // at most, where it is approximated
  std::uint64_t seed = 1;
  std::uint64_t threads = 1;
};

struct Optimum {
  // Nothing where neither was proved.
  std::optional<bool> separable;
  // The best margin; at most 0 where no plane separates.
  Interval margin;
  // The best plane found. Exact numbers stand in for it where doubles are too
  // coarse to keep the points on their sides.
  std::vector<double> weights;
  double offset = 0;
  std::vector<std::string> exact_plane;  // weights, and the offset if there is one
  // The points that hold the plane, and how strongly.
  std::vector<std::uint64_t> support;
  std::vector<double> alpha;
  std::vector<std::string> exact_alpha;
  // Why no plane separates, where none does.
  Vanishing vanishing;
  // Whether the hulls touch without overlapping; nothing where that was too
  // large a question. Then a plane with no point on its wrong side.
  std::optional<bool> touching;
  std::vector<std::string> weak_plane;

  double radius = 0;        // max ‖x‖
  double radius_upper = 0;  // no less than it
  std::optional<double> mistake_bound;
  std::uint64_t passes = 0;
};

Optimum find_optimum(const Points& points, const OptimumSettings& settings, Listener& listener);

}  // namespace perceptron::core
