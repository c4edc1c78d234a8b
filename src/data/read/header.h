// Whether the first line of a table names its columns.
#pragma once

#include <string>
#include <vector>

#include "data/read/reader.h"

namespace perceptron::core {

enum class HeaderEvidence {
  none,
  words,    // words stand above values
  numbers,  // some names are numbers, such as those of years or of the columns themselves
};

// Whether the first of these records names the columns.
HeaderEvidence find_header(const std::vector<std::vector<std::string>>& records,
                           const Reading& reading);

}  // namespace perceptron::core
