// Missing values of a table, kept as NaN until it is known from which rows their means come.
#pragma once

#include <vector>

#include "data/dataset.h"

namespace perceptron::core {

bool has_missing_values(const Dataset& data);

// The mean of each numeric column over its values that are not missing, as a reader of just
// these rows would find it; 0 for other features.
std::vector<double> column_means(const Dataset& data);

// The value that replaces a missing one, for each feature, as the schema has it.
std::vector<double> fill_values(const Schema& schema);
// Enters the means into the schema as the values that replace missing ones.
void store_fill_values(Schema& schema, const std::vector<double>& means);
// Replaces missing values by the means, and enters those into the schema.
void fill_missing_values(Dataset& data, const std::vector<double>& means);

}  // namespace perceptron::core
