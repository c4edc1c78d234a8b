// A model that training resumes from, with features that it did not have.
#pragma once

#include "data/dataset.h"
#include "model/model.h"

namespace perceptron::core {

// `model` with the features of `data`, whose schema has those of the model and others: new
// categories, columns or numbers. Weights of the others are 0, and its state is as if they had been
// 0 in every row so far. What scales them is found from `data`, their first rows.
Model add_features(Model model, const Dataset& data);

}  // namespace perceptron::core
