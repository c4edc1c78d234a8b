// Checks the claim that a plane's objective is at most `upper` and that no plane's is below
// `lower`. Like verify.cc, it is independent of how the certificate was made. The
// steps are those of optimality_check.h.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// Returns what was proved. `data` is already scaled and lifted, has two classes and is not empty.
// Throws a Refusal if a claim does not hold, and std::invalid_argument if a number is invalid.
std::string check_optimality(const Certificate& certificate, const Dataset& data);

}  // namespace perceptron::core
