// Regularised problems on small data, near solutions of them, and what is true
// of them: objectives and dual values in rational numbers, by code that shares
// nothing with what is tested.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "certify/certificate.h"
#include "certify/optimality.h"
#include "certify/verify.h"
#include "oracle.h"

namespace perceptron::core::test {

// ---- A problem as a user states it ----

struct StatedProblem {
  Dataset data;
  Loss loss = Loss::hinge;
  double l1 = 0;
  double l2 = 0;
  OffsetKind offset = OffsetKind::none;
  std::array<double, 2> class_weights = {1, 1};

  perceptron::core::Problem problem() const;  // of rows that this task keeps
  Subject subject() const;
  Objective objective() const;
};

// Any loss, penalty, offset and weights, on random_data().
StatedProblem random_stated_problem(Random& random);

// ---- The same in numbers without error ----

struct ExactProblem {
  std::vector<Numbers> rows;  // y·x, and y behind it where there is an offset
  Numbers v;
  mpq_class n;
  std::string loss;
  mpq_class l1;
  mpq_class l2;
  std::size_t penalised = 0;  // how many numbers of a plane are; a free offset is none of them
  bool free_offset = false;
};

ExactProblem exact_task(const Subject& subject, const Objective& objective, Dataset data);

// A number, and how far off it may be where there are logarithms in it.
struct Near {
  mpq_class value;
  mpq_class error;
};

// P of a plane: weights, then the offset if there is one.
Near primal(const ExactProblem& task, const Numbers& plane);
// D of a point with one number a row; nothing where that is beyond its limits.
std::optional<Near> dual(const ExactProblem& task, const Numbers& beta);

// β of a certificate, one number a row.
Numbers dual_point(const Certificate& certificate);

// ---- Solutions ----

// Near the optimum, by proximal gradient steps on smoothed losses.
struct StatedSolution {
  std::vector<double> plane;
  std::vector<double> beta;

  std::vector<double> weights(bool offset) const {
    return {plane.begin(), plane.end() - (offset ? 1 : 0)};
  }
};
StatedSolution solve(const ExactProblem& task);
StatedSolution solve(const StatedProblem& task);

// ---- Certificates ----

OptimalityEvidence measure(const StatedProblem& task, const StatedSolution& solution,
                           std::uint64_t threads = 1);
// Of what was measured of a solution.
Certificate certify(const StatedProblem& task, const StatedSolution& solution);

// What is false about a certificate of optimality; empty if nothing is.
std::string optimality_lie(const Certificate& certificate, const Dataset& data);

}  // namespace perceptron::core::test
