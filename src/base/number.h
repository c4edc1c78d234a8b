// Parsing and formatting numbers, independent of the locale.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace perceptron::core {

// The value of `text` if all of it is a number ("1x" is none). Infinity and NaN are returned as
// such, and so is a number too large for a double; the caller decides how to report them.
std::optional<double> parse_number(std::string_view text);

// The value of `text` if it consists of digits only and fits.
std::optional<std::uint64_t> parse_count(std::string_view text);

// The shortest text that parses to the same double.
std::string format_number(double value);

// The same as a hexadecimal float, "0x1.8p+1"; "0" for 0.
std::string hexadecimal(double number);

}  // namespace perceptron::core
