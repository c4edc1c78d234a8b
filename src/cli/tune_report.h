// What tune tells of a run: as JSON, and to people.
#pragma once

#include <string>

#include "base/json.h"
#include "cli/splitting.h"
#include "data/dataset.h"
#include "evaluate/tuning.h"

namespace perceptron {

struct TuneRun {
  const Tuning& tuning;
  const SplittingOptions& splitting;
  const Dataset& data;
};

Json tune_json(const TuneRun& run);
std::string tune_table(const TuneRun& run);
std::string tune_summary(const TuneRun& run);

}  // namespace perceptron
