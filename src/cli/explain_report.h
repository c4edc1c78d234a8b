// Prints why rows are predicted as they are.
#pragma once

#include <string>

#include <perceptron/explain.h>

namespace perceptron::core {

std::string explanations_text(const Explanations& explanations);
// In a few words: "x4 = 3.1 +9.2, x1 = 0.5 -1.1".
std::string explanation_words(const RowExplanation& row, std::size_t most);

}  // namespace perceptron::core
