// The output of tune: as JSON, and as text.
#pragma once

#include <string>

#include "cli/splitting.h"
#include "data/dataset.h"
#include "evaluate/tuning.h"
#include "report/tuning_record.h"

namespace perceptron::core {

struct TuneRun {
  const Tuning& tuning;
  const SplittingOptions& splitting;
  const Dataset& data;
};

TuningOutcome tuning_outcome(const TuneRun& run);
std::string tune_table(const TuneRun& run);
// Part of the result, for people.
std::string tune_summary(const TuneRun& run);
// How much was trained, and how long it took.
std::string tune_work(const TuneRun& run);

}  // namespace perceptron::core
