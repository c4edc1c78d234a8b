#include "base/temporary.h"

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>

#include "base/error.h"

namespace perceptron {

TemporaryFile::TemporaryFile(const std::string& name)
    : path_((std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string()) {
  const int file = mkostemp(path_.data(), 0);
  if (file < 0) throw system_error("cannot make a temporary file " + path_);
  close(file);
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

}  // namespace perceptron
