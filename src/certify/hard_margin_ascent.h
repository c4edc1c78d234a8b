// Problem    the widest margin of data with many rows and features (the hard-margin SVM)
// Update     α_i = max(0, α_i + (1 − s_i)/‖z_i‖²) with s_i = w·z_i, w = Σαz: ascent on
//            Σα − ½‖Σαz‖², one coordinate at a time; with an offset b, followed by an
//            update of the multiplier of Σαy = 0
// Theorem    any α and its w bound the margin from both sides; the bounds converge to
//            each other if a plane separates the points
// Stop       when the relative distance between the bounds is at most `gap`
// Reference  Hsieh et al. 2008, "A dual coordinate descent method for large-scale linear SVM",
//            including its shrinking of rows that cannot be support vectors
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "certify/signed_rows.h"

namespace perceptron::core {

struct HardMarginSettings {
  double gap = 1e-2;
  std::uint64_t passes = 10'000;
  std::uint64_t seed = 1;
  std::uint64_t threads = 1;
  bool shrink = true;  // false: every pass visits every row
  // Stop as soon as at most this many points have α > 0: few enough for hull.h.
  std::uint64_t few = 0;
};

struct HardMarginResult {
  bool reached = false;
  std::vector<double> w;
  std::vector<double> alpha;  // one for each point
  double passes = 0;          // row visits, in passes over all rows
};

// Starts from `alpha`, which has one number for each point, or from zero if it is empty.
HardMarginResult ascend_hard_margin(const SignedRows& points, std::vector<double> alpha,
                                    const HardMarginSettings& settings, Listener& listener);

}  // namespace perceptron::core
