// What commands use where no learner is named: the default one, with --scale auto. A learner that
// is named gets its rows as they are.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "data/options.h"
#include "data/scaling.h"
#include "learn/settings.h"

namespace perceptron::core {

// Completes the help of --scale, which has been declared.
void declare_default_scale(CLI::App& app);

// What the user has named.
struct NamedChoices {
  bool learner = true;
  bool scale = true;
};
NamedChoices named_choices(const CLI::App& app);
// Sets --scale auto if neither a learner nor a scaling is named.
void take_default_scale(const NamedChoices& named, ReadSettings& reading);

// What was chosen for a training, and why, in one line; empty if the user chose it all. `source`
// says where the learner is from if it is not the default.
std::string choice_text(const NamedChoices& named, Learner learner,
                        const std::optional<ScalingChoice>& scaling,
                        const std::string& source = "");
// The same for trainings that each look at their own rows.
std::string choice_text(const NamedChoices& named, Learner learner, ScalingKind scaling);

}  // namespace perceptron::core
