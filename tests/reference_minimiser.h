// Minimisers of small regularised problems, found by a solver that shares nothing with the library:
// dual ascent along one variable, or along two with a free offset, by bisection of its derivative
// in long doubles.
#pragma once

#include <vector>

#include "solve/problem.h"

namespace perceptron::core::test {

using Real = long double;

// A plane whose objective is proved to be within `gap` of the minimum. With a free offset every
// offset of an interval is optimal for these weights.
struct Minimiser {
  std::vector<Real> w;
  Real lower = 0;  // offsets
  Real upper = 0;
  Real gap = 0;

  // No exact minimiser has weights further away.
  Real radius(Real l2) const;
};

// For l2 > 0. A penalised offset is the last of w.
Minimiser minimise_slowly(const perceptron::core::Problem& problem);

}  // namespace perceptron::core::test
