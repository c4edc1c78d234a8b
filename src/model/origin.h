// How a model was made, for its file.
#pragma once

#include "data/options.h"
#include "learn/settings.h"
#include "model/model.h"

namespace perceptron::core {

// Records the options that it was trained with; instead of an automatic scaling the one that was
// chosen.
void record_options(const LearnSettings& learn, ReadSettings reading, Model& model);

}  // namespace perceptron::core
