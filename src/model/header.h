// The header of a model file: its parts as JSON. Reading throws if it is not as written here.
#pragma once

#include <cstdint>
#include <string>

#include "base/json.h"
#include "data/schema_json.h"
#include "model/model.h"

namespace perceptron::core {

Json to_json(const Origin& origin);
Origin origin_from(const Json& json);
Json to_json(const Calibration& calibration);
Calibration calibration_from(const Json& json);
// One for each plane, null for those that have none. Reading checks that they fit their planes.
Json regions_json(const Model& model);
void read_regions(const Json& json, Model& model);
// Planes of one training have vectors of the same names and sizes.
Json state_json(const Model& model);

}  // namespace perceptron::core
