// The version of the library, as in "0.1.0".
#pragma once

#include <string>
#include <string_view>

namespace perceptron::core {

extern const std::string_view kVersionText;

// "perceptron 0.1.0", the program that models, certificates and records say they were made by.
std::string program_name();

}  // namespace perceptron::core
