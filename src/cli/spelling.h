// Messages of the library in the words of the command line.
#pragma once

#include <string>

#include "base/message.h"

namespace perceptron::core {

// "--l2 0.1"; a flag that should be false is "--no-offset".
std::string option_text(const Mention& mention);
std::string in_options(const Message& message);

}  // namespace perceptron::core
