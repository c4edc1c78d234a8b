// How good a classifier is, as JSON and for people.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "evaluate/metrics.h"

namespace perceptron {

Json metrics_json(const Metrics& metrics, const std::vector<std::string>& classes);
std::string metrics_text(const Metrics& metrics, const std::vector<std::string>& classes);

}  // namespace perceptron
