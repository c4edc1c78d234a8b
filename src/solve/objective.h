// The objective of a Problem and its dual, in plain floating point: what
// solvers steer by. What is claimed in the end is measured soundly elsewhere.
#pragma once

#include <span>
#include <vector>

#include "solve/problem.h"

namespace perceptron::core {

// w·x of every row.
std::vector<double> products(const Problem& problem, std::span<const double> w);

// (1/n) Σ v·loss(y(s + b)), and L1‖w‖₁ + (L2/2)‖w‖², with the offset's share.
double mean_loss(const Problem& problem, std::span<const double> s, double b);
double penalty(const Problem& problem, std::span<const double> w, double b);

// The t between ½ and 2 for which t·w is best, with b as it is.
double best_scale(const Problem& problem, std::span<const double> w, std::span<const double> s,
                  double b);

// The b that is best for these products; 0 unless the offset is free.
double best_offset(const Problem& problem, std::span<const double> s, double b);

// β = −v·loss′: the dual variables that belong to these products.
std::vector<double> slopes(const Problem& problem, std::span<const double> s, double b);

// (1/n) Σ βyx over the features, the offset's share behind them.
std::vector<double> combination(const Problem& problem, std::span<const double> beta);

// Makes β obey the constraints, by lowering it, and returns D(β).
double dual_value(const Problem& problem, std::span<double> beta);
// The same in two parts: the constraint of a free offset, and the rest for a caller that
// has the combination of the balanced β.
void balance(const Problem& problem, std::span<double> beta);
double dual_value(const Problem& problem, std::span<double> beta, std::vector<double> u);

}  // namespace perceptron::core
