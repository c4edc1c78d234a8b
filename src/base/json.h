// Reading and writing JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include <perceptron/names.h>

namespace perceptron::core {

using Json = nlohmann::ordered_json;

// Parses JSON of limited depth. A hostile file may be nested millions of levels deep, on which the
// JSON library recurses; its own check of the depth takes quadratic time on long arrays. Throws a
// standard exception.
Json parse_shallow(const std::string& text);

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
