// Every rule there is. A rule has one function, step(s, y): how far a model
// with score s moves along x when the truth is y.
#pragma once

#include <variant>

#include "learn/perceptron.h"

namespace perceptron {

using Rule = std::variant<Perceptron>;

}  // namespace perceptron
