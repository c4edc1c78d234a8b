// A grid of settings, cross-validated: one bank against one model after the other,
// and against others.
#pragma once

#include "data/dataset.h"

namespace perceptron::core {

// All classes of `train`, 5 folds, 8 values of L2, squared hinge, against
// scikit-learn and against ourselves one by one. The paths are those of the same
// rows as LIBSVM files.
void bench_grid_of_classes(const Dataset& train, const std::string& train_path, const Dataset& test,
                           const std::string& test_path);

// Two classes, 10 folds, 20 values of L2, against LIBLINEAR.
void bench_grid_of_two(const Dataset& train);

}  // namespace perceptron::core
