#include "cli/tune_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/number.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/metrics_report.h"
#include "cli/text_table.h"
#include "evaluate/metric.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

// Numbers as numbers, and null if the learner does not use the setting.
RecordValue value_record(const std::string& text, bool number) {
  if (text == kUnused) return std::monostate();
  if (!number) return text;
  if (const auto count = parse_count(text)) return *count;
  if (const auto real = parse_number(text)) return *real;
  return text;
}

SettingsRecord values_record(const TuneRun& run, std::size_t point) {
  SettingsRecord values;
  for (std::size_t a = 0; a < run.tuning.grid.axes.size(); ++a)
    values.emplace_back(
        run.tuning.grid.axes[a].name,
        value_record(run.tuning.grid.points[point].values[a], run.tuning.grid.axes[a].number));
  return values;
}

GridRecord grid_record(const TuneRun& run, std::size_t point) {
  const Validation& validation = run.tuning.validations[point];
  GridRecord record;
  record.values = values_record(run, point);
  record.accuracy = validation.accuracy;
  record.deviation = validation.accuracies.deviation;
  record.lowest = validation.accuracies.lowest;
  record.highest = validation.accuracies.highest;
  if (validation.metric != Metric::accuracy) {
    record.score = validation.score;
    if (validation.scores) record.score_deviation = validation.scores->deviation;
  }
  if (validation.metrics) record.metrics = metric_values(*validation.metrics);
  record.interval = interval_record(validation.interval);
  record.repeats = validation.repeats;
  record.training_accuracy = validation.training_accuracy;
  record.largest_weight = validation.largest_weight;
  record.converged = validation.converged;
  if (validation.accuracy && validation.folds.size() <= 1000)
    record.folds = validation.fold_accuracies();
  return record;
}

OuterRecord outer_record(const TuneRun& run) {
  const auto& [validation, chosen, models] = *run.tuning.nested;
  OuterRecord record;
  record.accuracy = validation.accuracy;
  record.deviation = validation.accuracies.deviation;
  record.interval = interval_record(validation.interval);
  for (std::size_t k = 0; k < validation.folds.size(); ++k)
    record.folds.push_back({validation.folds[k].accuracy(), validation.folds[k].test_rows,
                            values_record(run, chosen[k])});
  record.models_trained = models + validation.models;
  record.seconds = run.tuning.outer_seconds;
  return record;
}

// As options of train.
std::string options_text(const TuneRun& run, std::size_t point) {
  std::string text;
  for (std::size_t a = 0; a < run.tuning.grid.axes.size(); ++a) {
    if (run.tuning.grid.points[point].values[a] == kUnused) continue;
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", run.tuning.grid.axes[a].name,
                        run.tuning.grid.points[point].values[a]);
  }
  return text;
}

std::string nested_text(const TuneRun& run) {
  const NestedValidation& nested = *run.tuning.nested;
  std::map<std::size_t, std::uint64_t> times;
  for (const std::size_t chosen : nested.chosen) ++times[chosen];
  std::string choices;
  for (const auto& [point, count] : times)
    choices += fmt::format("{}{} ({} of {})", choices.empty() ? "" : ", ", options_text(run, point),
                           count, nested.chosen.size());
  const Validation& validation = nested.validation;
  return fmt::format(
      "Nested cross-validation, the setting chosen anew for each of {} outer folds:\n"
      "{}accuracy {}, standard deviation {}, 95 % interval {} to {}\n"
      "chosen: {}\n",
      nested.chosen.size(),
      validation.metric != Metric::accuracy && validation.score
          ? fmt::format("{} {}, ", traits_of(validation.metric).title,
                        share_text(*validation.score))
          : "",
      validation.accuracy ? share_text(*validation.accuracy) : "not finite",
      share_text(validation.accuracies.deviation), share_text(validation.interval.lower),
      share_text(validation.interval.upper), choices);
}

}  // namespace

TuningOutcome tuning_outcome(const TuneRun& run) {
  const Validation& best = run.tuning.validations[run.tuning.best];
  TuningOutcome result;
  result.rows = run.splitting.training_rows();
  result.features = run.data.features();
  result.classes = run.data.classes.names();
  result.method = run.splitting.method();
  result.metric = best.metric;
  if (best.metric != Metric::accuracy) result.score = best.score;
  result.baseline = baseline_record(run.tuning.baseline, run.data.classes.names());
  result.best = values_record(run, run.tuning.best);
  result.accuracy = *best.accuracy;
  result.deviation = best.accuracies.deviation;
  result.simplest = values_record(run, run.tuning.simplest);
  result.standard_error = best.standard_error();
  result.chosen = values_record(run, run.tuning.chosen);
  for (std::size_t i = 0; i < run.tuning.validations.size(); ++i)
    result.grid.push_back(grid_record(run, i));
  result.models_trained = run.tuning.models();
  result.seconds = run.tuning.seconds;
  if (run.splitting.has_test()) result.test_rows = run.data.rows() - run.splitting.training_rows();
  if (run.tuning.nested) result.outer = outer_record(run);
  return result;
}

std::string tune_table(const TuneRun& run) {
  std::string alignment;
  std::vector<std::string> header;
  for (const Axis& axis : run.tuning.grid.axes) {
    alignment += axis.number ? '>' : '<';
    header.push_back(axis.name);
  }
  const bool spread =
      std::any_of(run.tuning.validations.begin(), run.tuning.validations.end(),
                  [](const Validation& validation) { return validation.folds.size() > 1; });
  const bool settled =
      std::all_of(run.tuning.validations.begin(), run.tuning.validations.end(),
                  [](const Validation& validation) { return validation.converged; });
  const Metric metric = run.tuning.metric;
  const bool other = metric != Metric::accuracy;
  TextTable table(alignment + (other ? ">" : "") + (spread ? ">>>>>><" : ">>><"));
  header.emplace_back(traits_of(metric).title);
  if (spread) header.insert(header.end(), {"std. dev.", "lowest", "highest"});
  if (other) header.emplace_back("accuracy");
  header.insert(header.end(), {"training accuracy", "largest weight", ""});
  table.add(header);
  for (std::size_t i = 0; i < run.tuning.validations.size(); ++i) {
    const Validation& validation = run.tuning.validations[i];
    std::vector<std::string> row = run.tuning.grid.points[i].values;
    row.push_back(validation.score ? share_text(*validation.score) : "-");
    if (spread) {
      const Summary all = validation.scores.value_or(Summary{});
      for (const double value : {all.deviation, all.lowest, all.highest})
        row.push_back(validation.scores ? share_text(value) : "-");
    }
    if (other) row.push_back(validation.accuracy ? share_text(*validation.accuracy) : "-");
    std::string mark = i == run.tuning.best ? "best" : "";
    if (i == run.tuning.simplest) mark += mark.empty() ? "simplest" : ", simplest";
    if (!settled && !validation.converged)
      mark += mark.empty() ? "not converged" : ", not converged";
    const bool measured =
        validation.training_accuracy && !run.splitting.is(SplitMethod::leave_one_out);
    row.insert(
        row.end(),
        {measured ? share_text(*validation.training_accuracy) : "-",
         validation.largest_weight ? brief(*validation.largest_weight) : "not finite", mark});
    table.add(row);
  }
  return table.text("") + (run.tuning.nested ? "\n" + nested_text(run) : "");
}

std::string tune_summary(const TuneRun& run) {
  const Validation& best = run.tuning.validations[run.tuning.best];
  const auto as_good = std::count_if(run.tuning.validations.begin(), run.tuning.validations.end(),
                                     [&](const Validation& validation) {
                                       return validation.score && !is_better(best, validation);
                                     });
  std::string text = fmt::format(
      "Best, {}: {}{}. It was chosen by these rows; expect a slightly {} {} on new ones.\n",
      run.splitting.in_words(), options_text(run, run.tuning.best),
      as_good == 1 ? "" : fmt::format(" (the first of {} equally good)", as_good),
      traits_of(best.metric).lower_is_better ? "higher" : "lower", traits_of(best.metric).title);
  if (run.tuning.simplest != run.tuning.best)
    text += fmt::format("Simplest within one standard error ({}) of it: {}.\n",
                        share_text(best.standard_error()), options_text(run, run.tuning.simplest));
  if (const auto baseline = value_of(run.tuning.baseline, best.metric)) {
    text += fmt::format(
        "Baseline, {}: {}{}.\n",
        baseline_answer(best.metric, run.data.classes.names()[run.tuning.baseline.predicted]),
        share_text(*baseline),
        is_better(best.metric, *best.score, *baseline) ? "" : "; none of these settings is better");
  }
  text.pop_back();
  return text;
}

std::string tune_work(const TuneRun& run) {
  return fmt::format("{} trained in {:.2f} s.", plural(run.tuning.models(), "model"),
                     run.tuning.seconds);
}

}  // namespace perceptron::core
