// What train prints about a run, and the result in its record.
#pragma once

#include <optional>
#include <string>

#include "cli/defaults.h"
#include "cli/terminal.h"
#include "cli/train_advice.h"
#include "data/options.h"
#include "evaluate/threshold.h"
#include "model/train.h"
#include "report/train_record.h"

namespace perceptron::core {

struct TrainRun {
  const TrainOptions& options;
  const ReadSettings& reading;
  const Training& training;
  const Dataset& data;
  std::string data_path;
  std::optional<std::string> model_path;
  std::optional<std::string> certificate_path;
  std::uint64_t rows = 0;
  std::optional<std::uint64_t> nonzeros = {};  // if they were counted
  double read_seconds = 0;
  double fit_seconds = 0;
  NamedChoices named = {};
  std::string learner_source = {};  // the model that names the learner, if the user did not
  TrainHints hints = {};
  std::optional<ThresholdChoice> threshold = {};  // if a rule chose it
};

// Weights are omitted if there are more than ten thousand, unless all are requested.
TrainOutcome train_outcome(const TrainRun& run, bool all_weights);
void say_training(const TrainRun& run, Terminal& terminal);
// For streamed rows.
void say_stream(const TrainRun& run, Terminal& terminal);
// Where certificate and model were saved, and what to do next.
void say_files(const TrainRun& run, Terminal& terminal);

// More weights than this are printed only on request.
inline constexpr std::uint64_t kWeightsShown = 10'000;

}  // namespace perceptron::core
