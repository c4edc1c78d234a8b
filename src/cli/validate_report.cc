#include "cli/validate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/metrics_report.h"
#include "cli/text_table.h"
#include "evaluate/curves.h"

namespace perceptron {
namespace {

std::string share(double value) { return fmt::format("{:.4f}", value); }

Json range_json(const Range& range) { return {{"lower", range.lower}, {"upper", range.upper}}; }

// JSON has no infinity; a threshold that no score reaches is null.
Json threshold_json(double threshold) {
  return std::isfinite(threshold) ? Json(threshold) : Json();
}

Json folds_json(const Trial& trial) {
  const std::size_t of_repeat = trial.folds.size() / std::max<std::uint64_t>(trial.repeats, 1);
  Json folds = Json::array();
  for (std::size_t k = 0; k < trial.folds.size(); ++k) {
    const FoldOutcome& fold = trial.folds[k];
    Json json = {{"accuracy", fold.accuracy()},
                 {"rows", fold.rows},
                 {"learned_from", fold.learned_from},
                 {"converged", fold.converged}};
    if (fold.learned_from > 0 && trial.folds.size() < 10'000)
      json["training_accuracy"] = fold.training_accuracy();
    if (trial.repeats > 1) json["repeat"] = k / of_repeat + 1;
    folds.push_back(std::move(json));
  }
  return folds;
}

// The mean over the folds; a training that is over makes no more.
std::vector<double> mistakes_by_pass(const Trial& trial) {
  std::vector<double> mean;
  for (const FoldOutcome& fold : trial.folds) {
    if (mean.size() < fold.mistakes.size()) mean.resize(fold.mistakes.size());
    for (std::size_t pass = 0; pass < fold.mistakes.size(); ++pass)
      mean[pass] += static_cast<double>(fold.mistakes[pass]);
  }
  for (double& each : mean) each /= static_cast<double>(trial.folds.size());
  return mean;
}

Json curves_json(const Trial& trial) {
  Json json = {{"mistakes_by_pass", mistakes_by_pass(trial)}};
  const auto roc = roc_curve(trial.negatives, trial.positives);
  const auto precisions = precision_recall_curve(trial.negatives, trial.positives);
  if (roc.empty()) return json;
  for (const RocPoint& point : thin(roc))
    json["roc"].push_back({{"threshold", threshold_json(point.threshold)},
                           {"false_positive", point.false_positive},
                           {"true_positive", point.true_positive}});
  for (const PrecisionRecallPoint& point : thin(precisions))
    json["precision_recall"].push_back({{"threshold", threshold_json(point.threshold)},
                                        {"precision", point.precision},
                                        {"recall", point.recall}});
  json["average_precision"] = average_precision(precisions);
  return json;
}

Comparison compare_with(const ValidateRun& run, const Contender& other) {
  const Trial& first = run.contenders[0].trial;
  return compare(first.fold_accuracies(), other.trial.fold_accuracies(), first.test_share);
}

Json comparison_json(const ValidateRun& run, const Contender& other) {
  const Comparison comparison = compare_with(run, other);
  Json json = {{"against", other.name},
               {"accuracy", *other.trial.accuracy},
               {"deviation", other.trial.accuracies.deviation},
               {"difference", comparison.difference},
               {"interval", range_json(comparison.interval)},
               {"t", std::isfinite(comparison.t) ? Json(comparison.t) : Json()},
               {"p", comparison.p},
               {"matters", comparison.matters},
               {"sentence", sentence(comparison, run.contenders[0].name, other.name)},
               {"folds", folds_json(other.trial)}};
  return json;
}

std::string folds_text(const ValidateRun& run) {
  constexpr std::size_t kShown = 25;
  const Trial& first = run.contenders[0].trial;
  const std::size_t count = first.folds.size();
  if (count < 2 || std::all_of(first.folds.begin(), first.folds.end(),
                               [](const FoldOutcome& fold) { return fold.rows == 1; }))
    return "";
  TextTable table(">>>" + std::string(run.contenders.size(), '>'));
  const bool pieces = first.test_share == 0;
  std::vector<std::string> header = {pieces ? "piece" : "fold", "learned from", "tried"};
  for (const Contender& each : run.contenders)
    header.push_back(run.contenders.size() == 1 ? "accuracy" : each.name);
  table.add(header);
  for (std::size_t k = 0; k < std::min(count, kShown); ++k) {
    std::vector<std::string> row = {std::to_string(k + 1), with_commas(first.folds[k].learned_from),
                                    with_commas(first.folds[k].rows)};
    for (const Contender& each : run.contenders)
      row.push_back(share(each.trial.folds[k].accuracy()));
    table.add(row);
  }
  std::string text = table.text("");
  if (count > kShown) text += fmt::format("… and {} more\n", count - kShown);
  return text + "\n";
}

std::string means_text(const ValidateRun& run) {
  TextTable table("<>>>>");
  const bool many = run.contenders.size() > 1;
  // Of one row the accuracy is 0 or 1, and their deviation says nothing more.
  const bool single = run.contenders[0].trial.folds.size() == 1 || run.method == "leave-one-out";
  std::vector<std::string> header = {many ? "learner" : "", "accuracy", "deviation",
                                     "95 % interval", "in training"};
  table.add(header);
  for (const Contender& each : run.contenders) {
    const Trial& trial = each.trial;
    const bool measured = run.method != "leave-one-out";
    table.add({many                      ? each.name
               : trial.folds.size() == 1 ? ""
                                         : "mean",
               share(*trial.accuracy), single ? "-" : share(trial.accuracies.deviation),
               fmt::format("{} to {}", share(trial.interval.lower), share(trial.interval.upper)),
               measured ? share(*trial.training_accuracy) : "-"});
  }
  return table.text("");
}

std::string learning_text(const ValidateRun& run) {
  if (run.learning_curve.empty()) return "";
  TextTable table(">>>>");
  table.add({"learned from", "accuracy", "deviation", "in training"});
  for (const LearningPoint& point : run.learning_curve)
    table.add({fmt::format("{:.0f}", point.learned_from), share(point.accuracies.mean),
               share(point.accuracies.deviation), share(point.training_accuracy)});
  return "\n" + table.text("");
}

}  // namespace

Json validate_json(const ValidateRun& run) {
  const Trial& trial = run.contenders[0].trial;
  // What is measured on all rows together comes first; shares of folds take its place.
  Json json = metrics_json(*trial.metrics, run.data.classes.names());
  json["pooled_accuracy"] = trial.metrics->accuracy;
  json["tried"] = trial.metrics->rows;
  json["rows"] = run.rows;
  json["features"] = run.data.features();
  json["learner"] = run.learner;
  json["method"] = run.method;
  json["repeats"] = trial.repeats;
  json["accuracy"] = *trial.accuracy;
  json["deviation"] = trial.accuracies.deviation;
  json["interval"] = range_json(trial.interval);
  json["interval"]["confidence"] = 0.95;
  if (run.method != "leave-one-out") json["training_accuracy"] = *trial.training_accuracy;
  json["converged"] = trial.converged;
  json["folds"] = folds_json(trial);
  json["models_trained"] = 0;
  std::uint64_t models = 0;
  for (const Contender& each : run.contenders) models += each.trial.models;
  json["models_trained"] = models;
  json["seconds"] = run.seconds;
  for (std::size_t k = 1; k < run.contenders.size(); ++k)
    json["comparisons"].push_back(comparison_json(run, run.contenders[k]));
  if (run.curves) json["curves"] = curves_json(trial);
  for (const LearningPoint& point : run.learning_curve)
    json["learning_curve"].push_back({{"rows", point.learned_from},
                                      {"accuracy", point.accuracies.mean},
                                      {"deviation", point.accuracies.deviation},
                                      {"training_accuracy", point.training_accuracy}});
  return json;
}

std::string validate_text(const ValidateRun& run) {
  const bool single = run.contenders[0].trial.folds.size() == 1;
  std::string text = folds_text(run) + means_text(run) + learning_text(run);
  for (std::size_t k = 1; k < run.contenders.size(); ++k) {
    const Contender& other = run.contenders[k];
    text += fmt::format("\n{}\n",
                        sentence(compare_with(run, other), run.contenders[0].name, other.name));
  }
  text += fmt::format("\n{}\n{}", single ? "The rows tried:" : "All rows tried, together:",
                      metrics_text(*run.contenders[0].trial.metrics, run.data.classes.names()));
  return text;
}

std::string validate_summary(const ValidateRun& run) {
  std::uint64_t models = 0;
  bool converged = true;
  for (const Contender& each : run.contenders) {
    models += each.trial.models;
    converged = converged && each.trial.converged;
  }
  return fmt::format("Tried {}: {} trained in {:.2f} s{}.", run.in_words, plural(models, "model"),
                     run.seconds, converged ? "" : "; not all converged");
}

}  // namespace perceptron
