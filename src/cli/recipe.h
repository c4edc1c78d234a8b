// Recipes on the command line: --recipe FILE stands for the data options that the file holds.
#pragma once

#include <CLI/App.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/message.h"

namespace perceptron::core {

void declare_recipe(CLI::App& app);

// A command line with the options of the recipe that it names.
struct RecipeWords {
  std::vector<std::string> words;
  std::string path;                // of the recipe; empty: none
  std::set<std::string> settings;  // whose values are those of the recipe

  // " (--ignore is from the recipe people.json)" if that is what an error is about.
  std::string origin_of(const Message& message) const;
};

// Options that are given as well take precedence, and so do the columns of a model, which it keeps.
RecipeWords with_recipe(std::vector<std::string> words, const CLI::App& app);

}  // namespace perceptron::core
