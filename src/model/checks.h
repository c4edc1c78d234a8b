// What must hold before training can begin, and settings that need the data to
// be understood.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.h"
#include "learn/settings.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

// Throws unless the data has features, two or more classes (just two), rows of
// all its classes, and there is room for the models.
void require_features(const Dataset& data);
void require_classes(const Dataset& data);
void require_two_classes(const Dataset& data);
void require_all_present(const Dataset& data);
void require_room(const Dataset& data, const Scheme& scheme, const LearnSettings& settings);

// What the rows of each class weigh.
std::vector<double> class_totals(const Dataset& data);

// How much the examples of each class count. The classes may weigh other than in
// the data at hand.
std::vector<double> class_weights(const Classes& classes, std::span<const double> totals,
                                  const ClassWeights& wanted);
std::vector<double> class_weights(const Dataset& data, const ClassWeights& wanted);

}  // namespace perceptron::core
