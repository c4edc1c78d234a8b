// How a target reports that a promise is broken.
#pragma once

#include <string_view>

namespace perceptron::core::fuzz {

// Prints the sentence and aborts: libFuzzer then saves the input.
[[noreturn]] void finding(std::string_view sentence);

// Reports a finding that names the first difference, unless both texts are the same.
void require_same(std::string_view what, std::string_view expected, std::string_view found);

}  // namespace perceptron::core::fuzz
