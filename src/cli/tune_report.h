// What tune tells of a run: as JSON, and to people.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/grid.h"
#include "cli/splitting.h"
#include "data/dataset.h"
#include "evaluate/trial.h"

namespace perceptron {

struct TuneRun {
  const std::vector<Axis>& axes;
  const std::vector<GridPoint>& points;
  std::vector<Trial> trials;  // one a point
  std::size_t best = 0;
  std::size_t simplest = 0;  // within one standard error of it
  std::optional<NestedTrial> nested;
  const SplittingOptions& splitting;
  const Dataset& data;
  std::size_t chosen = 0;  // to be fitted
  double seconds = 0;      // of all trials
  double outer_seconds = 0;
};

Json tune_json(const TuneRun& run);
std::string tune_table(const TuneRun& run);
std::string tune_summary(const TuneRun& run);

}  // namespace perceptron
