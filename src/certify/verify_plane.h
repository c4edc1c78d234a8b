// Checks claims about one plane between two classes: separator, margin, inseparable and
// mistake-bound. Rows of other classes do not count. docs/certificates.md has the formulas.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// Returns what was proved. `data` is already scaled and lifted, and is not empty. Throws a Refusal
// if a claim does not hold, and std::invalid_argument if a number is invalid.
std::string check_plane(const Certificate& certificate, const Dataset& data);

}  // namespace perceptron::core
