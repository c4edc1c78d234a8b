// Problems of learn/problem.h that own their rows, with the objective and its
// dual written down once more, plainly, for solvers to be compared with.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "data/matrix.h"
#include "solve/problem.h"
#include "solve/solver.h"
#include "support.h"

namespace perceptron::core::test {

using Offsets = perceptron::core::OffsetKind;

struct Task {
  Grid points;
  Matrix matrix;
  perceptron::core::Problem problem;  // of the rows in `matrix`

  Task(Grid rows, std::vector<double> signed_weight, Matrix::Layout layout = Matrix::Layout::dense);
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;
  Task(Task&&) = default;
  Task& operator=(Task&&) = default;
  ~Task() = default;

  std::size_t size() const { return points.size(); }
  double sign(std::size_t i) const { return problem.signed_weight[i] > 0 ? 1 : -1; }
  double v(std::size_t i) const;
  // The same loss and penalties for other rows.
  Task with_rows(Grid rows, std::vector<double> signed_weight) const;
};

const std::vector<Loss> kLosses = {Loss::perceptron, Loss::hinge, Loss::squared_hinge,
                                   Loss::logistic};
const std::vector<Offsets> kOffsets = {Offsets::none, Offsets::free, Offsets::penalised};
std::string name_of(const Task& task);

double loss_at(Loss loss, double m);
double slope_at(Loss loss, double m);
double score_of(const Task& task, std::size_t i, std::span<const double> w, double b);
double soft(double x, double by);

double primal_of(const Task& task, std::span<const double> w, double b);
// u = (1/n) Σ βyx, the offset's share behind it.
std::vector<double> combination_of(const Task& task, std::span<const double> beta);
double dual_of(const Task& task, std::span<const double> beta);
// By how much β misses its bounds or constraints at most; 0 for none.
double excess_of(const Task& task, std::span<const double> beta);

Solution run(const Task& task, const std::string& solver, const SolverSettings& settings);
SolverSettings precise(double tolerance);
// The solvers that bring a proof for this problem.
std::vector<std::string> exact_solvers(const Task& task);

// Rows on which every case is common: empty ones, equal ones, unbalanced ones,
// with weights, dense or sparse; and penalties of every size or none.
Task any_task(Random& random, Loss loss);
Task any_task(Random& random);

}  // namespace perceptron::core::test
