// Which format is this text? Looked up in the first lines, before any reader
// has seen it.

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "base/elementary.h"
#include "base/number.h"
#include "data/read/reader.h"

namespace perceptron {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const auto end = text.find_first_of(separators);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return parts;
}

// The complete lines of `text`, blank ones left out.
std::vector<std::string_view> first_lines(std::string_view text, bool is_all) {
  auto lines = split(text, "\n");
  if (!is_all && lines.size() > 1) lines.pop_back();
  for (std::string_view& line : lines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  std::erase_if(lines, [](std::string_view line) { return trim(line).empty(); });
  return lines;
}

// "label 3:0.5 …": the second word starts like "3:".
bool looks_like_libsvm(std::string_view line) {
  line = line.substr(0, line.find('#'));
  auto words = split(line, " \t");
  std::erase(words, std::string_view());
  if (words.size() < 2) return false;
  const auto colon = words[1].find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view index = words[1].substr(0, colon);
  return words[1].starts_with("qid:") || parse_count(index).has_value() ||
         (index.starts_with('-') && parse_count(index.substr(1)).has_value());
}

// "d,n,r", then n lines "x1,…,xd,label". Unless d is 2 the first line differs
// from the others in width, and that is telling enough. If d is 2, it is a
// header where count and radius hold, or where its r is none of the labels.
bool looks_like_points(const std::vector<std::string_view>& lines, bool is_all) {
  const auto header = split(lines[0], ",");
  if (header.size() != 3 || lines.size() < 2) return false;
  const auto d = parse_count(trim(header[0]));
  const auto n = parse_count(trim(header[1]));
  const auto r = parse_number(trim(header[2]));
  if (!d || !n || !r || !(*r > 0)) return false;
  if (*d != 2) return split(lines[1], ",").size() == *d + 1;
  bool within = true;
  std::set<std::string_view> labels;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = split(lines[i], ",");
    if (fields.size() != 3) return false;
    const auto x = parse_number(trim(fields[0]));
    const auto y = parse_number(trim(fields[1]));
    if (!x || !y) return false;
    within = within && portable_hypot(*x, *y) <= *r * (1 + 1e-9);
    labels.insert(trim(fields[2]));
  }
  const bool counted = is_all ? lines.size() == *n + 1 : lines.size() <= *n + 1;
  const bool foreign = labels.size() == 2 && !labels.contains(trim(header[2]));
  return (counted && within) || (foreign && (counted || within));
}

}  // namespace

std::string sniff_format(std::string_view text, bool is_all) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  auto lines = first_lines(text, is_all);
  if (lines.empty()) return "csv";
  if (looks_like_points(lines, is_all)) return "points";
  // Comment lines and rows without features say nothing; the first line that
  // has more than one word decides.
  const bool comments = std::any_of(lines.begin(), lines.end(),
                                    [](std::string_view line) { return line.starts_with('#'); });
  std::erase_if(lines, [](std::string_view line) { return line.starts_with('#'); });
  for (const std::string_view line : lines) {
    if (looks_like_libsvm(line)) return "libsvm";
    if (trim(line.substr(0, line.find('#'))).find_first_of(" \t,;") != std::string_view::npos)
      return "csv";
  }
  return comments ? "libsvm" : "csv";
}

}  // namespace perceptron
