// JSON from files and for files.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace perceptron {

using Json = nlohmann::ordered_json;

// JSON of few levels. A hostile file may have millions, on which the library
// recurses; its own check of the depth takes quadratic time on long arrays.
// Throws a standard exception.
Json parse_shallow(const std::string& text);

// On one line, stray bytes replaced.
std::string json_text(const Json& json);

}  // namespace perceptron
