// Where results are written: standard output, or a file that appears whole or
// not at all.
#pragma once

#include <string>
#include <string_view>

namespace perceptron::core {

// A buffered writer. A file is written without a name, or under a temporary one
// where the system has no such files, beside its target and takes its name in
// finish(), after it has reached the disk: a crash at any moment leaves the old
// file or the new one. Pipes and devices are written directly; "-" is standard
// output.
class Output {
 public:
  explicit Output(std::string path);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // without finish(): the temporary file goes, the target stays

  void write(std::string_view bytes);
  void flush();
  void finish();

 private:
  void write_through(std::string_view bytes);
  void name_temporary();
  void copy_temporary();

  std::string path_;
  std::string target_;              // `path_` with symbolic links followed
  bool through_temporary_ = false;  // otherwise the target is written directly
  std::string temporary_;           // its name, where it has one
  std::string buffer_;
  int file_ = -1;
  bool owned_ = false;
};

}  // namespace perceptron::core
