// Checks claims about the separation of all classes together: planes, one for each class, that give
// the class of every row the highest score, the widest joint margin of any such planes, and that
// there are none. Like verify.h, it is independent of how the certificate was made and rounds
// nothing. docs/certificates.md has the formulas.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// Returns what was proved. `data` is already scaled and lifted, and is not empty. Throws a Refusal
// if a claim does not hold, and std::invalid_argument if a number is invalid.
std::string check_joint_margin(const Certificate& certificate, const Dataset& data);

}  // namespace perceptron::core
