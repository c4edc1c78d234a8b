// How good a classifier is, for people.
#pragma once

#include <string>

#include "report/metrics_record.h"

namespace perceptron::core {

std::string metrics_text(const MetricsRecord& metrics);

}  // namespace perceptron::core
