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

// What to do with a label that is a quantity: these numbers, each in so many rows.
std::string advice_on_quantities(const std::vector<std::string>& numbers,
                                 const std::vector<std::uint64_t>& rows);

// Why numbers look like identifiers.
enum class IdentifierEvidence {
  none,
  counting,   // up by one from row to row, as the number of a row does
  different,  // whole numbers, none of them twice, and called an identifier or drawn evenly
};
// `values` are those of the rows in their order; few of them are none.
IdentifierEvidence identifier_evidence(const std::string& column, std::vector<double> values);

// "counts the rows", "has another whole number in each row"
std::string_view evidence_text(IdentifierEvidence evidence);

}  // namespace perceptron::core
