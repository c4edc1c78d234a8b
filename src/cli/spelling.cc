#include "cli/spelling.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace perceptron::core {

std::string shell_word(const std::string& text) {
  const auto plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 ||
           std::string_view("/._-+,:@%=").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string option_text(const Mention& mention) {
  if (mention.name_only) return mention.name;
  if (mention.name == "order" && mention.value == "given") return "--order FILE";
  if (mention.value == "false") return "--no-" + mention.name;
  if (mention.value.empty() || mention.value == "true") return "--" + mention.name;
  // A value that could be an option belongs to the word of its own.
  const char* between = mention.value.starts_with('-') ? "=" : " ";
  return "--" + mention.name + between + shell_word(mention.value);
}

std::string in_options(const Message& message) { return message.text(option_text); }

}  // namespace perceptron::core
