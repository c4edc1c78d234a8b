// Class probabilities from the scores of a model's planes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "multiclass/calibration.h"
#include "multiclass/coupling.h"
#include "multiclass/scheme.h"

namespace perceptron::core {

// For scores that are log-odds, as those of logistic regression: p = 1/(1 + exp(−s)). For joint
// models they are logarithms of probabilities, up to their sum: the softmax.
Calibration calibration_of_logits(const Scheme& scheme);

// One probability per class: those of one-vs-rest are divided by their sum, those of pairs
// coupled; a temperature for many classes is that of a softmax. None is below 1e-15.
class Probabilities {
 public:
  Probabilities(const Scheme& scheme, Calibration calibration);

  void make(std::span<const double> scores, std::span<double> probabilities);

 private:
  Scheme scheme_;
  Calibration calibration_;
  std::vector<double> each_;  // of the planes
  std::optional<PairCoupling> pairs_;
};

// Fitted to the planes' scores of rows that they were not trained on, row by row. `targets` tells
// which rows a plane is trained on.
Calibration fit_calibration(CalibrationKind kind, const Scheme& scheme, const Targets& targets,
                            std::span<const double> scores, std::span<const std::uint32_t> labels,
                            std::span<const double> weights);

}  // namespace perceptron::core
