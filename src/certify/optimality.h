// Bounds on the objective of solve/problem.h at a plane and at the optimum, valid in exact
// arithmetic.
//
// The upper bound is the objective of the plane. The lower bound is the value of a point β of the
// dual problem, which bounds the objective of every plane; the closer a solver came to the
// optimum, the closer the two are. Sums carry bounds on their rounding errors (rounding.h), and
// what is derived from them is rounded outwards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/problem.h"

namespace perceptron::core {

struct OptimalityEvidence {
  double upper = 0;          // an upper bound on P(w, b); infinite on overflow
  double lower = 0;          // a lower bound on D(β), and so on the objective of any plane
  std::vector<double> beta;  // one per row, dual feasible
};

// `beta` is the solver's result, one value per row or empty; it is made feasible for the dual. If
// it then proves nothing, β = 0 is returned, which proves that no loss is negative. The result
// does not depend on the number of threads.
OptimalityEvidence measure_optimality(const Problem& problem, std::span<const double> w, double b,
                                      std::span<const double> beta, std::uint64_t threads);

}  // namespace perceptron::core
