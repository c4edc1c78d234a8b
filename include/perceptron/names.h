// Names of enumerations. Each enumeration has one table beside it, which settings, the command
// line, Python, records and model files share:
//
//     enum class Order { shuffle, file };
//     constexpr auto enum_names(Order) {
//       return std::array{std::pair{Order::shuffle, "shuffle"}, std::pair{Order::file, "file"}};
//     }
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace perceptron {

template <class E>
concept Named = std::is_enum_v<E> && requires(E value) {
  enum_names(value);
};

template <Named E>
constexpr std::string_view name_of(E value) {
  for (const auto& [each, name] : enum_names(E{})) {
    if (each == value) return name;
  }
  return "";
}

template <Named E>
constexpr std::optional<E> find_named(std::string_view name) {
  for (const auto& [value, each] : enum_names(E{})) {
    if (name == each) return value;
  }
  return std::nullopt;
}

namespace names {

template <Named E>
constexpr std::size_t length_of_choices() {
  std::size_t length = 0;
  for (const auto& [value, name] : enum_names(E{})) length += std::string_view(name).size() + 1;
  return length - 1;
}

template <Named E>
constexpr auto join_choices() {
  std::array<char, length_of_choices<E>()> text{};
  std::size_t at = 0;
  for (const auto& [value, name] : enum_names(E{})) {
    if (at > 0) text[at++] = '|';
    for (const char letter : std::string_view(name)) text[at++] = letter;
  }
  return text;
}

template <Named E>
inline constexpr auto kChoices = join_choices<E>();

}  // namespace names

// The value of that name, whichever enumeration is asked for: settings.order = by_name("file").
// Throws std::invalid_argument where there is none.
struct ByName {
  std::string_view name;
  template <Named E>
  operator E() const {  // NOLINT
    if (const auto value = find_named<E>(name)) return *value;
    throw std::invalid_argument("no value is called " + std::string(name));
  }
};
inline ByName by_name(std::string_view name) { return {name}; }

// "a|b|c"
template <Named E>
constexpr std::string_view choices_of() {
  return {names::kChoices<E>.data(), names::kChoices<E>.size()};
}

}  // namespace perceptron
