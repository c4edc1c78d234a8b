#include "data/text/unicode.h"

#include <utf8proc.h>

#include <algorithm>

#include "base/text.h"

namespace perceptron::core {
namespace {

constexpr char32_t kDottedI = 0x130;
constexpr char32_t kSigma = 0x3a3;
constexpr char32_t kFinalSigma = 0x3c2;

utf8proc_int32_t number_of(char32_t code) { return static_cast<utf8proc_int32_t>(code); }

bool is_cased(char32_t code) {
  switch (utf8proc_category(number_of(code))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
      return true;
    default:
      return code == 0xaa || code == 0xba || (code >= 0x2160 && code <= 0x217f) ||
             (code >= 0x24b6 && code <= 0x24e9);
  }
}

// Marks, and punctuation that stands inside of words.
bool is_case_ignorable(char32_t code) {
  constexpr std::array<char32_t, 18> kInsideWords = {0x27,   0x2e,   0x3a,   0xb7,   0x387,  0x55f,
                                                     0x5f4,  0x2018, 0x2019, 0x2024, 0x2027, 0xfe13,
                                                     0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a, 0xad};
  switch (utf8proc_category(number_of(code))) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return std::find(kInsideWords.begin(), kInsideWords.end(), code) != kInsideWords.end();
  }
}

// The character that ends before `at`.
Character character_before(std::string_view text, std::size_t at) {
  for (std::size_t length = 1; length <= std::min<std::size_t>(at, 4); ++length) {
    if (utf8_length(text.substr(0, at), at - length) == length)
      return character_at(text, at - length);
  }
  return {kReplacement, 1};
}

// Whether the sigma at `at` has a letter before it and none after it.
bool ends_word(std::string_view text, std::size_t at, std::size_t length) {
  bool letter_before = false;
  for (std::size_t end = at; end > 0;) {
    const Character before = character_before(text, end);
    end -= before.length;
    if (is_case_ignorable(before.code)) continue;
    letter_before = is_cased(before.code);
    break;
  }
  if (!letter_before) return false;
  for (std::size_t begin = at + length; begin < text.size();) {
    const Character after = character_at(text, begin);
    begin += after.length;
    if (!is_case_ignorable(after.code)) return !is_cased(after.code);
  }
  return true;
}

}  // namespace

Character character_at(std::string_view text, std::size_t at) {
  const std::size_t length = utf8_length(text, at);
  if (length == 0) return {kReplacement, 1};
  constexpr std::array<unsigned, 5> kFirstBits = {0, 0x7f, 0x1f, 0x0f, 0x07};
  char32_t code = static_cast<unsigned char>(text[at]) & kFirstBits[length];
  for (std::size_t k = 1; k < length; ++k)
    code = (code << 6U) | (static_cast<unsigned char>(text[at + k]) & 0x3fU);
  return {code, length};
}

void append_utf8(char32_t code, std::string& text) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto length = utf8proc_encode_char(number_of(code), bytes.data());
  for (std::ptrdiff_t k = 0; k < length; ++k)
    text += static_cast<char>(bytes[static_cast<std::size_t>(k)]);
}

bool is_word_character(char32_t code) {
  const utf8proc_category_t category = utf8proc_category(number_of(code));
  const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
  const bool number = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
  return letter || number || code == '_';
}

bool is_blank(char32_t code) {
  return (code >= 0x9 && code <= 0xd) || (code >= 0x1c && code <= 0x20) || code == 0x85 ||
         code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 ||
         code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

Characters lower_case(std::string_view text, std::size_t at, const Character& character) {
  Characters lower;
  if (character.code == kSigma && ends_word(text, at, character.length)) {
    lower.add(kFinalSigma);
    return lower;
  }
  lower.add(static_cast<char32_t>(utf8proc_tolower(number_of(character.code))));
  constexpr char32_t kDotAbove = 0x307;
  if (character.code == kDottedI) lower.add(kDotAbove);
  return lower;
}

Characters without_accents(char32_t code) {
  Characters kept;
  std::array<utf8proc_int32_t, 20> parts{};
  int last_class = 0;
  const auto options =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
  const auto count =
      utf8proc_decompose_char(number_of(code), parts.data(), parts.size(), options, &last_class);
  if (count < 0 || count > static_cast<std::ptrdiff_t>(parts.size())) {
    kept.add(code);
    return kept;
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
    if (utf8proc_get_property(parts[k])->combining_class == 0)
      kept.add(static_cast<char32_t>(parts[k]));
  }
  return kept;
}

}  // namespace perceptron::core
