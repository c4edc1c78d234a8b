// A temporary file that is removed with its owner.
#pragma once

#include <string>

namespace perceptron::core {

// Where the system has unnamed files it has no name, and nothing remains of it even if the program
// is killed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  const std::string& path() const { return path_; }  // to open it, as often as needed
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  std::string path_;
  int file_ = -1;
  bool named_ = false;
};

// A temporary folder, removed with its contents.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& name);
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }
  std::string path(const std::string& file) const { return path_ + '/' + file; }

 private:
  std::string path_;
};

}  // namespace perceptron::core
