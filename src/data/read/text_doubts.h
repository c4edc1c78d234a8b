// What a column may be instead of what it is taken for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.h"

namespace perceptron::core {

// What is odd about a column with these different texts, and what to do about it; empty if nothing
// is: dates of which nobody can tell the day from the month, numbers with a unit, numbers with a
// few texts among them.
std::string doubt_about(const std::string& column, const std::vector<std::string_view>& texts);

// The columns of numbers, by their place in the schema, that count up by one from row to row, as
// the number of a row does. None where the rows are few.
std::vector<std::size_t> counting_columns(const Dataset& data);

}  // namespace perceptron::core
