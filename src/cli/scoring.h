// The options that say what settings are compared by, and how predictions become decisions.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include <perceptron/validate.h>
#include "cli/terminal.h"
#include "evaluate/fold_scores.h"
#include "evaluate/threshold.h"
#include "model/model.h"
#include "model/train.h"

namespace perceptron::core {

// What settings are compared by, and the costs.
void declare_scoring(CLI::App& app, ScoreSettings& settings);
// Only the costs.
void declare_costs(CLI::App& app, Costs& costs);

// The threshold between two classes.
struct ThresholdOption {
  std::string text;                            // as written; empty: not given
  std::optional<double> score = {};            // itself,
  std::optional<double> probability = {};      // or the probability that it means,
  std::optional<ThresholdRule> rule = {};      // or how to choose it,
  Costs costs = {};                            // and with which costs
  std::optional<ThresholdChoice> choice = {};  // what the rule chose
};
// Where a rule may choose it, in this group of options.
void declare_threshold_rule(CLI::App& app, ThresholdOption& threshold, const char* group);

// For a training with these options, chosen before the rows are scaled. It is 0 where none was
// given, or that of the model that training resumes from.
double threshold_for(ThresholdOption& threshold, const Dataset& data, const TrainOptions& options,
                     Terminal& terminal);
// For rows that are streamed, which cannot be held out.
double streamed_threshold(const ThresholdOption& threshold, const Dataset& shape);
// For a trained model.
void declare_threshold(CLI::App& app, ThresholdOption& threshold);
// Replaces the threshold of the model, if one is given.
void set_threshold(const ThresholdOption& threshold, Model& model);

// What settings are judged by, at this threshold.
Judgement judgement_of(const ScoreSettings& settings, const ThresholdOption& threshold);

}  // namespace perceptron::core
