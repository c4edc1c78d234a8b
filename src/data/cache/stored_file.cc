#include "data/cache/stored_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"
#include "base/interrupt.h"

namespace perceptron::core {

StoredFile::StoredFile(const std::string& path)
    : path_(path), file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) throw system_error("cannot read " + path);
  struct stat status = {};
  if (fstat(file_, &status) != 0) {
    const Error error = system_error("cannot read " + path);
    close(file_);
    throw Error(error);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

StoredFile::~StoredFile() { close(file_); }

void StoredFile::read(std::uint64_t offset, std::span<char> into) const {
  while (!into.empty()) {
    const ssize_t got = pread(file_, into.data(), into.size(), static_cast<off_t>(offset));
    if (got > 0) {
      into = into.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    } else if (got == 0) {
      throw Error(Place{path_},
                  "the file became shorter while it was read; try again when nothing "
                  "else writes to it");
    } else if (errno == EINTR) {
      check_interrupt();
    } else {
      throw system_error("cannot read " + path_);
    }
  }
}

}  // namespace perceptron::core
