// Checks what a certificate claims of every exact minimiser of a loss: that they lie in a region
// around its plane, signs of weights, weights that are zero, and rows outside the margin. In exact
// arithmetic, independently of how the certificate was made.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// As check_optimality().
std::string check_answers(const Certificate& certificate, const Dataset& data);

}  // namespace perceptron::core
