// A schema as JSON, in the headers of models and caches. The functions that parse throw a standard
// exception if the JSON is not as expected.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>

#include "base/json.h"
#include "data/schema.h"

namespace perceptron::core {

// A string that must be one of these.
std::string one_of(const Json& json, std::initializer_list<const char*> allowed);
// A count below `limit`; anything else, such as −1 or 1e300, throws.
std::uint64_t count_from(const Json& json,
                         std::uint64_t limit = std::numeric_limits<std::uint64_t>::max());

Json to_json(const Schema& schema);
Schema schema_from(const Json& json);

}  // namespace perceptron::core
