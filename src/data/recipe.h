// A recipe: a file that says how a table is to be read, so that it is said once.
//     {"label": "Survived", "ignore": ["Name"], "column": {"Pclass": "category"}, "missing":
//     "auto"}
// Its members are the settings of data options, as JSON.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "data/options.h"
#include "data/profile/profile.h"

namespace perceptron::core {

// Names and values of settings, as options have them. A setting that may be given several times has
// several entries.
using Recipe = std::vector<std::pair<std::string, std::string>>;

// Throws Error unless all of it are settings and their values.
Recipe load_recipe(const std::string& path);

ReadSettings settings_of(const Recipe& recipe);

// The columns that a recipe leaves out because they look like identifiers.
std::vector<const ColumnProfile*> suspected_identifiers(const TableProfile& profile);

// A recipe for this table: its label, the type of each column, those that look like identifiers
// left out, and what else the settings say.
std::string recipe_text(const TableProfile& profile, const ReadSettings& settings);

}  // namespace perceptron::core
