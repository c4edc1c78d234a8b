// Checks the claim that a plane's objective is at most `upper` and that no
// plane's is below `lower`. Like verify.cc it knows nothing of how the
// certificate came about.
//
// The objective is that of learn/problem.h, and so is the proof: a point β of
// the dual problem, one number a row, whose value no plane's objective is
// below. All of it is computed in integers and fractions; only the logarithms
// of the logistic loss are rounded, so that the claim is harder to prove.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// What was proved. `data` is scaled and lifted already, of two classes and not
// without rows. Throws a Refusal where a claim does not hold, and
// std::invalid_argument where a number is none.
std::string check_optimality(const Certificate& certificate, const Dataset& data);

}  // namespace perceptron::core
