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
  for (std::size_t a = 0; a < run.tuning.grid.axes.size(); ++a) {
    const std::string& text = run.tuning.grid.points[point].values[a];
    const auto number = run.tuning.grid.axes[a].number ? parse_number(text) : std::nullopt;
    const auto count = number ? parse_count(text) : std::nullopt;
    Json& value = json[run.tuning.grid.axes[a].name];
    value = text;
    if (text == kUnused) value = Json();
    if (number) value = *number;
    if (count) value = *count;
  }
  return json;
}

Json grid_json(const TuneRun& run) {
  Json grid = Json::array();
  for (std::size_t i = 0; i < run.tuning.validations.size(); ++i) {
    const Validation& validation = run.tuning.validations[i];
    Json row = values_json(run, i);
    row["accuracy"] = or_null(validation.accuracy);
    row["deviation"] = validation.accuracies.deviation;
    row["lowest"] = validation.accuracies.lowest;
    row["highest"] = validation.accuracies.highest;
    row["interval"] = {{"lower", validation.interval.lower}, {"upper", validation.interval.upper}};
    row["repeats"] = validation.repeats;
    row["training_accuracy"] = or_null(validation.training_accuracy);
    row["largest_weight"] = or_null(validation.largest_weight);
    row["converged"] = validation.converged;
    if (validation.accuracy && validation.folds.size() <= 1000)
      row["folds"] = validation.fold_accuracies();
    grid.push_back(std::move(row));
  }
  return grid;
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

std::string share(double value) { return fmt::format("{:.4f}", value); }

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
      "Chosen anew for each of {} outer folds, tried on rows without any say in the choice:\n"
      "accuracy {}, deviation {}, 95 % interval {} to {}\n"
      "chosen: {}\n",
      nested.chosen.size(), validation.accuracy ? share(*validation.accuracy) : "not finite",
      share(validation.accuracies.deviation), share(validation.interval.lower),
      share(validation.interval.upper), choices);
}

}  // namespace

Json tune_json(const TuneRun& run) {
  const Validation& best = run.tuning.validations[run.tuning.best];
  Json json = {{"rows", run.splitting.training_rows()},
               {"features", run.data.features()},
               {"classes", run.data.classes.names()},
               {"method", run.splitting.method()},
               {"best", values_json(run, run.tuning.best)},
               {"accuracy", *best.accuracy},
               {"deviation", best.accuracies.deviation},
               {"simplest", values_json(run, run.tuning.simplest)},
               {"standard_error", best.standard_error()},
               {"chosen", values_json(run, run.tuning.chosen)},
               {"grid", grid_json(run)},
               {"models_trained", run.tuning.models()},
               {"seconds", run.tuning.seconds}};
  if (run.splitting.has_test()) json["test_rows"] = run.data.rows() - run.splitting.training_rows();
  if (run.tuning.nested) {
    Json folds = Json::array();
    const auto& outer = run.tuning.nested->validation.folds;
    for (std::size_t k = 0; k < outer.size(); ++k)
      folds.push_back({{"accuracy", outer[k].accuracy()},
                       {"rows", outer[k].test_rows},
                       {"chosen", values_json(run, run.tuning.nested->chosen[k])}});
    json["outer"] = {
        {"accuracy", or_null(run.tuning.nested->validation.accuracy)},
        {"deviation", run.tuning.nested->validation.accuracies.deviation},
        {"interval",
         {{"lower", run.tuning.nested->validation.interval.lower},
          {"upper", run.tuning.nested->validation.interval.upper}}},
        {"folds", std::move(folds)},
        {"models_trained", run.tuning.nested->models + run.tuning.nested->validation.models},
        {"seconds", run.tuning.outer_seconds}};
  }
  return json;
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
  TextTable table(alignment + (spread ? ">>>>>><" : ">>><"));
  header.emplace_back("accuracy");
  if (spread) header.insert(header.end(), {"deviation", "lowest", "highest"});
  header.insert(header.end(), {"in training", "largest weight", ""});
  table.add(header);
  for (std::size_t i = 0; i < run.tuning.validations.size(); ++i) {
    const Validation& validation = run.tuning.validations[i];
    std::vector<std::string> row = run.tuning.grid.points[i].values;
    row.push_back(validation.accuracy ? share(*validation.accuracy) : "-");
    if (spread) {
      const Summary& all = validation.accuracies;
      for (const double value : {all.deviation, all.lowest, all.highest})
        row.push_back(validation.accuracy ? share(value) : "-");
    }
    std::string mark = i == run.tuning.best ? "best" : "";
    if (i == run.tuning.simplest) mark += mark.empty() ? "simplest" : ", simplest";
    if (!settled && !validation.converged)
      mark += mark.empty() ? "not converged" : ", not converged";
    const bool measured = validation.training_accuracy && run.splitting.method() != "leave-one-out";
    row.insert(
        row.end(),
        {measured ? share(*validation.training_accuracy) : "-",
         validation.largest_weight ? brief(*validation.largest_weight) : "not finite", mark});
    table.add(row);
  }
  return table.text("") + (run.tuning.nested ? "\n" + nested_text(run) : "");
}

std::string tune_summary(const TuneRun& run) {
  const Validation& best = run.tuning.validations[run.tuning.best];
  const auto as_good = std::count_if(run.tuning.validations.begin(), run.tuning.validations.end(),
                                     [&](const Validation& validation) {
                                       return validation.accuracy && !is_better(best, validation);
                                     });
  std::string text =
      fmt::format("Best, {}: {}{}. It was chosen by these rows; expect a little less on others.\n",
                  run.splitting.in_words(), options_text(run, run.tuning.best),
                  as_good == 1 ? "" : fmt::format(" (the first of {} as good)", as_good));
  if (run.tuning.simplest != run.tuning.best)
    text += fmt::format("Simplest within one standard error ({}) of it: {}.\n",
                        share(best.standard_error()), options_text(run, run.tuning.simplest));
  return text + fmt::format("{} trained in {:.2f} s.", plural(run.tuning.models(), "model"),
                            run.tuning.seconds);
}

}  // namespace perceptron
