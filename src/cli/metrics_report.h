// Prints how good a classifier is.
#pragma once

#include <string>

#include "report/metrics_record.h"

namespace perceptron::core {

// A share between 0 and 1.
std::string share_text(double value);
std::string metrics_text(const MetricsRecord& metrics);

}  // namespace perceptron::core
