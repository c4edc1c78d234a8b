#include "base/options.h"

namespace perceptron {

std::vector<std::string> split_choices(std::string_view choices) {
  std::vector<std::string> words;
  while (!choices.empty()) {
    const auto end = choices.find('|');
    words.emplace_back(choices.substr(0, end));
    choices.remove_prefix(end == std::string_view::npos ? choices.size() : end + 1);
  }
  return words;
}

}  // namespace perceptron
