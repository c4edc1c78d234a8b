// Backslashes before characters that otherwise have a meaning of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perceptron::core {

// The parts of `text` between separators without a backslash before them, at most `most` of them.
// They keep their backslashes.
std::vector<std::string> split_unescaped(std::string_view text, char separator,
                                         std::size_t most = std::string::npos);

std::string without_escapes(std::string_view text);
// With a backslash before each of the `special` characters and each backslash.
std::string with_escapes(std::string_view text, std::string_view special);

}  // namespace perceptron::core
