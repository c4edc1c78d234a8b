#include "data/read/file_start.h"

#include "data/read/lines.h"

namespace perceptron::core {
namespace {

std::vector<std::string_view> whole_lines(std::string_view text, bool is_all) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // a byte order mark
  auto lines = split_at(text, "\n");
  if (!is_all && lines.size() > 1) lines.pop_back();
  for (std::string_view& line : lines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  std::erase_if(lines, [](std::string_view line) { return trim(line).empty(); });
  return lines;
}

}  // namespace

std::vector<std::string_view> split_at(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    // A single character is found many bytes at a time.
    const auto end =
        separators.size() == 1 ? text.find(separators[0]) : text.find_first_of(separators);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return parts;
}

FileStart::FileStart(std::string_view first_bytes, bool is_all_of_them)
    : bytes(first_bytes), is_all(is_all_of_them), lines(whole_lines(first_bytes, is_all_of_them)) {}

}  // namespace perceptron::core
