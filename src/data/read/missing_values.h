// Gaps in a table, kept as NaN until it is known which rows may fill them.
#pragma once

#include <vector>

#include "data/dataset.h"

namespace perceptron {

bool has_gaps(const Dataset& data);

// The mean of each number column over the values that are there, as a reader of
// just these rows would find it; of other features 0.
std::vector<double> column_means(const Dataset& data);

// What stands in for missing numbers of each feature, as it was kept.
std::vector<double> kept_means(const Schema& schema);
// Keeps the means as what stands in for missing numbers.
void keep_means(Schema& schema, const std::vector<double>& means);
// Puts the means where gaps are, and into the schema.
void fill_gaps(Dataset& data, const std::vector<double>& means);

}  // namespace perceptron
