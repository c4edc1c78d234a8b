// Settings to evaluate: for training, and for scaling the rows before.
#pragma once

#include "data/options.h"
#include "learn/settings.h"

namespace perceptron::core {

struct Candidate {
  LearnSettings learn;
  ScalingKind scale = ScalingKind::none;

  bool operator==(const Candidate&) const = default;
};

}  // namespace perceptron::core
