// Two solvers of one problem against each other, by time and by what they
// reached.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "solve/problem.h"

namespace perceptron::core {

// One class against the rest, without an offset, in LIBLINEAR's words: the w
// that minimises R(w) + C Σ loss(yᵢ w·xᵢ), R being ½‖w‖² or ‖w‖₁.
struct BinaryProblem {
  std::string name;  // of the data, for the table
  const Dataset* data = nullptr;
  std::uint32_t positive = 0;  // the class
  int solver = 3;              // LIBLINEAR's number; it says what loss and R are
  double c = 1;
  double eps = 0;  // LIBLINEAR's tolerance; 0: what liblinear-train takes by itself

  double sign(std::uint64_t row) const { return data->labels[row] == positive ? 1 : -1; }
  Loss loss() const;
  bool l1() const;  // R is ‖w‖₁
  double tolerance() const;

  // The value at w, summed up plainly, by the same code for everybody.
  double objective(const std::vector<double>& weights) const;
  // The same problem in our words. It is divided by C·n there.
  Problem problem() const;
};

struct SolverRun {
  double seconds = std::numeric_limits<double>::infinity();  // of the solver alone
  std::vector<double> weights;                               // of the positive class, one a feature
};

using BinarySolver = std::function<SolverRun(const BinaryProblem&)>;

// Runs both in turns and prints a line for each problem. Either solver may be
// missing.
void print_contest(const std::string& title, const std::vector<BinaryProblem>& problems,
                   const BinarySolver& peer, const BinarySolver& ours);

}  // namespace perceptron::core
