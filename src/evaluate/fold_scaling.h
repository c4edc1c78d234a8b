// What the scaling `auto` comes to in the folds of a cross-validation.
#pragma once

#include "data/dataset.h"
#include "evaluate/training_sets.h"

namespace perceptron::core {

// Whether `auto` certainly leaves the columns as they are on the training rows of every fold, so
// that the folds can share the rows. A quick answer: false only means that each fold has to look
// at its own rows.
bool surely_unscaled(const Dataset& data, const TrainingSets& sets);

}  // namespace perceptron::core
