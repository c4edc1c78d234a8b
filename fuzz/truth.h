// What is true of a few rows, found in long doubles by trying everything: it shares no code with
// the verifier.
#pragma once

#include <string>
#include <vector>

#include "certify/certificate.h"
#include "data/dataset.h"

namespace perceptron::core::fuzz {

// What is false about a certificate of `data`; empty if nothing is. Differences that may be
// roundings do not count.
std::string falsehood(const Certificate& certificate, Dataset data);

}  // namespace perceptron::core::fuzz
