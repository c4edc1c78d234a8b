// Feasible points of the dual problem of solve/joint/joint_problem.h.
//
// A point is written as β = v·p of the wrong classes of each row: a flow from the class of the row
// to each other class. The p of a row sum to 1 if its flows sum to at most v, and with a free
// offset as much must flow into each class as out of it. A solver satisfies that up to rounding;
// the flows computed here do exactly, each being exactly the double that is stored.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "certify/feasible.h"
#include "solve/joint/joint_problem.h"

namespace perceptron::core {

// One value per row and class, 0 at the class of the row; near the solver's p, which has the same
// size or is empty. Moved towards 0 by the factor `part`, at most 1.
std::vector<double> feasible_flows(const JointProblem& problem, const TrueWeights& weights,
                                   std::span<const double> p, double part);

}  // namespace perceptron::core
