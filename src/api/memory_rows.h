// Rows in memory as the library stores them. Everything about them is checked.
#pragma once

#include <string>
#include <vector>

#include <perceptron/dataset.h>
#include "data/dataset.h"

namespace perceptron::api {

// Without classes.
core::Dataset rows_from(const DenseRows& rows);
core::Dataset rows_from(const SparseRows& rows);

// Adds the classes of the rows, their weights and the names of the features.
core::Dataset label(core::Dataset rows, const std::vector<std::string>& labels,
                    const RowDetails& details);

}  // namespace perceptron::api
