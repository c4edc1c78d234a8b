// Folds that need their own data are trained one by one, or a few in parallel.
#pragma once

#include <vector>

#include "evaluate/fold_training.h"

namespace perceptron::core {

// Trains and records the candidates of a group, which all use this scaling, on these folds.
void train_separate_folds(const FoldTraining& training, const std::vector<Fold>& folds,
                          const Group& group, ScalingKind scale);

}  // namespace perceptron::core
