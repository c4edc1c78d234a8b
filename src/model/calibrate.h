// Probabilities for a learner whose scores are not probabilities.
#pragma once

#include <functional>

#include "model/fit.h"
#include "multiclass/calibration.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

inline constexpr std::uint64_t kCalibrationFolds = 5;

using FitModels = std::function<std::vector<Fit>(const Examples&, const Targets&)>;

// Cross-validation with five folds, fewer if rows are few: fits the calibration named `kind` to
// the scores of the held-out rows.
Calibration calibrate(CalibrationKind kind, const Examples& examples, const Scheme& scheme,
                      const Targets& targets, std::uint64_t seed, const FitModels& fit);

}  // namespace perceptron::core
