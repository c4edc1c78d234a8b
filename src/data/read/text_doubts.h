// What a column of texts may be instead.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace perceptron::core {

// What is odd about a column with these different texts, and what to do about it; empty if nothing
// is: dates of which nobody can tell the day from the month, numbers with a unit, numbers with a
// few texts among them.
std::string doubt_about(const std::string& column, const std::vector<std::string_view>& texts);

}  // namespace perceptron::core
