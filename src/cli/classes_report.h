// What train prints about a model of many classes.
#pragma once

#include "cli/train_report.h"

namespace perceptron::core {

// "a against b", or "a against the rest".
std::string sides_text(const Model& model, std::uint64_t plane);

// The learner to try where this one did not converge, as in "--learner averaged, "; or empty.
std::string advice_on_learner(const LearnSettings& learn);

// Whether a model stopped because its passes no longer had fewer mistakes.
bool has_stalled(const Training& training);

void say_classes(const TrainRun& run, Terminal& terminal);

}  // namespace perceptron::core
