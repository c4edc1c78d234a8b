#include "base/number.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace perceptron {

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) return std::nullopt;
  }
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, status] = fast_float::from_chars(text.data(), end, value);
  if (stop != end || text.empty()) return std::nullopt;
  if (status == std::errc::result_out_of_range) return value;  // 0 or infinity
  if (status != std::errc()) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (stop != end || status != std::errc() || text.empty()) return std::nullopt;
  return value;
}

std::string format_number(double value) { return fmt::format("{}", value); }

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string out = "\"";
  for (const char c : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  if (text.size() > kLongest) {
    // Do not end inside a UTF-8 character.
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0U) == 0x80U)
      out.pop_back();
    if (static_cast<unsigned char>(out.back()) >= 0xc0U) out.pop_back();
    out += "…";
  }
  return out + '"';
}

}  // namespace perceptron
