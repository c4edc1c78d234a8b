// What train prints about a model of many classes.
#pragma once

#include "cli/train_report.h"

namespace perceptron::core {

// "a against b", or "a against the rest".
std::string sides_text(const Model& model, std::uint64_t plane);

void say_classes(const TrainRun& run, Terminal& terminal);

}  // namespace perceptron::core
