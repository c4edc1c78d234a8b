// Solvers of a JointProblem and what they return.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/listener.h"
#include "kernel/bank.h"
#include "solve/joint/joint_problem.h"
#include "solve/solver.h"

namespace perceptron::core {

struct JointSolution {
  Bank w;                 // a column per class, with its offset
  std::vector<double> p;  // of all rows, one value per class; 0 for rows that are no examples
  double primal = 0;
  double dual = 0;
  double passes = 0;
  std::uint64_t updates = 0;
  bool reached = false;
  SolvedBy solver = SolvedBy::dual;

  JointSolution(std::uint64_t features, std::uint64_t classes) : w(features, classes) {}
};

// A solver's state, for early stopping and the record.
struct JointProgress {
  double passes = 0;
  double primal = 0;
  double dual = 0;
  const Bank& w;
};

struct JointSettings {
  double tolerance = 1e-3;  // of the relative duality gap
  std::uint64_t epochs = 1000;
  std::uint64_t seed = 1;
  bool shuffled = true;
  const Bank* start = nullptr;           // weights and offsets to start from
  std::span<const double> start_p = {};  // the p that belong to them, if they are known
  // Called after each measurement, if set; false stops the solver.
  std::function<bool(const JointProgress&)> watch;
};

// Reports progress towards the tolerance, as report_progress().
void report_joint_progress(const JointSettings& settings, double passes, double primal, double gap,
                           Listener& listener);

// Dual ascent, row by row; L2 > 0.
JointSolution solve_joint_dual(const JointProblem& problem, const JointSettings& settings,
                               Listener& listener);
// Newton's method; L1 = 0, and L2 > 0 for Crammer and Singer's loss.
JointSolution solve_joint_newton(const JointProblem& problem, const JointSettings& settings,
                                 Listener& listener);

// Why a solver cannot minimise a joint loss with these penalties: a clause as solver_objection()
// gives it. Empty if it can.
std::string joint_solver_objection(JointLoss loss, double l1, double l2, Solver solver);

JointSolution solve_joint(const JointProblem& problem, Solver solver, const JointSettings& settings,
                          Listener& listener);

}  // namespace perceptron::core
