// Which features a model's scores depend on most.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace perceptron::core {

struct FeatureWeight {
  std::string feature;
  double weight = 0;
};

// The weight of each feature in the score of a class, which in one-vs-one is the sum of the scores
// of its pairs.
std::vector<double> weights_of_class(const Model& model, std::uint32_t c);

// The largest weights of the model's only plane by absolute value, largest first.
std::vector<FeatureWeight> largest_weights(const Model& model, std::uint64_t most);

// For one class: the features with the largest positive and negative weights.
struct ClassFeatures {
  std::vector<FeatureWeight> in_favour;  // positive weights, largest first
  std::vector<FeatureWeight> against;    // negative weights, smallest first
};
ClassFeatures features_of_class(const Model& model, std::uint32_t c,
                                const std::vector<std::string>& names, std::uint64_t most);

// Weights of all planes that are exactly 0.
std::uint64_t count_zero_weights(const Model& model);

}  // namespace perceptron::core
