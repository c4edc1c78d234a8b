// What the two parsers of LIBSVM text agree on, and the weights of its rows.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace perceptron::core {

struct FileStart;

inline constexpr std::uint64_t kLargestIndex = std::numeric_limits<std::uint32_t>::max();

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The first word of `text`, which is moved past it; empty at the end. Words end at blanks.
inline std::string_view take_word(std::string_view& text) {
  std::size_t begin = 0;
  while (begin < text.size() && is_blank(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && !is_blank(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

// Whether labels carry the weights of their rows, as in "+1:0.5 3:1": all of them do, or none. If
// each looks like "1:0.5", followed by higher numbers, they may also be features of rows that lack
// their labels.
enum class LabelWeights { none, possible, certain };
LabelWeights find_label_weights(const FileStart& start);

struct WeightedLabel {
  std::string_view name;
  std::string_view weight;
};
// A label with its weight; none if the word does not end with a colon and a number.
std::optional<WeightedLabel> split_weight(std::string_view word);

}  // namespace perceptron::core
