// Prints how good a classifier is.
#pragma once

#include <optional>
#include <string>

#include <perceptron/curves.h>
#include <perceptron/evaluate.h>
#include "report/metrics_record.h"

namespace perceptron::core {

// A share between 0 and 1.
std::string share_text(double value);
// What reaches the baseline in this metric: "always 0".
std::string baseline_answer(Metric metric, const std::string& predicted);
std::string certain_text(const CertainRecord& certain);
std::string metrics_text(const MetricsRecord& metrics);
// "√Σδ² (Euclidean)"
std::string size_in_words(Norm norm);
// How large a change most rows withstand; empty where it was not measured.
std::string robustness_text(const std::optional<Robustness>& robustness);

}  // namespace perceptron::core
