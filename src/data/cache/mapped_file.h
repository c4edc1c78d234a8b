// A file mapped into memory for reading, unmapped at the end of its life.
#pragma once

#include <cstdint>
#include <string>

namespace perceptron::core {

class MappedFile {
 public:
  // Throws an Error of kind io if the file cannot be opened or mapped. An empty file is opened,
  // but not mapped.
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  const char* memory() const { return memory_; }
  std::uint64_t size() const { return size_; }
  // Releases all resident pages for now. All of them, not only those of one block: the system maps
  // more pages than were accessed, and those left by single blocks would add up.
  void release_pages() const;

 private:
  void map(const std::string& path);

  int file_ = -1;
  const char* memory_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace perceptron::core
