// Probabilities for a learner that knows only scores.
#pragma once

#include <functional>

#include "model/fit.h"
#include "multiclass/calibration.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

inline constexpr std::uint64_t kCalibrationFolds = 5;

using FitModels = std::function<std::vector<Fit>(const Examples&, const Targets&)>;

// Trains as often as there are parts of the rows, five or fewer where rows are few,
// each time without one part, and fits the calibration named `kind` to the scores
// of the parts left out.
Calibration calibrate(CalibrationKind kind, const Examples& examples, const Scheme& scheme,
                      const Targets& targets, std::uint64_t seed, const FitModels& fit);

}  // namespace perceptron::core
