// A column of text as JSON, in the headers of models and caches. What parses throws a standard
// exception if the JSON is not as expected.
#pragma once

#include "base/json.h"
#include "data/text/settings.h"

namespace perceptron::core {

// With its terms, unless they are kept elsewhere.
Json to_json(const TextColumn& column);
// A dictionary that is kept elsewhere is empty.
TextColumn text_column_from(const Json& json);

}  // namespace perceptron::core
