// Divides the rows of a file into two files, one to train on and one to test on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/output.h"
#include "data/read/reader.h"
#include "evaluate/split.h"

namespace perceptron::core {

struct FileSplit {
  std::vector<std::string> classes;
  // Rows of each class.
  std::vector<std::uint64_t> training;
  std::vector<std::uint64_t> test;
};

// Tests on the rows that split_rows() holds out with these settings, so that a validation with the
// same settings tests on them too. Each file gets the header of the file and its rows as they are
// written, in their order; the outputs are not finished. The file is read twice; what is not a
// regular file goes through a temporary one.
FileSplit split_file(const std::string& path, const Reading& reading, const SplitSettings& settings,
                     Output& training, Output& test);

}  // namespace perceptron::core
