// Numbers as people write them: with a decimal comma, and with separated thousands.
#pragma once

#include <optional>
#include <string_view>

#include "data/options.h"

namespace perceptron::core {

// The number that all of `text` is. automatic: as parse_number(), with a point and no thousands.
// Otherwise thousands may be separated by the other mark, all of them: 1,234,567.5 or 1.234.567,5.
std::optional<double> parse_marked_number(std::string_view text, DecimalMark mark);

// What the way a number is written says about its decimal mark.
enum class MarkEvidence {
  none,       // 12, or no number
  point,      // 1.5
  grouped,    // 1,234.5 or 1,234,567: a point, and separated thousands
  comma,      // 1,5 or 1.234,5
  thousands,  // 1,234: separated thousands, or a decimal comma
};
MarkEvidence mark_evidence(std::string_view text);

}  // namespace perceptron::core
