// Bounds on the objective of solve/joint/joint_problem.h at some planes and at the optimum, valid
// in exact arithmetic: what optimality.h is for two classes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/bank.h"
#include "solve/joint/joint_problem.h"

namespace perceptron::core {

struct JointEvidence {
  double upper = 0;           // an upper bound on P(W, b); infinite on overflow
  double lower = 0;           // a lower bound on the dual, and so on the objective of any planes
  std::vector<double> flows;  // see joint_flows.h
};

// `p` is the solver's result, one value per row and class, or empty. If it proves nothing, all
// flows are 0, which proves that no loss is negative.
JointEvidence measure_joint_optimality(const JointProblem& problem, const Bank& w,
                                       std::span<const double> p, std::uint64_t threads);

}  // namespace perceptron::core
