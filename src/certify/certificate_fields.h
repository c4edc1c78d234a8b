// The fields of certificates that several kinds share. Each function throws std::exception if the
// JSON is not of its type.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"

namespace perceptron::core {

// Anything else than a list would be iterated over as if it were one of one value or of none.
const Json::array_t& list_in(const Json& json);
std::vector<std::string> texts_in(const Json& json);
std::uint64_t count_in(const Json& json);
// A number in a claim, as text; throws if it is not a number.
std::string number_in(const Json& json);
// A place that is counted from 1 in the file.
std::uint64_t read_index(const Json& json, const char* what);
// Appends the weights of a plane, then its offset if there is one.
void read_plane(const Json& json, bool offset, std::vector<std::string>& plane);
Json plane_json(std::span<const std::string> plane, bool offset);

}  // namespace perceptron::core
