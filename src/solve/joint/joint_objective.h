// The objective of a JointProblem and its dual in plain floating point, for solvers. Results are
// verified elsewhere with rigorous bounds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/memory.h"
#include "kernel/bank.h"
#include "solve/joint/joint_problem.h"

namespace perceptron::core {

// The scores of all rows, without the offsets, `stride` of the bank apart.
using JointScores = LargeVector<double>;
JointScores joint_products(const JointProblem& problem, const Bank& w);

// (1/n) Σ v·loss(s + b, c).
double joint_mean_loss(const JointProblem& problem, const JointScores& s, std::uint64_t stride,
                       std::span<const double> b);
// L1‖W‖₁ + (L2/2)‖W‖², including penalised offsets.
double joint_penalty(const JointProblem& problem, const Bank& w);

// Makes p feasible for free offsets and L1 without L2, and returns D(p).
double joint_dual_value(const JointProblem& problem, std::span<double> p);

}  // namespace perceptron::core
