// The beginning of a file, by which its format is recognised.
#pragma once

#include <string_view>
#include <vector>

namespace perceptron::core {

struct FileStart {
  std::string_view bytes;  // the first bytes of the file, decompressed
  bool is_all = false;     // whether the file has no more
  // The complete lines among them, without line ends and blank lines.
  std::vector<std::string_view> lines;

  FileStart(std::string_view first_bytes, bool is_all_of_them);
};

// `text` split at each of the separators.
std::vector<std::string_view> split_at(std::string_view text, std::string_view separators);

}  // namespace perceptron::core
