// Which settings can be combined. Decided here only, and returned as data: which setting
// conflicts, why, and what to do instead. The command line and Python put it into words.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/message.h"
#include "data/dataset.h"
#include "learn/learners.h"
#include "learn/settings.h"
#include "model/model.h"

namespace perceptron::core {

// What a training must support besides its settings.
struct TrainingDemands {
  std::uint64_t classes = 2;
  std::uint64_t features = 0;
  bool row_weights = false;
  bool streams = false;  // rows are streamed, in bounded memory
  bool warm_start = false;
  bool certificate = false;
  bool answers = false;  // prove what every exact minimiser has in common
  bool trace = false;
  bool folds = false;  // several trainings, each on some of the rows
};
TrainingDemands demands_of(const Dataset& data);

struct Conflict {
  std::string setting;  // the one that conflicts, by its name in the tables of settings
  std::string reason;   // a clause; it may mention settings
  std::string advice;   // what to do instead; empty if the reason says it

  Message message() const { return advice.empty() ? reason : reason + "; " + advice; }
};

// The first conflict among the settings and demands, if there is one.
std::optional<Conflict> find_conflict(const LearnSettings& settings,
                                      const TrainingDemands& demands);
// The same, thrown as a usage error.
void require_agreement(const LearnSettings& settings, const TrainingDemands& demands);

// What of the settings contradicts the model that training resumes from, which has its own
// features, scaling, weights and offset. `chosen` tells which settings the user has given.
std::optional<Conflict> find_conflict(const LearnSettings& settings, const Model& start,
                                      const std::function<bool(std::string_view)>& chosen);
void require_agreement(const LearnSettings& settings, const Model& start,
                       const std::function<bool(std::string_view)>& chosen);

// Whether the learner can be trained with the scheme, for three or more classes.
bool takes_scheme(const LearnerTraits& learner, Multiclass scheme);

// Why these settings cannot be tuned, whatever the data, if so.
std::optional<Conflict> find_tuning_conflict(const LearnSettings& settings);

// The conflict of a setting that the others leave without effect, such as
// "lambda goes with learner = margin". `name` may be any name; only training settings are checked.
std::optional<Conflict> find_unused(std::string_view name, const LearnSettings& settings);

}  // namespace perceptron::core
