// The score of each row under the exact minimisers of the objective without it: what leave-one-out
// cross-validation asks, bounded without training again.
//
// Two bounds, of which the better one counts:
//  - for every loss, from the duality gap that the plane and the dual point without the row's β
//  have
//    in the problem without the row (minimisers.h);
//  - for the logistic loss without L1, from the second derivatives H at the plane. The third
//    derivative of the loss is at most the second, so that a step of length δ in the norm of H with
//    (1 − e^−κδ)/κ ≤ λ leads to the minimiser, λ being the length of the gradient without the row
//    and κ that of the longest row, both in the norm of H⁻¹.
// docs/certificates.md has the proofs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <perceptron/certificate.h>
#include "certify/optimality.h"
#include "solve/problem.h"

namespace perceptron::core {

// One interval for each row, infinite where nothing is proved; [0, 0] for rows of weight 0.
// `row_weights` are those that n is the sum of; empty: all 1. l2 > 0.
std::vector<Interval> left_out_scores(const Problem& problem, std::span<const double> row_weights,
                                      std::span<const double> w, double b,
                                      const OptimalityEvidence& evidence);

}  // namespace perceptron::core
