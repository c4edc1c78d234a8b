#include "base/escapes.h"

namespace perceptron::core {

std::vector<std::string> split_unescaped(std::string_view text, char separator, std::size_t most) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      parts.back() += text[i++];
      parts.back() += text[i];
    } else if (text[i] == separator && parts.size() < most) {
      parts.emplace_back();
    } else {
      parts.back() += text[i];
    }
  }
  return parts;
}

std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    plain += text[i];
  }
  return plain;
}

std::string with_escapes(std::string_view text, std::string_view special) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\' || special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace perceptron::core
