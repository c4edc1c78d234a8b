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

Json folds_json(const Validation& validation) {
  const std::size_t of_repeat =
      validation.folds.size() / std::max<std::uint64_t>(validation.repeats, 1);
  Json folds = Json::array();
  for (std::size_t k = 0; k < validation.folds.size(); ++k) {
    const FoldResult& fold = validation.folds[k];
    Json json = {{"accuracy", fold.accuracy()},
                 {"rows", fold.test_rows},
                 {"learned_from", fold.training_rows},
                 {"converged", fold.converged}};
    if (fold.training_rows > 0 && validation.folds.size() < 10'000)
      json["training_accuracy"] = fold.training_accuracy();
    if (validation.repeats > 1) json["repeat"] = k / of_repeat + 1;
    folds.push_back(std::move(json));
  }
  return folds;
}

// The mean over the folds; a training that is over makes no more.
std::vector<double> mistakes_by_pass(const Validation& validation) {
  std::vector<double> mean;
  for (const FoldResult& fold : validation.folds) {
    if (mean.size() < fold.mistakes.size()) mean.resize(fold.mistakes.size());
    for (std::size_t pass = 0; pass < fold.mistakes.size(); ++pass)
      mean[pass] += static_cast<double>(fold.mistakes[pass]);
  }
  for (double& each : mean) each /= static_cast<double>(validation.folds.size());
  return mean;
}

Json curves_json(const Validation& validation) {
  Json json = {{"mistakes_by_pass", mistakes_by_pass(validation)}};
  const auto roc = roc_curve(validation.negatives, validation.positives);
  const auto precisions = precision_recall_curve(validation.negatives, validation.positives);
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
  const Validation& first = run.contenders[0].validation;
  return compare(first, other.validation);
}

Json comparison_json(const ValidateRun& run, const Contender& other) {
  const Comparison comparison = compare_with(run, other);
  Json json = {{"against", other.name},
               {"accuracy", *other.validation.accuracy},
               {"deviation", other.validation.accuracies.deviation},
               {"difference", comparison.difference},
               {"interval", range_json(comparison.interval)},
               {"t", std::isfinite(comparison.t) ? Json(comparison.t) : Json()},
               {"p", comparison.p},
               {"matters", comparison.matters},
               {"sentence", sentence(comparison, run.contenders[0].name, other.name)},
               {"folds", folds_json(other.validation)}};
  return json;
}

std::string folds_text(const ValidateRun& run) {
  constexpr std::size_t kShown = 25;
  const Validation& first = run.contenders[0].validation;
  const std::size_t count = first.folds.size();
  if (count < 2 || std::all_of(first.folds.begin(), first.folds.end(),
                               [](const FoldResult& fold) { return fold.test_rows == 1; }))
    return "";
  TextTable table(">>>" + std::string(run.contenders.size(), '>'));
  const bool pieces = first.test_share == 0;
  std::vector<std::string> header = {pieces ? "piece" : "fold", "learned from", "tried"};
  for (const Contender& each : run.contenders)
    header.push_back(run.contenders.size() == 1 ? "accuracy" : each.name);
  table.add(header);
  for (std::size_t k = 0; k < std::min(count, kShown); ++k) {
    std::vector<std::string> row = {std::to_string(k + 1),
                                    with_commas(first.folds[k].training_rows),
                                    with_commas(first.folds[k].test_rows)};
    for (const Contender& each : run.contenders)
      row.push_back(share(each.validation.folds[k].accuracy()));
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
  const bool single =
      run.contenders[0].validation.folds.size() == 1 || run.method == "leave-one-out";
  std::vector<std::string> header = {many ? "learner" : "", "accuracy", "deviation",
                                     "95 % interval", "in training"};
  table.add(header);
  for (const Contender& each : run.contenders) {
    const Validation& validation = each.validation;
    const bool measured = run.method != "leave-one-out";
    table.add({many                           ? each.name
               : validation.folds.size() == 1 ? ""
                                              : "mean",
               share(*validation.accuracy), single ? "-" : share(validation.accuracies.deviation),
               fmt::format("{} to {}", share(validation.interval.lower),
                           share(validation.interval.upper)),
               measured ? share(*validation.training_accuracy) : "-"});
  }
  return table.text("");
}

std::string learning_text(const ValidateRun& run) {
  if (run.learning_curve.empty()) return "";
  TextTable table(">>>>");
  table.add({"learned from", "accuracy", "deviation", "in training"});
  for (const LearningPoint& point : run.learning_curve)
    table.add({fmt::format("{:.0f}", point.training_rows), share(point.accuracies.mean),
               share(point.accuracies.deviation), share(point.training_accuracy)});
  return "\n" + table.text("");
}

}  // namespace

Json validate_json(const ValidateRun& run) {
  const Validation& validation = run.contenders[0].validation;
  // What is measured on all rows together comes first; shares of folds take its place.
  Json json = metrics_json(*validation.metrics, run.data.classes.names());
  json["pooled_accuracy"] = validation.metrics->accuracy;
  json["tried"] = validation.metrics->rows;
  json["rows"] = run.rows;
  json["features"] = run.data.features();
  json["learner"] = run.learner;
  json["method"] = run.method;
  json["repeats"] = validation.repeats;
  json["accuracy"] = *validation.accuracy;
  json["deviation"] = validation.accuracies.deviation;
  json["interval"] = range_json(validation.interval);
  json["interval"]["confidence"] = 0.95;
  if (run.method != "leave-one-out") json["training_accuracy"] = *validation.training_accuracy;
  json["converged"] = validation.converged;
  json["folds"] = folds_json(validation);
  json["models_trained"] = 0;
  std::uint64_t models = 0;
  for (const Contender& each : run.contenders) models += each.validation.models;
  json["models_trained"] = models;
  json["seconds"] = run.seconds;
  for (std::size_t k = 1; k < run.contenders.size(); ++k)
    json["comparisons"].push_back(comparison_json(run, run.contenders[k]));
  if (run.curves) json["curves"] = curves_json(validation);
  for (const LearningPoint& point : run.learning_curve)
    json["learning_curve"].push_back({{"rows", point.training_rows},
                                      {"accuracy", point.accuracies.mean},
                                      {"deviation", point.accuracies.deviation},
                                      {"training_accuracy", point.training_accuracy}});
  return json;
}

std::string validate_text(const ValidateRun& run) {
  const bool single = run.contenders[0].validation.folds.size() == 1;
  std::string text = folds_text(run) + means_text(run) + learning_text(run);
  for (std::size_t k = 1; k < run.contenders.size(); ++k) {
    const Contender& other = run.contenders[k];
    text += fmt::format("\n{}\n",
                        sentence(compare_with(run, other), run.contenders[0].name, other.name));
  }
  text +=
      fmt::format("\n{}\n{}", single ? "The rows tried:" : "All rows tried, together:",
                  metrics_text(*run.contenders[0].validation.metrics, run.data.classes.names()));
  return text;
}

std::string validate_summary(const ValidateRun& run) {
  std::uint64_t models = 0;
  bool converged = true;
  for (const Contender& each : run.contenders) {
    models += each.validation.models;
    converged = converged && each.validation.converged;
  }
  return fmt::format("Tried {}: {} trained in {:.2f} s{}.", run.in_words, plural(models, "model"),
                     run.seconds, converged ? "" : "; not all converged");
}

}  // namespace perceptron
