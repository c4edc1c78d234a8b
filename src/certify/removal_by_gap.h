// The first bound of row_removal.h: from duality gaps.
#pragma once

#include <span>
#include <vector>

#include <perceptron/certificate.h>
#include "certify/optimality.h"
#include "solve/problem.h"

namespace perceptron::core {

std::vector<Interval> removals_by_gap(const Problem& problem, std::span<const double> row_weights,
                                      std::span<const double> w, double b,
                                      const OptimalityEvidence& evidence);

}  // namespace perceptron::core
