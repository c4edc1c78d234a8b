// A file that is read at any place, by any thread. What it contains may change at any time, so
// nothing that was read once is read again.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace perceptron::core {

class StoredFile {
 public:
  // Throws an Error of kind io if the file cannot be opened.
  explicit StoredFile(const std::string& path);
  StoredFile(const StoredFile&) = delete;
  StoredFile& operator=(const StoredFile&) = delete;
  ~StoredFile();

  std::uint64_t size() const { return size_; }  // when it was opened
  // Fills `into` with the bytes from `offset` on. Throws if there are fewer.
  void read(std::uint64_t offset, std::span<char> into) const;

 private:
  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace perceptron::core
