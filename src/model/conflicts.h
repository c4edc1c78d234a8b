// Which settings go together. This is the one place that decides it, and its answer is data:
// which setting is in the way, why, and what to do instead. The command line and Python put it into words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/message.h"
#include "data/dataset.h"
#include "learn/settings.h"

namespace perceptron::core {

// What is asked of a training beside its settings.
struct TrainingDemands {
  std::uint64_t classes = 2;
  std::uint64_t features = 0;
  bool row_weights = false;
  bool streams = false;  // rows stream by, in bounded memory
  bool warm_start = false;
  bool certificate = false;
  bool trace = false;
};
TrainingDemands demands_of(const Dataset& data);

struct Conflict {
  std::string setting;  // the one in the way, as the tables of settings call it
  std::string reason;   // a clause; it may mention settings
  std::string advice;   // what to do instead; empty where the reason says it

  Message message() const { return advice.empty() ? reason : reason + "; " + advice; }
};

// The first conflict among the settings and what is asked for, if there is one.
std::optional<Conflict> find_conflict(const LearnSettings& settings,
                                      const TrainingDemands& demands);
// The same as an error of kind usage.
void require_agreement(const LearnSettings& settings, const TrainingDemands& demands);

// Why there is nothing to choose among by tuning, whatever the data, where that is so.
std::optional<Conflict> find_tuning_conflict(const LearnSettings& settings);

// The conflict of a setting that the others make pointless: "lambda goes with learner = margin".
// `name` may be any name; only settings of learning are judged.
std::optional<Conflict> find_unused(std::string_view name, const LearnSettings& settings);

}  // namespace perceptron::core
