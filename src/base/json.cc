#include "base/json.h"

#include <stdexcept>

namespace perceptron::core {

Json parse_shallow(const std::string& text) {
  constexpr int kDeepest = 16;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > kDeepest) throw std::out_of_range("it is nested too deeply");
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return Json::parse(text);
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace perceptron::core
