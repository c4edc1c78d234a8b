// A file in memory, for what opens files by their names.
#pragma once

#include <string>
#include <string_view>

namespace perceptron::core::fuzz {

class MemoryFile {
 public:
  MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  // The path of the file, which now has this content.
  const std::string& with(std::string_view content);

 private:
  int file_;
  std::string path_;
};

}  // namespace perceptron::core::fuzz
