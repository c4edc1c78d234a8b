// What `inspect` shows for a model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.h"
#include "report/inspection_record.h"

namespace perceptron::core {

// The `top` features by weight; by default 20 for a model of two classes, 5 for and against each
// of many classes.
ModelFileRecord model_record(const Model& model, std::optional<std::uint64_t> top);
std::string model_text(const Model& model, std::optional<std::uint64_t> top);

}  // namespace perceptron::core
