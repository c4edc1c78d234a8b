// How good a plane is, and how good any plane can be: bounds on the objective
// of solve/problem.h that hold in real numbers.
//
// The plane's own objective is the upper bound. The lower one is the value of
// a point β of the dual problem, which no plane's objective is below; the
// nearer a solver came to the optimum, the nearer are the two. Sums keep their
// errors (rounding.h) and what is derived from them is rounded outwards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/problem.h"

namespace perceptron::core {

struct OptimalityEvidence {
  double upper = 0;          // no less than P(w, b); infinite where numbers overflow
  double lower = 0;          // no more than D(β), and so than the objective of any plane
  std::vector<double> beta;  // one a row, within all limits of the dual
};

// `beta` is what a solver ended with, one number a row or none at all; it is
// moved into the limits of the dual. Where it then proves nothing, what is
// returned is β = 0, which proves that no loss is negative. The same for any
// number of threads.
OptimalityEvidence measure_optimality(const Problem& problem, std::span<const double> w, double b,
                                      std::span<const double> beta, std::uint64_t threads);

}  // namespace perceptron::core
