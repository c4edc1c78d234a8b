#include "base/temporary.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace perceptron::core {

namespace {

// A template for mkstemp() and the like.
std::string pattern(const std::string& name) {
  std::error_code trouble;
  const auto folder = std::filesystem::temp_directory_path(trouble);
  if (trouble)
    throw Error(ErrorKind::io, "there is no folder for temporary files (" + trouble.message() +
                                   "); set TMPDIR to one");
  return (folder / (name + "-XXXXXX")).string();
}

}  // namespace

TemporaryFile::TemporaryFile(const std::string& name) : path_(pattern(name)) {
  const int file = mkostemp(path_.data(), 0);
  if (file < 0) throw system_error("cannot make a temporary file " + path_);
  close(file);
}

TemporaryFile::~TemporaryFile() { unlink(path_.c_str()); }

TemporaryFolder::TemporaryFolder(const std::string& name) : path_(pattern(name)) {
  if (mkdtemp(path_.data()) == nullptr)
    throw system_error("cannot make a temporary folder " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code trouble;  // a leftover file does no harm
  std::filesystem::remove_all(path_, trouble);
}

}  // namespace perceptron::core
