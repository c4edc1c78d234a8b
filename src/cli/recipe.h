// Recipes on the command line: --recipe FILE stands for the data options that the file holds.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace perceptron::core {

void declare_recipe(CLI::App& app);

// The words of a command line with the options of the recipe that they name. Options that are given
// as well take precedence, and so do the columns of a model, which it keeps.
std::vector<std::string> with_recipe(std::vector<std::string> words, const CLI::App& app);

}  // namespace perceptron::core
