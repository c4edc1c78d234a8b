// The objective of a Problem and its dual in plain floating point, for solvers. Results are
// verified elsewhere with rigorous bounds.
#pragma once

#include <span>
#include <vector>

#include "solve/problem.h"

namespace perceptron::core {

// w·x of every row.
std::vector<double> products(const Problem& problem, std::span<const double> w);

// (1/n) Σ v·loss(y(s + b)), and L1‖w‖₁ + (L2/2)‖w‖², including a penalised offset.
double mean_loss(const Problem& problem, std::span<const double> s, double b);
double penalty(const Problem& problem, std::span<const double> w, double b);

// The t between ½ and 2 that minimises the objective at t·w, with b fixed.
double best_scale(const Problem& problem, std::span<const double> w, std::span<const double> s,
                  double b);

// The b that is optimal for these products; 0 unless the offset is free.
double best_offset(const Problem& problem, std::span<const double> s, double b);

// β = −v·loss′: the dual variables that correspond to these products.
std::vector<double> slopes(const Problem& problem, std::span<const double> s, double b);

// (1/n) Σ βyx over the features, followed by the offset's entry.
std::vector<double> combination(const Problem& problem, std::span<const double> beta);

// Makes β feasible by lowering it, and returns D(β).
double dual_value(const Problem& problem, std::span<double> beta);
// The same in two steps: the constraint of a free offset, and the rest for a caller that has the
// combination of the balanced β.
void balance(const Problem& problem, std::span<double> beta);
double dual_value(const Problem& problem, std::span<double> beta, std::vector<double> u);

}  // namespace perceptron::core
