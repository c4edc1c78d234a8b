// Every rule there is. A rule has one function, step(s, y, m, i): how far model
// m with score s moves along x, the row i, when the truth is y: a number whose
// sign tells the class and whose size is the weight of it. A joint rule has
// steps() for all models at once.
#pragma once

#include <variant>

#include "learn/rules/joint.h"
#include "learn/rules/margin_perceptron.h"
#include "learn/rules/passive_aggressive.h"
#include "learn/rules/perceptron.h"

namespace perceptron {

using Rule = std::variant<Perceptron, MarginPerceptron, PassiveAggressive, JointPerceptron,
                          JointPassiveAggressive>;

}  // namespace perceptron
