// Missing values of a table, kept as NaN until it is known which rows their means are taken over.
#pragma once

#include <vector>

#include "data/dataset.h"

namespace perceptron::core {

bool has_missing_values(const Dataset& data);

// The mean of each feature that is a number over its values that are not missing, as computed by a
// reader of just these rows; 0 for other features.
std::vector<double> column_means(const Dataset& data);

// The value that replaces a missing one, for each feature, as the schema has it.
std::vector<double> fill_values(const Schema& schema);
// Stores the means in the schema as the values that replace missing ones.
void store_fill_values(Schema& schema, const std::vector<double>& means);
// The same rows with one more feature after each of those marked in `after`, which is 1 where its
// value is missing and 0 elsewhere. If there are means, they replace missing values.
Matrix with_indicators(const Matrix& matrix, const std::vector<bool>& after,
                       const std::vector<double>* means);

// Replaces missing values by the means, and stores those in the schema.
void fill_missing_values(Dataset& data, const std::vector<double>& means);
void fill_missing_values(Matrix& matrix, const std::vector<double>& means);

}  // namespace perceptron::core
