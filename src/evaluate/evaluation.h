// Measures a model on rows whose class is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/curves.h>
#include "base/listener.h"
#include "data/dataset.h"
#include "data/options.h"
#include "evaluate/metrics.h"
#include "evaluate/worst_predictions.h"
#include "model/model.h"

namespace perceptron::core {

struct EvaluateOptions {
  std::uint64_t threads = 1;
  bool keep_worst = false;              // return the wrong predictions with the largest errors
  Costs costs = {};                     // of wrong predictions; none: their mean is not measured
  bool curves = false;                  // compute those of every class
  std::optional<Norm> robustness = {};  // measure it for changes of this size
  FeatureUnits units = FeatureUnits::original;  // of these changes
};

struct Evaluation {
  Metrics metrics;
  std::vector<WrongPrediction> worst;  // if requested, the worst first
  // Of a file: whether its rows are those that the model was trained on, if that is known.
  std::optional<bool> trained_on = {};
  std::vector<ClassCurves> curves = {};
  std::optional<Robustness> robustness = {};
};

// Reads a file as the model's training data was read, in constant memory.
Evaluation evaluate(const Model& model, const std::string& path, const ReadSettings& reading,
                    const EvaluateOptions& options, Listener& listener);

// Rows in memory, with the features of the model. Their classes are matched by name; throws if one
// of them is unknown to the model.
Evaluation evaluate(const Model& model, const Dataset& data, const EvaluateOptions& options = {});

}  // namespace perceptron::core
