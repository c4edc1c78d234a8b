#include "data/cache/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/error.h"

namespace perceptron::core {

Spool::Spool(const std::string& folder) : folder_(folder) {
  file_ = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file_ >= 0) return;
  // Some file systems have no unnamed files: this one is unlinked at once.
  std::string path = folder + "/.perceptron-XXXXXX";
  file_ = mkostemp(path.data(), O_CLOEXEC);
  if (file_ < 0) throw system_error("cannot write to " + folder);
  unlink(path.c_str());
}

Spool::~Spool() { close(file_); }

void Spool::add(std::string_view bytes) {
  constexpr std::size_t kBuffer = std::size_t{1} << 20U;
  buffer_ += bytes;
  if (buffer_.size() >= kBuffer) flush();
}

void Spool::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = write(file_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR)
      throw system_error("cannot write a temporary file in " + folder_);
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void Spool::read_bytes(std::uint64_t from, std::size_t count, char* into) const {
  auto at = static_cast<off_t>(from);
  while (count > 0) {
    const ssize_t got = pread(file_, into, count, at);
    if (got == 0 || (got < 0 && errno != EINTR)) throw system_error("cannot read a temporary file");
    if (got < 0) continue;
    into += got;
    at += got;
    count -= static_cast<std::size_t>(got);
  }
}

}  // namespace perceptron::core
