// Training: perceptrons, support vector machines and logistic regression.
#pragma once

#include <cstdint>
#include <optional>

#include <perceptron/certificate.h>
#include <perceptron/dataset.h>
#include <perceptron/model.h>
#include <perceptron/settings.h>

namespace perceptron {

struct TrainSettings {
  LearnSettings learn = {};
  ScalingKind scale = ScalingKind::none;  // kept in the model and applied again at prediction
  bool single_precision = false;          // round the weights to float32
  bool certify = false;                   // make a certificate of a loss's objective
  std::uint64_t threads = 1;              // the result does not depend on it
};

struct Training {
  Model model;
  bool converged = false;
  std::uint64_t correct = 0;  // of the training rows
  // Proofs are about the first plane, which for two classes is the only one.
  std::optional<Interval> objective = {};    // of a loss: the optimum lies between these
  std::optional<Interval> margin = {};       // of a separating plane, in the scaled space
  std::optional<double> mistake_bound = {};  // of a perceptron that starts at zero
  Certificate certificate = {};              // empty unless asked for
};

// Throws Error where a number is out of its range, or where settings do not go together.
PERCEPTRON_API Training train(const Dataset& data, const TrainSettings& settings = {});
// Warm start: resumes from a model with the same features and classes, whose scaling is kept.
PERCEPTRON_API Training train(const Dataset& data, const TrainSettings& settings,
                              const Model& start);

}  // namespace perceptron
