// How automatic scaling was resolved, in words.
#pragma once

#include <string>

#include "data/scaling.h"

namespace perceptron::core {

// "their sizes differ 700-fold"
std::string sizes_text(const ScalingChoice& choice);
// "standardised columns (--scale standard), because their sizes differ 700-fold"
std::string scaling_text(const ScalingChoice& choice);
// "none", or `none; standard for "age", "fare"` where columns have scalings of their own
std::string scaling_text(ScalingKind others, const Schema& schema);
}  // namespace perceptron::core
