// The terms of a dictionary as bytes: of each the length that it shares with the one before, the
// length of the rest, and the rest. Sorted terms share much.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/dictionary.h"

namespace perceptron::core {

std::string encode_terms(const Dictionary& dictionary);
// Throws a standard exception unless these are such bytes.
Dictionary decode_terms(std::string_view bytes);

// Throws a standard exception unless the terms are sorted names.
Dictionary term_dictionary(std::vector<std::string> terms);

}  // namespace perceptron::core
