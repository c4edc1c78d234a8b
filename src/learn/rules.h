// Every rule there is. A rule has one function, step(s, y, m): how far model m
// with score s moves along x when the truth is y.
#pragma once

#include <variant>

#include "learn/margin_perceptron.h"
#include "learn/perceptron.h"

namespace perceptron {

using Rule = std::variant<Perceptron, MarginPerceptron>;

}  // namespace perceptron
