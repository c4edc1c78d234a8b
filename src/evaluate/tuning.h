// Grid search: cross-validates every point of a grid of settings and chooses one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <perceptron/names.h>
#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/cross_validation.h"
#include "evaluate/grid.h"
#include "evaluate/nested_validation.h"
#include "model/train.h"

namespace perceptron::core {

enum class Choice {
  best,      // the best score
  simplest,  // the simplest within one standard error of it
};
constexpr auto enum_names(Choice) {
  return std::array{std::pair{Choice::best, "best"}, std::pair{Choice::simplest, "simplest"}};
}

struct TuneOptions {
  ValidationOptions validation;
  Choice choice = Choice::best;
  std::uint64_t outer_folds = 0;  // of a nested cross-validation; 0: none
};

struct Tuning {
  Grid grid;                            // its points are those that can be trained
  std::vector<Validation> validations;  // one for each point
  Metric metric = Metric::accuracy;     // by which they are compared
  Baseline baseline;                    // of the rows that were held out
  std::size_t best = 0;                 // indices of points
  std::size_t simplest = 0;             // within one standard error of the best
  std::size_t chosen = 0;               // one of the two, by TuneOptions::choice
  std::optional<NestedValidation> nested;
  double seconds = 0;        // of the grid search
  double outer_seconds = 0;  // of the nested cross-validation

  const Candidate& chosen_settings() const { return grid.points[chosen].candidate; }
  std::uint64_t models() const;  // trained in the grid search
};

// Throws a usage error if a grid cannot be tuned, whatever the data.
void require_tunable(const Grid& grid, const TuneOptions& options);

// Points whose settings do not allow training on this data are dropped with a note; throws if all
// are. Nested cross-validation needs a split by SplitSettings.
Tuning tune(const Dataset& data, Grid grid, const Splitting& splitting, const TuneOptions& options,
            Listener& listener);

// The model with the chosen settings, trained on all rows (except those of a TestSet).
struct ChosenModel {
  Training training;
  std::uint64_t rows = 0;
  double accuracy = 0;  // on these training rows
};
// The chosen settings replace those in `options`, and a threshold of the judgement that there.
ChosenModel train_chosen(Dataset data, const Candidate& chosen, const Splitting& splitting,
                         const Judgement& judgement, TrainOptions options, Listener& listener);

}  // namespace perceptron::core
