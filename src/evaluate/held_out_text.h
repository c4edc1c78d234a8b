// The predictions of a cross-validation as text: a line for each held-out row.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "data/dataset.h"
#include "evaluate/validation.h"
#include "model/prediction_text.h"

namespace perceptron::core {

// The format that the end of a file's name stands for. Throws a usage error if it is none.
PredictionFormat format_of_name(const std::string& path, const std::string& option);

// Writes the rows of `validation.held_out` in their order, one repeat after the other: number
// (from 1, without the first `before` rows), class, prediction, scores and probabilities as predict
// has them, fold, and the repeat where there are several. CSV and TSV begin with the names.
void write_held_out(const Dataset& data, const Validation& validation, PredictionFormat format,
                    std::uint64_t before, const std::function<void(std::string_view)>& write);

}  // namespace perceptron::core
