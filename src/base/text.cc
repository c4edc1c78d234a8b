#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace perceptron::core {

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(at);
  if (first < 0x80) return at < text.size() ? 1 : 0;
  const std::size_t length = first < 0xc2   ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(at + k) & 0xc0U) != 0x80U) return 0;
  }
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  const unsigned second = byte(at + 1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) {
    return 0;
  }
  return length;
}

std::size_t tame_length(std::string_view text, std::size_t at) {
  const std::size_t length = utf8_length(text, at);
  const std::string_view character = text.substr(std::min(at, text.size()), length);
  const auto within = [&](std::string_view first, std::string_view last) {
    return character.size() == first.size() && first <= character && character <= last;
  };
  const bool controls = within(std::string_view("\0", 1), "\x1f") || character == "\x7f" ||
                        within("\u0080", "\u009f");
  // NOLINTNEXTLINE(misc-misleading-bidirectional): these are what must not get through.
  const bool reorders = within("\u2028", "\u202e") || within("\u2066", "\u2069");
  return controls || reorders ? 0 : length;
}

std::size_t first_not_text(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const bool blank = text[at] == '\t' || text[at] == '\n';
    const std::size_t length = blank ? 1 : tame_length(text, at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

std::string without_controls(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    const bool kept = text[at] == '\0' || text[at] == '\t' || text[at] == '\n';
    const bool control = length > 0 && !kept && tame_length(text, at) == 0;
    result += control ? std::string_view("\xef\xbf\xbd")
                      : text.substr(at, std::max<std::size_t>(length, 1));
    at += std::max<std::size_t>(length, 1);
  }
  return result;
}

std::string printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = tame_length(text, i);
    if (length == 0) {
      const std::size_t end = i + std::max<std::size_t>(utf8_length(text, i), 1);
      for (; i < end; ++i) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::size_t end = 0;
  while (end < text.size() && end < kLongest)
    end += std::max<std::size_t>(utf8_length(text, end), 1);
  return fmt::format("\"{}{}\"", printable(text.substr(0, end)), end < text.size() ? "…" : "");
}

std::string shortened(const std::string& name, std::size_t end) {
  std::vector<std::size_t> starts;
  for (std::size_t at = 0; at < name.size(); at += std::max<std::size_t>(utf8_length(name, at), 1))
    starts.push_back(at);
  if (starts.size() <= 2 * end + 1) return name;
  return name.substr(0, starts[end]) + "…" + name.substr(starts[starts.size() - end]);
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3) {
    text.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  const char* ending = count == 1 ? "" : noun.ends_with('s') ? "es" : "s";
  return fmt::format("{} {}{}", with_commas(count), noun, ending);
}

bool matches_pattern(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string in_list(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) {
    list += (i > 0 ? ", " : "") + in_quotes(names[i]);
  }
  if (names.size() > kMost) list += fmt::format(" and {} more", names.size() - kMost);
  return list;
}

std::string brief(double number, Round round, int digits) {
  if (round != Round::nearest && number != 0 && std::isfinite(number)) {
    const double exponent = std::floor(std::log10(std::abs(number)));
    const double unit = std::pow(10.0, exponent + 1 - digits);
    const double steps = number / unit;
    // The tolerance keeps numbers that are already round. The unit of subnormal numbers
    // underflows, so they are left unrounded.
    if (std::isnormal(unit))
      number = unit * (round == Round::down ? std::floor(steps + 1e-9) : std::ceil(steps - 1e-9));
  }
  return fmt::format("{:.{}g}", number, digits);
}

}  // namespace perceptron::core
