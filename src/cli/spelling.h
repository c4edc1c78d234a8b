// Formats messages of the library for the command line.
#pragma once

#include <string>

#include "base/message.h"

namespace perceptron::core {

// Text as a word for a shell, in quotes if needed.
std::string shell_word(const std::string& text);

// "--l2 0.1"; "--no-offset" for a flag that should be false; "l2" for the name only.
std::string option_text(const Mention& mention);
std::string in_options(const Message& message);

}  // namespace perceptron::core
