#include "data/cache/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace perceptron::core {

MappedFile::MappedFile(const std::string& path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) throw system_error("cannot read " + path);
  try {
    map(path);
  } catch (...) {
    close(file_);
    throw;
  }
}

MappedFile::~MappedFile() {
  if (memory_ != nullptr) munmap(const_cast<char*>(memory_), size_);  // NOLINT: as it was mapped
  close(file_);
}

void MappedFile::map(const std::string& path) {
  struct stat status = {};
  if (fstat(file_, &status) != 0) throw system_error("cannot read " + path);
  size_ = static_cast<std::uint64_t>(status.st_size);
  if (size_ == 0) return;
  void* mapping = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file_, 0);
  if (mapping == MAP_FAILED) throw system_error("cannot map " + path);
  memory_ = static_cast<const char*>(mapping);
}

void MappedFile::release_pages() const {
  madvise(const_cast<char*>(memory_), size_, MADV_DONTNEED);  // NOLINT: as it was mapped
}

}  // namespace perceptron::core
