// Lines above the rows that are neither the header nor rows: units, or a second header.
#pragma once

#include <vector>

#include "data/read/columns.h"

namespace perceptron::core {

// Throws an Error that says so if the first row holds texts where the rows below hold numbers, in
// all columns of numbers whose type was left open (`open`, of each column of the schema).
void refuse_second_header(const TableStart& start, const TableColumns& columns,
                          const std::vector<bool>& open);

}  // namespace perceptron::core
