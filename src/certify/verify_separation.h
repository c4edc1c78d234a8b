// Checks claims about how planes separate two classes, and about infinite coefficients.
#pragma once

#include <string>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core {

// What was proved; throws Refusal if nothing was. The rows are scaled and lifted.
std::string check_separation(const Certificate& certificate, const Dataset& data);

}  // namespace perceptron::core
