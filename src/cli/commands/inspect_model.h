// What inspect shows of a model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/model.h"
#include "report/inspection_record.h"

namespace perceptron::core {

// `top` features by weight: 20 of a model of two classes, for and against each
// of many classes 5, unless it is said how many.
ModelFileRecord model_record(const Model& model, std::optional<std::uint64_t> top);
std::string model_text(const Model& model, std::optional<std::uint64_t> top);

}  // namespace perceptron::core
