// How a model came to be, for its file.
#pragma once

#include "data/options.h"
#include "learn/settings.h"
#include "model/model.h"

namespace perceptron::core {

// Writes down the options that it was made with.
void record_options(const LearnSettings& learn, const ReadSettings& reading, Origin& origin);

}  // namespace perceptron::core
