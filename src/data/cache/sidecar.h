// A sidecar is a cache kept next to the data file it was made from, as DATA.cache, and used
// instead of it as long as the file does not change.
#pragma once

#include <memory>
#include <string>

#include "data/read/reader.h"

namespace perceptron::core {

inline std::string sidecar_path(const std::string& path) { return path + ".cache"; }

// Reads a whole file through its sidecar, which is made first if it is missing or out of date.
Dataset read_with_sidecar(const std::string& path, const Reading& reading);

// Opens a file for a model through its sidecar. If the sidecar cannot replace the file, because
// only the model knows how to read it, the file itself is opened.
std::unique_ptr<Reader> open_with_sidecar(const std::string& path, const Reading& reading);

// Makes the sidecar of a file unless there is an up-to-date one. Returns false, with a note, if it
// cannot be written.
bool update_sidecar(const std::string& path, const Reading& reading);

}  // namespace perceptron::core
