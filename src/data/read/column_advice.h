// What may be wrong with a table whose columns are not those expected.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/read/columns.h"
#include "data/read/records.h"

namespace perceptron::core {

// What to do about lines of too few fields: there may be another delimiter, as often in each line,
// or a title above them.
std::string delimiter_advice(const TableStart& start);

// Where a table has no column of this name: the delimiter, or a column of nearly this name.
std::string missing_column_advice(const TableStart& start, const std::string& name);

// What to do about a line of more fields than the first one has.
std::string width_advice(const TableStart& start, const std::vector<Field>& fields);

// Whether a delimiter ends each line: what comes after the last one is no column.
bool ends_with_delimiter(const TableStart& start);

}  // namespace perceptron::core
