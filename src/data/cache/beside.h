// Caches that are kept beside their files.
#pragma once

#include <memory>
#include <string>

#include "data/read/reader.h"

namespace perceptron {

// Reads a file whole through the cache beside it, which is made where there is none of the
// file as it is now.
Dataset read_through_cache(const std::string& path, const Reading& reading);

// The same for a model, block by block. Where a cache cannot stand for the file, as the
// model alone tells how to read it, the file itself is read.
std::unique_ptr<Reader> reader_through_cache(const std::string& path, const Reading& reading);

// Sees to it that the cache beside a file is that of the file as it is now; false, with a
// note, where it cannot be kept there.
bool keep_cache(const std::string& path, const Reading& reading);

}  // namespace perceptron
