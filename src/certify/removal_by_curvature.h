// The second bound of row_removal.h: from second derivatives, for the logistic loss without L1.
#pragma once

#include <span>
#include <vector>

#include <perceptron/certificate.h>
#include "solve/problem.h"

namespace perceptron::core {

// Empty if the problem has too many features, or if its second derivatives are too close to
// singular.
std::vector<Interval> removals_by_curvature(const Problem& problem,
                                            std::span<const double> row_weights,
                                            std::span<const double> w, double b);

}  // namespace perceptron::core
