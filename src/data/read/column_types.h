// What the columns of a table are, by its first rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/options.h"
#include "data/read/columns.h"

namespace perceptron::core {

// The decimal mark of the numbers in these columns; automatic where nothing says that it is not a
// point. Throws Error where the numbers contradict each other, or mean different things with a
// point and a comma, unless the mark is chosen.
DecimalMark find_decimal_mark(const TableStart& start, const Schema& schema, DecimalMark chosen);

// Whether a column of numbers has commas in them, though commas separate the fields.
bool has_quoted_numbers(const TableStart& start, const Schema& schema);

// The orders of day, month and year in which all of these are dates.
std::vector<DateOrder> date_orders(const std::vector<std::string_view>& values);

// Whether these are free texts, of many words and mostly different. In a table of a label and a
// text a few words are enough: there is nothing else to learn from.
bool are_free_text(const std::vector<std::string_view>& values, bool only_text);

// Words between blanks that have a letter.
std::size_t count_words(std::string_view text);

// Whether the table has two columns, a label that is repeated and free text after it.
bool has_label_before_text(const TableStart& start, const Schema& schema);

// Sets the type of a column where it is left open, and the order of its dates.
void find_type(const TableStart& start, const Schema& schema, Column& column);

}  // namespace perceptron::core
