// The fields of certificates about separation.
#pragma once

#include "base/json.h"
#include "certify/certificate.h"

namespace perceptron::core {

// Reads the claim, and the proofs of coefficients. Throws std::exception if something is missing or
// not of its type.
void read_separation(const Json& json, Certificate& certificate);

Json separation_claim(const Certificate& certificate);
void add_coefficient_proofs(const Certificate& certificate, Json& json);

}  // namespace perceptron::core
