// What a training run proves about the margin, for nothing.
//
// Write z = y·x for the examples and α for the steps taken along them. For any
// plane (w, b) and any α ≥ 0, the best margin γ that any plane has obeys
//
//   min y·w·x / ‖w‖        ≤  γ  ≤  ‖Σ αz‖ / Σα                  through the origin
//   min y·(w·x + b) / ‖w‖  ≤  γ  ≤  ½ ‖Σ₊αx/Σ₊α − Σ₋αx/Σ₋α‖      with an offset
//
// so the mistakes of a perceptron bound the margin from above and its weights
// bound it from below. All bounds are rounded outwards and computed from the
// examples themselves, not from what the learner summed up.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <perceptron/certificate.h>
#include "certify/points.h"

namespace perceptron::core {

// What is to be measured: a plane, and steps along the points.
struct MarginClaim {
  const Points& points;
  std::span<const double> weights;
  double offset = 0;
  std::span<const double> alpha;  // one a point, or none at all
};

struct MarginEvidence {
  double radius = 0;        // max ‖x‖
  double radius_upper = 0;  // no less than it
  // Around the margin of this plane. Nothing where it has no direction.
  std::optional<Interval> plane;
  // Around the best margin. Nothing where numbers overflowed.
  std::optional<Interval> margin;
  // (R/γ)² for γ ≥ the margin of this plane; with an offset, of the examples
  // [x, 1]. Nothing unless the plane separates the examples.
  std::optional<double> mistake_bound;
};

MarginEvidence measure_margin(const MarginClaim& claim, std::uint64_t threads);

}  // namespace perceptron::core
