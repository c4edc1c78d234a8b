// How automatic scaling was resolved, in words.
#pragma once

#include <string>

#include "data/scaling.h"

namespace perceptron::core {

// "their sizes differ 700-fold"
std::string sizes_text(const ScalingChoice& choice);
// "standardised columns (--scale standard), because their sizes differ 700-fold"
std::string scaling_text(const ScalingChoice& choice);
}  // namespace perceptron::core
