// The options that say what settings are compared by.
#pragma once

#include <CLI/App.hpp>

#include <perceptron/validate.h>

namespace perceptron::core {

void declare_scoring(CLI::App& app, ScoreSettings& settings);
// Only the costs.
void declare_costs(CLI::App& app, Costs& costs);

}  // namespace perceptron::core
