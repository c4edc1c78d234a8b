#include "base/temporary.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace perceptron::core {

namespace {

std::string temporary_folder() {
  std::error_code trouble;
  const auto folder = std::filesystem::temp_directory_path(trouble);
  if (trouble)
    throw Error(ErrorKind::io, "there is no folder for temporary files (" + trouble.message() +
                                   "); set TMPDIR to one");
  return folder.string();
}

// A template for mkstemp() and the like.
std::string pattern(const std::string& name) { return temporary_folder() + "/" + name + "-XXXXXX"; }

}  // namespace

TemporaryFile::TemporaryFile(const std::string& name) : folder_(temporary_folder()) {
  std::string named = pattern(name);
  file_ = open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file_ >= 0) {
    path_ = "/proc/self/fd/" + std::to_string(file_);
    if (access(path_.c_str(), F_OK) == 0) return;
    close(file_);  // there is no way to open it again
  }
  file_ = mkostemp(named.data(), O_CLOEXEC);
  if (file_ < 0) throw system_error("cannot make a temporary file " + named);
  path_ = std::move(named);
  named_ = true;
}

TemporaryFile::~TemporaryFile() {
  if (named_) unlink(path_.c_str());
  close(file_);
}

TemporaryFolder::TemporaryFolder(const std::string& name) : path_(pattern(name)) {
  if (mkdtemp(path_.data()) == nullptr)
    throw system_error("cannot make a temporary folder " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  try {
    std::filesystem::remove_all(path_);
  } catch (const std::exception&) {
    // A leftover file does no harm; a destructor that throws would.
  }
}

}  // namespace perceptron::core
