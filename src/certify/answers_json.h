// The fields of a claim about every exact minimiser, besides those of a claim of optimality.
#pragma once

#include "base/json.h"
#include "certify/certificate.h"

namespace perceptron::core {

// Throws an exception of the JSON library or std::out_of_range if a field is missing or not as it
// should be.
void read_answers(const Json& claim, Certificate& certificate);
void add_answers(const Certificate& certificate, Json& claim);

}  // namespace perceptron::core
