// What a training run proves about the margin, at no additional cost.
//
// Write z = y·x for the examples and α for the steps taken along them. For any
// plane (w, b) and any α ≥ 0, the widest margin γ of all planes satisfies
//
//   min y·w·x / ‖w‖        ≤  γ  ≤  ‖Σ αz‖ / Σα                  through the origin
//   min y·(w·x + b) / ‖w‖  ≤  γ  ≤  ½ ‖Σ₊αx/Σ₊α − Σ₋αx/Σ₋α‖      with an offset
//
// so the mistakes of a perceptron bound the margin from above and its weights bound it from below.
// All bounds are rounded outwards and computed from the examples, not from sums kept by the
// learner.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <perceptron/certificate.h>
#include "certify/signed_rows.h"

namespace perceptron::core {

// A plane to measure, and the steps that training took along the points.
struct MarginClaim {
  const SignedRows& points;
  std::span<const double> weights;
  double offset = 0;
  std::span<const double> alpha;  // one for each point, or empty
};

struct MarginEvidence {
  double radius = 0;        // max ‖x‖
  double radius_upper = 0;  // an upper bound on it
  // Bounds on the margin of this plane. Nothing if all its weights are 0.
  std::optional<Interval> plane;
  // Bounds on the widest margin. Nothing if numbers overflowed.
  std::optional<Interval> margin;
  // Novikoff's bound (R/γ)² with the margin of this plane for γ; with an offset, that of the
  // examples [x, 1]. Nothing unless the plane separates the examples.
  std::optional<double> mistake_bound;
};

MarginEvidence measure_margin(const MarginClaim& claim, std::uint64_t threads);

}  // namespace perceptron::core
