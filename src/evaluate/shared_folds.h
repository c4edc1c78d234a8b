// Folds that share one copy of the rows are trained together in a bank.
#pragma once

#include <vector>

#include "evaluate/fold_training.h"

namespace perceptron::core {

// Trains and records the candidates of a group on these folds. Each fold must have training
// rows of every class.
void train_shared_folds(const FoldTraining& training, const RowsView& rows, std::vector<Fold> folds,
                        const Group& group);

}  // namespace perceptron::core
