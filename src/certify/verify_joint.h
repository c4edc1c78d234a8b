// Checks the claim that the objective of the planes of all classes is at most `upper` and that no
// planes' is below `lower`. Like verify_optimality.h, it is independent of how the certificate was
// made, and only the logarithms of the softmax loss are rounded, in the direction that makes the
// claim harder to prove. docs/certificates.md has the formulas.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// Returns what was proved. `data` is already scaled and lifted, and is not empty. Throws a Refusal
// if a claim does not hold, and std::invalid_argument if a number is invalid.
std::string check_joint_optimality(const Certificate& certificate, const Dataset& data);

}  // namespace perceptron::core
