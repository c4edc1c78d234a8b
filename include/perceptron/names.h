// Names of enumerations. Each enumeration has one table next to it, which settings, the command
// line, Python, records and model files share:
//
//     enum class Order { shuffle, file };
//     constexpr auto enum_names(Order) {
//       return std::array{std::pair{Order::shuffle, "shuffle"}, std::pair{Order::file, "file"}};
//     }
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <perceptron/error.h>

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

// The value of that name in any enumeration: settings.order = by_name("file"). Throws an
// Error of kind usage if there is none.
struct ByName {
  std::string_view name;
  template <Named E>
  operator E() const {  // NOLINT
    if (const auto value = find_named<E>(name)) return *value;
    std::string names;
    for (const auto& [value, each] : enum_names(E{}))
      names += std::string(names.empty() ? "" : ", ") + each;
    throw Error(ErrorKind::usage, "expected one of " + names + ", found " + std::string(name));
  }
};
inline ByName by_name(std::string_view name) { return {name}; }

}  // namespace perceptron
