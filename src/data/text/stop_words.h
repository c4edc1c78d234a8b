// Lists of words that say little about what a text is about.
#pragma once

#include <string_view>

#include <perceptron/read.h>

namespace perceptron::core {

// Whether the word, in lower case, is on the list.
bool is_stop_word(StopWords list, std::string_view word);

}  // namespace perceptron::core
