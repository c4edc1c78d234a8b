#include "base/json.h"

#include <cstdint>
#include <iterator>
#include <stdexcept>

#include "base/interrupt.h"

namespace perceptron::core {

namespace {

constexpr std::size_t kBytesBetweenChecks = std::size_t{1} << 20U;  // for Ctrl-C

// A place in a text. Reading on can be interrupted, because the JSON library has no other place for
// that, and takes minutes for gigabytes.
class TextPlace {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit TextPlace(const char* at) : at_(at) {}
  const char& operator*() const { return *at_; }
  TextPlace& operator++() {
    if (reinterpret_cast<std::uintptr_t>(++at_) % kBytesBetweenChecks == 0)  // NOLINT: any multiple
      check_interrupt();
    return *this;
  }
  bool operator==(const TextPlace& other) const = default;

 private:
  const char* at_;
};

}  // namespace

Json parse_shallow(const std::string& text) {
  constexpr int kDeepest = 16;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i % kBytesBetweenChecks == 0) check_interrupt();
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
  return Json::parse(TextPlace(text.data()), TextPlace(text.data() + text.size()));
}

std::string json_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace perceptron::core
