// Certificates changed by someone who wants a false claim accepted.
#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "certify/certificate.h"

namespace perceptron::core::test {

std::string pick(Random& random, std::vector<std::string> words);

// One edit, of any part.
void forge(Random& random, Certificate& certificate);
// One edit, sometimes two or three.
Certificate forged(Random& random, Certificate certificate);

}  // namespace perceptron::core::test
