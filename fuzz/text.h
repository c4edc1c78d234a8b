// Text is read by the plain parser and by the fast one, in chunks of any size: both must give the
// same rows, classes, schema and notes, or the same error at the same place.
#pragma once

#include <string>
#include <string_view>

#include "data/read/reader.h"

namespace perceptron::core::fuzz {

// Everything a dataset consists of, as text that can be compared.
std::string describe(const Dataset& data);

Dataset read_rows(std::string_view text, const Reading& reading);

// Reads `text` with both parsers, and for half of the `settings` once more, as for a model that was
// trained on it. They also choose the size of chunks, and in one of sixteen cases several threads.
void compare_readings(std::string_view text, const Reading& reading, std::uint8_t settings);

}  // namespace perceptron::core::fuzz
