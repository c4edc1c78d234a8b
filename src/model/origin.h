// How a model was made, for its file.
#pragma once

#include "data/options.h"
#include "learn/settings.h"
#include "model/model.h"

namespace perceptron::core {

// Records the options that it was trained with.
void record_options(const LearnSettings& learn, const ReadSettings& reading, Origin& origin);

}  // namespace perceptron::core
