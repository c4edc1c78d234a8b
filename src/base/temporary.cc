#include "base/temporary.h"

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace perceptron {

TemporaryFile::TemporaryFile(const std::string& name) {
  std::error_code trouble;
  const auto folder = std::filesystem::temp_directory_path(trouble);
  if (trouble)
    throw Error(Exit::io, "there is no folder for temporary files (" + trouble.message() +
                              "); name one in the variable TMPDIR");
  path_ = (folder / (name + "-XXXXXX")).string();
  const int file = mkostemp(path_.data(), 0);
  if (file < 0) throw system_error("cannot make a temporary file " + path_);
  close(file);
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

}  // namespace perceptron
