#include <perceptron/validate.h>

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "api/contents.h"
#include "base/error.h"
#include "base/number.h"
#include "evaluate/leave_one_out.h"
#include "evaluate/threshold.h"
#include "evaluate/tuning.h"
#include "learn/learn_options.h"

namespace perceptron {
namespace {

std::vector<HeldOutRow> held_out_rows(const core::Dataset& data, const core::Validation& own) {
  const std::vector<std::string>& classes = data.classes.names();
  std::vector<HeldOutRow> rows;
  for (const core::HeldOut& part : own.held_out) {
    for (std::uint64_t i = 0; i < part.fold_of_row.size(); ++i) {
      if (part.fold_of_row[i] == core::Split::kNoFold) continue;
      const core::Answer answer =
          core::answer_of(part.predictions, i, data.labels[part.first + i], classes.size());
      rows.push_back({part.repeat,
                      part.first + i + 1,
                      std::uint64_t{part.fold_of_row[i]} + 1,
                      classes[answer.truth],
                      classes[answer.predicted],
                      {answer.scores.begin(), answer.scores.end()},
                      {answer.probabilities.begin(), answer.probabilities.end()}});
    }
  }
  return rows;
}

Validation public_form(const core::Validation& own, std::vector<HeldOutRow> held_out = {}) {
  core::require_accuracy(own, "these settings");
  return {*own.accuracy,
          own.standard_error(),
          {own.interval.lower, own.interval.upper},
          own.training_accuracy,
          own.fold_accuracies(),
          own.converged,
          own.metrics.value_or(Metrics{}),
          own.score.value_or(0),
          own.fold_scores(),
          std::move(held_out)};
}

core::ValidationOptions options_for(const TrainSettings& settings, std::uint64_t repeats,
                                    const ScoreSettings& score) {
  if (score.metric) core::require_named(*score.metric, "metric");
  core::ValidationOptions options;
  options.repeats = repeats;
  options.threads = settings.threads;
  options.keep_predictions = true;
  options.judgement = score;
  options.judgement.threshold = settings.threshold;
  if (score.threshold) core::require_threshold_rule(*score.threshold);
  return options;
}

Validation validate(const Dataset& data, const TrainSettings& settings, const SplitSettings& split,
                    std::uint64_t repeats, const ScoreSettings& score) {
  api::checked(settings);
  if (repeats == 0 || repeats > core::kMostRepeats)
    throw core::Error(ErrorKind::usage, fmt::format("repeats: expected 1 to {}, found {}",
                                                    core::kMostRepeats, repeats));
  api::CallListener listener(settings.progress);
  core::ValidationOptions options = options_for(settings, repeats, score);
  options.keep_rows = score.keep_rows;
  const core::Validation own =
      core::cross_validate(api::rows_of(data), core::Candidate{settings.learn, settings.scale},
                           core::SplitSettings{split}, options, listener);
  Validation validation = public_form(own, held_out_rows(api::rows_of(data), own));
  validation.notes = std::move(listener.notes);
  return validation;
}

Tuning tune_on(const Dataset& data, const TrainSettings& common, const std::vector<GridAxis>& grid,
               const SplitSettings& split, const ScoreSettings& score) {
  // Numbers out of range are refused too.
  const auto changed = core::find_changed(common.learn, core::kLearnOptions);
  core::require_named(common.scale, "scale");
  api::require_threads(common.threads);
  if (grid.empty()) throw core::Error(ErrorKind::usage, "there is no setting to tune");
  std::vector<core::Axis> axes;
  axes.reserve(grid.size());
  for (const GridAxis& axis : grid) {
    std::vector<std::string> values;
    values.reserve(axis.values.size());
    for (const GridValue& value : axis.values) values.push_back(value.text());
    axes.push_back(core::make_axis(api::table_name(axis.name), values));
  }
  core::Grid own_grid = core::make_grid({common.learn, common.scale}, std::move(axes));
  for (const auto& option : changed) core::require_used(option.name, own_grid);
  core::TuneOptions options;
  options.validation = options_for(common, 1, score);
  api::CallListener listener(common.progress);
  const core::Tuning own = core::tune(api::rows_of(data), std::move(own_grid),
                                      core::SplitSettings{split}, options, listener);
  Tuning tuning;
  tuning.notes = std::move(listener.notes);
  for (std::size_t i = 0; i < own.grid.points.size(); ++i) {
    const core::GridPoint& point = own.grid.points[i];
    if (!own.validations[i].score) {
      tuning.notes.push_back(
          fmt::format("left out {}: the weights or scores grew beyond the range "
                      "of numbers",
                      fmt::join(point.values, ", ")));
      continue;
    }
    if (i == own.best) tuning.best = tuning.points.size();
    if (i == own.simplest) tuning.simplest = tuning.points.size();
    TrainSettings settings = common;
    settings.learn = point.candidate.learn;
    settings.scale = point.candidate.scale;
    tuning.points.push_back({settings, point.values, public_form(own.validations[i])});
  }
  return tuning;
}

LeaveOneOut leave_one_out(const Dataset& data, const TrainSettings& settings) {
  api::checked(settings);
  api::CallListener listener(settings.progress);
  const core::Dataset& rows = api::rows_of(data);
  const core::CertifiedLeaveOneOut own = core::certify_leave_one_out(
      rows, {settings.learn, settings.scale}, settings.threads, listener);
  LeaveOneOut result;
  result.converged = own.converged;
  std::uint64_t correct = 0;
  for (std::size_t i = 0; i < own.rows.size(); ++i) {
    const core::LeftOutRow& row = own.rows[i];
    if (row.predicted == rows.labels[i]) ++correct;
    result.rows.push_back({rows.classes.names()[row.predicted], row.by != core::LeftOutBy::proof,
                           row.by != core::LeftOutBy::nothing, row.change});
  }
  result.accuracy = static_cast<double>(correct) / static_cast<double>(own.rows.size());
  result.notes = std::move(listener.notes);
  return result;
}

double threshold_for(const Dataset& data, const TrainSettings& settings, const ThresholdRule& rule,
                     const SplitSettings& split) {
  api::checked(settings);
  core::require_named(rule.metric, "threshold");
  api::CallListener listener(settings.progress);
  return core::find_threshold(api::rows_of(data), {settings.learn, settings.scale}, rule,
                              core::SplitSettings{split}, settings.threads, listener)
      .threshold;
}

}  // namespace

GridValue::GridValue(double number) : text_(core::format_number(number)) {}

std::vector<GridValue> logspace(double from, double to, std::uint64_t count) {
  const auto usable = [](double end) { return std::isfinite(end) && end > 0; };
  if (!usable(from) || !usable(to) || count < 2 || count > core::kMostPoints)
    throw core::Error(ErrorKind::usage,
                      fmt::format("logspace: expected 2 to {} numbers between two positive ones, "
                                  "found {} between {} and {}",
                                  core::kMostPoints, count, from, to));
  const auto numbers = core::log_spaced(from, to, count);
  return {numbers.begin(), numbers.end()};
}

Validation cross_validate(const Dataset& data, const TrainSettings& settings,
                          const SplitSettings& split, std::uint64_t repeats,
                          const ScoreSettings& score) {
  return api::call([&] { return validate(data, settings, split, repeats, score); });
}

LeaveOneOut certify_leave_one_out(const Dataset& data, const TrainSettings& settings) {
  return api::call([&] { return leave_one_out(data, settings); });
}

double find_threshold(const Dataset& data, const TrainSettings& settings, const ThresholdRule& rule,
                      const SplitSettings& split) {
  return api::call([&] { return threshold_for(data, settings, rule, split); });
}

Tuning tune(const Dataset& data, const TrainSettings& common, const std::vector<GridAxis>& grid,
            const SplitSettings& split, const ScoreSettings& score) {
  return api::call([&] { return tune_on(data, common, grid, split, score); });
}

}  // namespace perceptron
