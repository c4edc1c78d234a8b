// A tour of what the program does, on data made from a seed: commands that anyone can
// repeat, and one page of what came out.
#pragma once

#include <string>

#include "cli/terminal.h"

namespace perceptron::core {

// The page as HTML.
std::string tour_page(Terminal& terminal);

}  // namespace perceptron::core
