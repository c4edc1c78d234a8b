// Prints how good a classifier is.
#pragma once

#include <string>

#include "report/metrics_record.h"

namespace perceptron::core {

std::string metrics_text(const MetricsRecord& metrics);

}  // namespace perceptron::core
