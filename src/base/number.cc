#include "base/number.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace perceptron::core {

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

std::string hexadecimal(double number) { return number == 0 ? "0" : fmt::format("{:a}", number); }

}  // namespace perceptron::core
