// Reading and writing JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include <perceptron/limits.h>
#include <perceptron/names.h>

namespace perceptron::core {

using Json = nlohmann::ordered_json;

// Parses JSON; throws Json::exception if `text` is none. Refuses with an Error about the file
// `name`: more than `deepest` levels of nesting, on which the JSON library recurses, values that do
// not fit the memory (they are many times larger than their text), and NUL bytes and fields that an
// object has twice, which other programs read in other ways.
Json parse_json(std::string_view text, const std::string& name,
                std::uint64_t deepest = Limits().deepest_json);

// On one line, invalid UTF-8 replaced.
std::string json_text(const Json& json);

}  // namespace perceptron::core

namespace perceptron {

// Enumerations are written by their names, never as numbers.
template <Named E>
void to_json(core::Json& json, E value) {
  json = std::string(name_of(value));
}
template <Named E>
void from_json(const core::Json& json, E& value) {
  const auto named = find_named<E>(json.get<std::string>());
  if (!named) throw std::out_of_range("a word is not one of those allowed");
  value = *named;
}

}  // namespace perceptron

// For the library's own enumerations.
namespace perceptron::core {
using perceptron::from_json;
using perceptron::to_json;
}  // namespace perceptron::core
