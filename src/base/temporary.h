// A file of its own among temporary ones, gone with its owner.
#pragma once

#include <string>

namespace perceptron {

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace perceptron
