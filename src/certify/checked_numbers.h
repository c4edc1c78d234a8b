// Numbers that certificates of optimality are about: those they claim, and the weights of the rows.
#pragma once

#include <string>

#include "certify/fractions.h"
#include "data/dataset.h"

namespace perceptron::core {

// A number of a certificate; rejects one that is negative, which `name` then names.
Rational parse_nonnegative(const std::string& text, const std::string& name);

// The weights of the rows, all 1 if the data has none.
Fractions row_weights(const Dataset& data);

}  // namespace perceptron::core
