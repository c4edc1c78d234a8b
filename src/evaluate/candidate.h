// Settings to evaluate: for training, and for scaling the rows before.
#pragma once

#include "data/options.h"
#include "learn/learners.h"

namespace perceptron::core {

struct Candidate {
  LearnSettings learn;
  ScalingKind scale = ScalingKind::none;

  bool operator==(const Candidate&) const = default;
};

// Whether its scores are mapped to probabilities.
inline bool has_probabilities(const LearnSettings& settings) {
  return traits_of(settings).gives_probabilities || settings.calibrate != CalibrationKind::none;
}

}  // namespace perceptron::core
