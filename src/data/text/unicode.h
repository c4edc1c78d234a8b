// Characters of text: what they are, in lower case and without accents (Unicode, by utf8proc).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace perceptron::core {

inline constexpr char32_t kReplacement = 0xfffd;  // stands for what is no character

struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // in bytes
};

// The character at `at`, which is within the text. A byte that is not UTF-8 is kReplacement.
Character character_at(std::string_view text, std::size_t at);
void append_utf8(char32_t code, std::string& text);

// Letters, numbers and the underscore: what words are made of.
bool is_word_character(char32_t code);
// Blanks and line ends of any kind.
bool is_blank(char32_t code);
// Control characters, and those that change the direction of the text: no name contains them.
bool is_control(char32_t code);

// A few characters that one character becomes.
struct Characters {
  std::array<char32_t, 20> codes{};
  std::size_t size = 0;

  void add(char32_t code) { codes[size++] = code; }
  const char32_t* begin() const { return codes.data(); }
  const char32_t* end() const { return codes.data() + size; }
};

// The character at `at` in lower case: two for the dotted İ, and the sigma at the end of a word is
// another one than inside.
Characters lower_case(std::string_view text, std::size_t at, const Character& character);
// What remains of a character without accents: its compatibility decomposition (NFKD) without
// combining characters.
Characters without_accents(char32_t code);

}  // namespace perceptron::core
