// The metrics by name: what each needs, which way is better, and its value.
#pragma once

#include <optional>
#include <string>

#include <perceptron/evaluate.h>
#include "evaluate/statistics.h"

namespace perceptron::core {

struct MetricTraits {
  const char* title;  // in tables and sentences
  bool lower_is_better = false;
  bool two_classes = false;    // has no meaning for more
  bool probabilities = false;  // needs them
  bool costs = false;          // likewise
  bool mean_of_rows = false;   // defined for any row by itself
};
const MetricTraits& traits_of(Metric metric);

// None where it is not defined for these rows, or needs scores or probabilities that there were
// not.
std::optional<double> value_of(const Metrics& metrics, Metric metric);
std::optional<double> value_of(const Baseline& baseline, Metric metric);

// Whether `one` is better than `other` by more than a rounding error.
bool is_better(Metric metric, double one, double other);

// A comparison of two classifiers by this metric, as a sentence.
std::string sentence(const Comparison& comparison, Metric metric, const std::string& first_name,
                     const std::string& second_name);

// In JSON: "log_loss".
std::string field_name(Metric metric);

}  // namespace perceptron::core
