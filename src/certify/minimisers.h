// Where the exact minimisers of the objective of solve/problem.h are.
//
// The objective is l2-strongly convex in w, so every exact minimiser (w*, b*) lies near a plane (w,
// b) whose duality gap is small. With w(β) the weights that belong to the dual point β,
//
//     ‖w − w*‖² + ‖w(β) − w*‖² ≤ 2·gap/l2,  so  ‖w − w*‖ ≤ δ + √(gap/l2 − δ²),  δ = ½‖w − w(β)‖
//
// A free offset is not penalised. At every exact minimiser the slope of the losses along b is 0;
// the interval of offsets is where that is possible for some weights of the ball.
// docs/certificates.md has the proofs. All bounds are rounded outwards.
#pragma once

#include <optional>
#include <span>

#include "certify/optimality.h"
#include "certify/region.h"
#include "solve/problem.h"

namespace perceptron::core {

// None without l2, or where nothing is bounded.
std::optional<Region> find_region(const Problem& problem, std::span<const double> w, double b,
                                  const OptimalityEvidence& evidence);

}  // namespace perceptron::core
