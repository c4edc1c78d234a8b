// The output of the margin command for three or more classes: all of them together, or a table of
// the classes or pairs.
#pragma once

#include <string>

#include "cli/margin_report.h"
#include "report/certificate_record.h"

namespace perceptron::core {

std::string classes_margin_text(const MarginFindings& found);
MarginOutcome classes_margin_outcome(const MarginFindings& found);
// Of a table: whether all are separable, and the narrowest margin.
OptimumRecord classes_optimum(const MarginFindings& found);

}  // namespace perceptron::core
