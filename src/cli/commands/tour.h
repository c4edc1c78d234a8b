// A tour of the program on generated data: commands that anyone can repeat, and one page with
// their results.
#pragma once

#include <string>

#include "cli/terminal.h"

namespace perceptron::core {

// The page as HTML.
std::string tour_page(Terminal& terminal);

}  // namespace perceptron::core
