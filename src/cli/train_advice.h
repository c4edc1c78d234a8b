// What could make a training better, in words: the lines of a summary that advise, and hints.
#pragma once

#include <optional>
#include <string>

#include "cli/defaults.h"
#include "cli/terminal.h"
#include "data/scaling.h"
#include "evaluate/better_learner.h"
#include "model/train.h"

namespace perceptron::core {

// What a quick look at the training rows has shown.
struct TrainHints {
  std::optional<ScalingChoice> columns;  // their sizes, if they were not scaled
  std::optional<BetterLearner> better;   // if the training did not converge
};
// `data` is as train() left it.
TrainHints find_hints(const Dataset& data, const Training& training, const LearnSettings& learn);
// Notes them, those about the scaling only where the user has not named one.
void note_hints(const TrainHints& hints, const LearnSettings& learn, const NamedChoices& named,
                Terminal& terminal);

// What to do where the only plane of a training did not converge.
std::string plane_advice(const Training& training, const LearnSettings& learn,
                         const TrainHints& hints);
// The same for several planes.
std::string classes_advice(const Training& training, const LearnSettings& learn,
                           const TrainHints& hints);

// Whether training stopped because passes no longer had fewer mistakes.
bool has_stalled(const Training& training);

}  // namespace perceptron::core
