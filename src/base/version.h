// The version of the library, as in "0.1.0".
#pragma once

#include <string_view>

namespace perceptron::core {

extern const std::string_view kVersionText;

}  // namespace perceptron::core
