// How good a classifier is, for people.
#pragma once

#include <string>

#include "report/metrics_record.h"

namespace perceptron {

std::string metrics_text(const MetricsRecord& metrics);

}  // namespace perceptron
