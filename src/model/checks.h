// What must hold before training can start, and settings that depend on the data.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "learn/settings.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

// Throws unless the data has features, two or more classes (exactly two), rows of all its classes,
// and there is memory for the models.
void require_features(const Dataset& data);
void require_classes(const Dataset& data);
void require_two_classes(const Dataset& data);
void require_all_present(const Dataset& data);
// Throws unless a given order has every row once.
void require_order(const Dataset& data, const LearnSettings& settings);
void require_room(const Dataset& data, const Scheme& scheme, const LearnSettings& settings);

// The total weight of the rows of each class.
std::vector<double> class_totals(const Dataset& data);

// The weight of each class. `totals` may differ from those of the present data.
std::vector<double> class_weights(const Classes& classes, std::span<const double> totals,
                                  const ClassWeights& wanted);
std::vector<double> class_weights(const Dataset& data, const ClassWeights& wanted);

}  // namespace perceptron::core
