// Where results are written: standard output, or a file that is replaced as a whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace perceptron::core {

// A buffered writer. A file is written next to its target, without a name or, where the system has
// no unnamed files, under a temporary one; finish() gives it the target's name after it has
// reached the disk. A crash at any moment leaves the old file or the new one. Pipes, devices and
// files that have no name are written directly; "-" is standard output.
class Output {
 public:
  explicit Output(std::string path);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();  // without finish(): removes the temporary file, keeps the target

  void write(std::string_view bytes);
  void flush();
  void finish();

  // Of the file, with symbolic links followed.
  std::string folder() const;

 private:
  void open_target();
  void write_through(std::string_view bytes);
  bool link_as(const std::string& name) const;
  void name_temporary();
  void copy_temporary();

  std::string path_;
  std::string target_;              // `path_` with symbolic links followed
  bool through_temporary_ = false;  // otherwise the target is written directly
  std::string temporary_;           // its name, if it has one
  std::string buffer_;
  int file_ = -1;
  bool owned_ = false;
};

// Whether writing to `path` writes to standard output: "-", or another name of its pipe or file.
bool is_standard_output(const std::string& path);

}  // namespace perceptron::core
