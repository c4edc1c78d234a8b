#include "memory_file.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"

namespace perceptron::core::fuzz {

MemoryFile::MemoryFile()
    : file_(memfd_create("fuzz", MFD_CLOEXEC)), path_(fmt::format("/proc/self/fd/{}", file_)) {
  if (file_ < 0) throw std::runtime_error("cannot make a file in memory");
}

MemoryFile::~MemoryFile() { close(file_); }

const std::string& MemoryFile::with(std::string_view content) {
  if (ftruncate(file_, 0) != 0 ||
      pwrite(file_, content.data(), content.size(), 0) != static_cast<ssize_t>(content.size()))
    throw std::runtime_error("cannot write a file in memory");
  return path_;
}

}  // namespace perceptron::core::fuzz
