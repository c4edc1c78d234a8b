// Text for messages: names and values from files, shown so that they cannot disturb a terminal or
// break a line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace perceptron::core {

// The length in bytes of the UTF-8 character at `at`; 0 if it is invalid.
std::size_t utf8_length(std::string_view text, std::size_t at);

// The same for a character that leaves the others where they are: 0 for control characters as well,
// for line and paragraph separators, and for those that change the direction of the text.
std::size_t tame_length(std::string_view text, std::size_t at);

// The place of the first character of `text` that is neither tame nor a tab or a line end; its size
// if all are.
std::size_t first_not_text(std::string_view text);
inline bool is_text(std::string_view text) { return first_not_text(text) == text.size(); }

// `text` with U+FFFD for each control character and each one that changes the direction of text.
// Tabs and line ends stay, and so do zeros and invalid bytes: what holds them is no text.
std::string without_controls(std::string_view text);

// `text` with the bytes of all other characters as \xNN.
std::string printable(std::string_view text);

// The same in quotes, truncated if it is long.
std::string in_quotes(std::string_view text);

// A long name without its middle: its beginning and end, of so many characters each, distinguish
// it.
std::string shortened(const std::string& name, std::size_t end);

// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number);
// "1 row", "2 rows", "1,000 passes".
std::string plural(std::uint64_t count, std::string_view noun);

// Whether `name` matches `pattern`, in which * is any text and ? any character.
bool matches_pattern(std::string_view pattern, std::string_view name);

// "a", "b", "c" and 12 more.
std::string in_list(const std::vector<std::string>& names);

// `number` for people: a few significant digits. A bound is rounded in the direction in which it
// stays true.
enum class Round { nearest, down, up };
std::string brief(double number, Round round = Round::nearest, int digits = 6);

}  // namespace perceptron::core
