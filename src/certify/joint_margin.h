// What planes of all classes, and flows between them, prove about the widest joint margin.
//
// For any planes W, b and any flows α ≥ 0 over the arcs of kesler.h, with as much out of each class
// as into it if offsets are free, the widest joint margin γ satisfies
//
//   min ((w_y − w_k)·x + b_y − b_k) / (√2·‖W‖)  ≤  γ  ≤  ‖Σ αz‖ / (√2·Σα)
//
// over all rows (x, y) and classes k ≠ y. For two classes γ is the widest margin of one plane.
// Bounds are rounded outwards, or computed exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "certify/exact.h"
#include "certify/joint_hull.h"

namespace perceptron::core {

// One after the other; an offset for each class, or none.
struct JointPlanes {
  std::vector<double> weights;
  std::vector<double> offsets;
};

// A lower bound on the margin of the planes; nothing if numbers overflowed, or all weights are 0.
std::optional<double> margin_lower(const KeslerRows& rows, const JointPlanes& planes,
                                   std::uint64_t threads);
// An upper bound on the widest margin; infinite if there are no flows. They must be balanced if
// offsets are free.
double margin_upper(const KeslerRows& rows, std::span<const Flow> flows);

// The leads of planes in exact arithmetic: the smallest for each pair of classes.
class ExactLeads {
 public:
  // For each class its weights, then its offset if offsets are free.
  ExactLeads(const KeslerRows& rows, const std::vector<Rational>& planes);

  bool separate() const { return least_ > 0; }
  // The largest double that is at most the margin, or the one before it; the planes separate.
  double margin_lower() const;
  // The arcs with a lead of at most 0, one for each pair of classes that has any.
  const std::vector<Arc>& violated() const { return violated_; }

 private:
  Rational least_;   // of all leads
  Rational square_;  // ‖W‖²
  std::vector<Arc> violated_;
};

}  // namespace perceptron::core
