#include "evaluate/tuning.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "data/read/missing_values.h"
#include "evaluate/baseline.h"
#include "evaluate/threshold.h"
#include "model/conflicts.h"

namespace perceptron::core {
namespace {

// Keeps the points that can be trained.
void drop_impossible(const Dataset& data, std::vector<GridPoint>& points,
                     const Judgement& judgement, Listener& listener) {
  require_trainable(data, {});
  std::optional<Error> why;
  std::vector<GridPoint> possible;
  for (GridPoint& point : points) {
    try {
      if (const auto conflict = find_tuning_conflict(point.candidate.learn))
        throw Error(ErrorKind::usage, conflict->message());
      require_trainable(data, {&point.candidate, 1}, judgement);
      possible.push_back(std::move(point));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::usage && error.kind() != ErrorKind::input) throw;
      if (!why) why = error;
    }
  }
  if (possible.empty() && why) throw Error(*why);
  if (why) {
    listener.note(fmt::format("{} of the grid left out: {}",
                              plural(points.size() - possible.size(), "setting"),
                              why->message().marked()));
  }
  points = std::move(possible);
}

std::size_t best_of(std::span<const Validation> validations) {
  const auto best = best_validation(validations);
  if (best) return *best;
  throw Error(ErrorKind::input,
              fmt::format("with every setting the weights or scores grew beyond the range of "
                          "numbers; bring the features to a common size with {}",
                          setting("scale", "standard")));
}

// Of all rows, any of which may be held out, or of those of the test set.
Baseline held_out_baseline(const Dataset& data, const Splitting& splitting,
                           const Judgement& judgement) {
  const auto* test = std::get_if<TestSet>(&splitting);
  std::vector<std::uint64_t> rows(data.classes.size());
  for (std::uint64_t i = test == nullptr ? 0 : test->training_rows; i < data.rows(); ++i)
    ++rows[data.labels[i]];
  const auto costs = costs_for(judgement, data);
  return baseline_of(rows, costs ? &*costs : nullptr);
}

// How to split the rows into the outer folds of a nested cross-validation: as for the inner ones.
SplitSettings outer_split(const Splitting& splitting, std::uint64_t folds) {
  const auto* inner = std::get_if<SplitSettings>(&splitting);
  if (inner == nullptr)
    throw Error(ErrorKind::usage,
                fmt::format("{} needs folds or a holdout, not a test set", setting("outer")));
  SplitSettings outer = *inner;
  outer.leave_one_out = false;
  outer.holdout = 0;
  outer.folds = folds;
  outer.name = "outer";
  return outer;
}

}  // namespace

std::uint64_t Tuning::models() const {
  std::uint64_t models = 0;
  for (const Validation& validation : validations) models += validation.models;
  return models;
}

void require_tunable(const Grid& grid, const TuneOptions& options) {
  std::optional<Conflict> conflict;
  for (const GridPoint& point : grid.points) {
    conflict = find_tuning_conflict(point.candidate.learn);
    if (!conflict) break;
  }
  if (conflict) throw Error(ErrorKind::usage, conflict->message());
  for (const Axis& axis : grid.axes) require_used(axis.name, grid);
  const auto is_l2 = [](const Axis& axis) { return axis.name == "l2"; };
  if (options.validation.path && std::none_of(grid.axes.begin(), grid.axes.end(), is_l2))
    throw Error(ErrorKind::usage,
                fmt::format("{} goes along {}; add it", setting("path"), setting("grid", "l2=…")));
}

Tuning tune(const Dataset& data, Grid grid, const Splitting& splitting, const TuneOptions& options,
            Listener& listener) {
  require_tunable(grid, options);
  drop_impossible(data, grid.points, options.validation.judgement, listener);
  Tuning tuning;
  tuning.grid = std::move(grid);
  tuning.metric = options.validation.judgement.metric;
  tuning.baseline = held_out_baseline(data, splitting, options.validation.judgement);
  std::vector<Candidate> candidates;
  std::vector<std::vector<double>> order;
  for (const GridPoint& point : tuning.grid.points) {
    candidates.push_back(point.candidate);
    order.push_back(simplicity(point, tuning.grid.axes));
  }
  const auto choose = [&](std::span<const Validation> validations) {
    const std::size_t best = best_of(validations);
    return options.choice == Choice::best ? best : simplest_validation(validations, best, order);
  };
  Stopwatch watch;
  tuning.validations = cross_validate(data, candidates, splitting, options.validation, listener);
  tuning.best = best_of(tuning.validations);
  tuning.simplest = simplest_validation(tuning.validations, tuning.best, order);
  tuning.chosen = choose(tuning.validations);
  tuning.seconds = watch.lap();
  if (options.outer_folds > 0) {
    tuning.nested =
        cross_validate_nested(data, candidates, outer_split(splitting, options.outer_folds),
                              splitting, options.validation, choose, listener);
    tuning.outer_seconds = watch.lap();
  }
  return tuning;
}

ChosenModel train_chosen(Dataset data, const Candidate& chosen, const Splitting& splitting,
                         const Judgement& judgement, TrainOptions options, Listener& listener) {
  if (const auto* test = std::get_if<TestSet>(&splitting)) {
    std::vector<std::uint64_t> rows(test->training_rows);
    std::iota(rows.begin(), rows.end(), std::uint64_t{0});
    data = data.select(rows);
  }
  if (judgement.rule)
    options.threshold =
        find_threshold(data, chosen, *judgement.rule, threshold_split(chosen.learn.seed),
                       options.threads, listener, WhereUnreachable::most_precise)
            .threshold;
  if (has_missing_values(data)) fill_missing_values(data, column_means(data));
  options.learn = chosen.learn;
  options.scale = chosen.scale;
  if (!judgement.rule) options.threshold = judgement.threshold;
  ChosenModel model{train(data, options, listener), data.rows()};
  model.accuracy = static_cast<double>(model.training.correct) / static_cast<double>(model.rows);
  return model;
}

}  // namespace perceptron::core
