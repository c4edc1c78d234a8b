// Problem    the widest margin, where rows and features are many
// Update     α_i = max(0, α_i + (1 − s_i)/‖z_i‖²) with s_i = w·z_i, w = Σαz: ascent on
//            Σα − ½‖Σαz‖², one coordinate at a time; with an offset b the multiplier
//            of Σαy = 0 follows
// Theorem    any α and the w it makes bound the margin from both sides; the bounds
//            meet if a plane separates the points
// Stop       when the relative distance of the bounds is as asked
// Reference  Hsieh et al. 2008; the shrinking of rows that cannot matter as there
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "certify/points.h"

namespace perceptron::core {

struct AscentSettings {
  double gap = 1e-2;
  std::uint64_t passes = 10'000;
  std::uint64_t seed = 1;
  std::uint64_t threads = 1;
  bool shrink = true;  // otherwise every pass visits every row
  // Stop as soon as no more points than this have α > 0: few enough for hull.h.
  std::uint64_t few = 0;
};

struct AscentResult {
  bool reached = false;
  std::vector<double> w;
  std::vector<double> alpha;  // one a point
  double passes = 0;          // visits of rows, in passes over all of them
};

// Starts from `alpha`, one a point, or from zero if it is empty.
AscentResult ascend(const Points& points, std::vector<double> alpha, const AscentSettings& settings,
                    Listener& listener);

}  // namespace perceptron::core
