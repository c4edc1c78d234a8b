#include "cli/tune_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/number.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/text_table.h"

namespace perceptron {
namespace {

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json values_json(const TuneRun& run, std::size_t point) {
  Json json = Json::object();
  for (std::size_t a = 0; a < run.axes.size(); ++a) {
    const std::string& text = run.points[point].values[a];
    const auto number = run.axes[a].number ? parse_number(text) : std::nullopt;
    const auto count = number ? parse_count(text) : std::nullopt;
    Json& value = json[run.axes[a].name];
    value = text;
    if (text == kPassedOver) value = Json();
    if (number) value = *number;
    if (count) value = *count;
  }
  return json;
}

Json grid_json(const TuneRun& run) {
  Json grid = Json::array();
  for (std::size_t i = 0; i < run.trials.size(); ++i) {
    const Trial& trial = run.trials[i];
    Json row = values_json(run, i);
    row["accuracy"] = or_null(trial.accuracy);
    row["deviation"] = trial.accuracies.deviation;
    row["lowest"] = trial.accuracies.lowest;
    row["highest"] = trial.accuracies.highest;
    row["interval"] = {{"lower", trial.interval.lower}, {"upper", trial.interval.upper}};
    row["repeats"] = trial.repeats;
    row["training_accuracy"] = or_null(trial.training_accuracy);
    row["largest_weight"] = or_null(trial.largest_weight);
    row["converged"] = trial.converged;
    if (trial.accuracy && trial.folds.size() <= 1000) row["folds"] = trial.fold_accuracies();
    grid.push_back(std::move(row));
  }
  return grid;
}

// As options of train.
std::string options_text(const TuneRun& run, std::size_t point) {
  std::string text;
  for (std::size_t a = 0; a < run.axes.size(); ++a) {
    if (run.points[point].values[a] == kPassedOver) continue;
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", run.axes[a].name,
                        run.points[point].values[a]);
  }
  return text;
}

std::string share(double value) { return fmt::format("{:.4f}", value); }

std::string nested_text(const TuneRun& run) {
  const NestedTrial& nested = *run.nested;
  std::map<std::size_t, std::uint64_t> times;
  for (const std::size_t chosen : nested.chosen) ++times[chosen];
  std::string choices;
  for (const auto& [point, count] : times)
    choices += fmt::format("{}{} ({} of {})", choices.empty() ? "" : ", ", options_text(run, point),
                           count, nested.chosen.size());
  const Trial& trial = nested.trial;
  return fmt::format(
      "Chosen anew for each of {} outer folds, tried on rows without any say in the choice:\n"
      "accuracy {}, deviation {}, 95 % interval {} to {}\n"
      "chosen: {}\n",
      nested.chosen.size(), trial.accuracy ? share(*trial.accuracy) : "not finite",
      share(trial.accuracies.deviation), share(trial.interval.lower), share(trial.interval.upper),
      choices);
}

}  // namespace

Json tune_json(const TuneRun& run) {
  std::uint64_t models = 0;
  for (const Trial& trial : run.trials) models += trial.models;
  const Trial& best = run.trials[run.best];
  Json json = {{"rows", run.splitting.training_rows()},
               {"features", run.data.features()},
               {"classes", run.data.classes.names()},
               {"method", run.splitting.method()},
               {"best", values_json(run, run.best)},
               {"accuracy", *best.accuracy},
               {"deviation", best.accuracies.deviation},
               {"simplest", values_json(run, run.simplest)},
               {"standard_error", best.standard_error()},
               {"chosen", values_json(run, run.chosen)},
               {"grid", grid_json(run)},
               {"models_trained", models},
               {"seconds", run.seconds}};
  if (run.splitting.has_test()) json["test_rows"] = run.data.rows() - run.splitting.training_rows();
  if (run.nested) {
    Json folds = Json::array();
    const auto& outer = run.nested->trial.folds;
    for (std::size_t k = 0; k < outer.size(); ++k)
      folds.push_back({{"accuracy", outer[k].accuracy()},
                       {"rows", outer[k].rows},
                       {"chosen", values_json(run, run.nested->chosen[k])}});
    json["outer"] = {{"accuracy", or_null(run.nested->trial.accuracy)},
                     {"deviation", run.nested->trial.accuracies.deviation},
                     {"interval",
                      {{"lower", run.nested->trial.interval.lower},
                       {"upper", run.nested->trial.interval.upper}}},
                     {"folds", std::move(folds)},
                     {"models_trained", run.nested->models + run.nested->trial.models},
                     {"seconds", run.outer_seconds}};
  }
  return json;
}

std::string tune_table(const TuneRun& run) {
  std::string alignment;
  std::vector<std::string> header;
  for (const Axis& axis : run.axes) {
    alignment += axis.number ? '>' : '<';
    header.push_back(axis.name);
  }
  const bool spread = std::any_of(run.trials.begin(), run.trials.end(),
                                  [](const Trial& trial) { return trial.folds.size() > 1; });
  const bool settled = std::all_of(run.trials.begin(), run.trials.end(),
                                   [](const Trial& trial) { return trial.converged; });
  TextTable table(alignment + (spread ? ">>>>>><" : ">>><"));
  header.emplace_back("accuracy");
  if (spread) header.insert(header.end(), {"deviation", "lowest", "highest"});
  header.insert(header.end(), {"in training", "largest weight", ""});
  table.add(header);
  for (std::size_t i = 0; i < run.trials.size(); ++i) {
    const Trial& trial = run.trials[i];
    std::vector<std::string> row = run.points[i].values;
    row.push_back(trial.accuracy ? share(*trial.accuracy) : "-");
    if (spread) {
      const Summary& all = trial.accuracies;
      for (const double value : {all.deviation, all.lowest, all.highest})
        row.push_back(trial.accuracy ? share(value) : "-");
    }
    std::string mark = i == run.best ? "best" : "";
    if (i == run.simplest) mark += mark.empty() ? "simplest" : ", simplest";
    if (!settled && !trial.converged) mark += mark.empty() ? "not converged" : ", not converged";
    const bool measured = trial.training_accuracy && run.splitting.method() != "leave-one-out";
    row.insert(row.end(),
               {measured ? share(*trial.training_accuracy) : "-",
                trial.largest_weight ? brief(*trial.largest_weight) : "not finite", mark});
    table.add(row);
  }
  return table.text("") + (run.nested ? "\n" + nested_text(run) : "");
}

std::string tune_summary(const TuneRun& run) {
  const Trial& best = run.trials[run.best];
  std::uint64_t models = 0;
  for (const Trial& trial : run.trials) models += trial.models;
  const auto as_good = std::count_if(run.trials.begin(), run.trials.end(), [&](const Trial& trial) {
    return trial.accuracy && !is_better(best, trial);
  });
  std::string text =
      fmt::format("Best, {}: {}{}. It was chosen by these rows; expect a little less on others.\n",
                  run.splitting.in_words(), options_text(run, run.best),
                  as_good == 1 ? "" : fmt::format(" (the first of {} as good)", as_good));
  if (run.simplest != run.best)
    text += fmt::format("Simplest within one standard error ({}) of it: {}.\n",
                        share(best.standard_error()), options_text(run, run.simplest));
  return text + fmt::format("{} trained in {:.2f} s.", plural(models, "model"), run.seconds);
}

}  // namespace perceptron
