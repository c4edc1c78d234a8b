// Turns a data file into a cache.
#pragma once

#include <string>

#include "data/read/reader.h"

namespace perceptron::core {

// Reads the file at `path`, in blocks where its format allows that, and writes a cache to `to`.
void convert(const std::string& path, const Reading& given, const std::string& to);

}  // namespace perceptron::core
