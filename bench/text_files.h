// LIBSVM files as plain text, for whoever cannot read compressed ones.
#pragma once

#include <string>
#include <vector>

#include "base/temporary.h"

namespace perceptron::core {

struct TextFile {
  std::string name;
  std::string path;
  // The same and a last line that is malformed: LIBLINEAR reads all the rest of the
  // file and ends there, so that a run of it is the time that it takes to load.
  std::string broken;
  double bytes = 0;
};

// Writes them into the folder; what is missing is left out, and said so.
std::vector<TextFile> text_files(const TemporaryFolder& folder);

// The words that make LIBLINEAR load a file and do no more; it ends with status 1.
std::vector<std::string> liblinear_load(const TextFile& file);

}  // namespace perceptron::core
