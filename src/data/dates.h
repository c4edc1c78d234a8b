// Dates as numbers.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "data/schema.h"

namespace perceptron::core {

using DateNumbers = std::array<double, kDateParts.size()>;

// A date with a year of four digits, its parts separated by - / or . and in this order, with or
// without a time (2024-02-29, 29.2.2024 13:05, 2024-02-29T13:05:00Z): its year, its month, its day
// of the week (1 is Monday), its day of the year, and the days since the start of 1970, with the
// time as a fraction. A time zone is not taken into account.
std::optional<DateNumbers> parse_date(std::string_view text, DateOrder order);

}  // namespace perceptron::core
