#include "cli/validate_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cli/metrics_report.h"
#include "cli/text_table.h"
#include "evaluate/curves.h"
#include "evaluate/metric.h"
#include "report/summaries.h"

namespace perceptron::core {
namespace {

std::vector<FoldRecord> fold_records(const Validation& validation) {
  const std::size_t of_repeat =
      validation.folds.size() / std::max<std::uint64_t>(validation.repeats, 1);
  std::vector<FoldRecord> folds;
  for (std::size_t k = 0; k < validation.folds.size(); ++k) {
    const FoldResult& fold = validation.folds[k];
    FoldRecord record{
        fold.accuracy(), fold.score, fold.test_rows, fold.training_rows, fold.converged, {}, {}};
    if (fold.training_rows > 0 && validation.training_accuracy && validation.folds.size() < 10'000)
      record.training_accuracy = fold.training_accuracy();
    if (validation.repeats > 1) record.repeat = k / of_repeat + 1;
    folds.push_back(record);
  }
  return folds;
}

// The mean over the folds; a training that has ended counts 0.
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

CurvesRecord curves_record(const Validation& validation) {
  CurvesRecord curves;
  curves.mistakes_by_pass = mistakes_by_pass(validation);
  const auto roc = roc_curve(validation.negatives, validation.positives);
  const auto precisions = precision_recall_curve(validation.negatives, validation.positives);
  if (roc.empty()) return curves;
  curves.roc.emplace();
  for (const RocPoint& point : thin(roc))
    curves.roc->push_back({point.threshold, point.false_positive, point.true_positive});
  curves.precision_recall.emplace();
  for (const PrecisionRecallPoint& point : thin(precisions))
    curves.precision_recall->push_back({point.threshold, point.precision, point.recall});
  curves.average_precision = validation.metrics->average_precision;
  return curves;
}

// Where the metric is not defined in each fold, only the difference is known.
Comparison compare_with(const ValidateRun& run, const Contender& other) {
  const Validation& first = run.contenders[0].validation;
  if (const auto comparison = compare(first, other.validation)) return *comparison;
  Comparison pooled;
  pooled.count = 1;
  pooled.difference = *other.validation.score - *first.score;
  return pooled;
}

std::string comparison_sentence(const ValidateRun& run, const Contender& other) {
  return sentence(compare_with(run, other), other.validation.metric, run.contenders[0].name,
                  other.name);
}

ComparisonRecord comparison_record(const ValidateRun& run, const Contender& other) {
  const Comparison comparison = compare_with(run, other);
  ComparisonRecord record;
  if (other.validation.metric != Metric::accuracy) record.score = other.validation.score;
  record.against = other.name;
  record.accuracy = *other.validation.accuracy;
  record.deviation = other.validation.accuracies.deviation;
  record.difference = comparison.difference;
  record.interval = interval_record(comparison.interval);
  record.t = comparison.t;
  record.p = comparison.p;
  record.matters = comparison.matters;
  record.sentence = comparison_sentence(run, other);
  record.folds = fold_records(other.validation);
  return record;
}

std::string folds_text(const ValidateRun& run) {
  constexpr std::size_t kShown = 25;
  const Validation& first = run.contenders[0].validation;
  const std::size_t count = first.folds.size();
  if (count < 2 || std::all_of(first.folds.begin(), first.folds.end(),
                               [](const FoldResult& fold) { return fold.test_rows == 1; }))
    return "";
  TextTable table(">>>" + std::string(run.contenders.size(), '>'));
  std::vector<std::vector<double>> scores;
  for (const Contender& each : run.contenders) scores.push_back(each.validation.fold_scores());
  const bool pieces = first.test_share == 0;
  std::vector<std::string> header = {pieces ? "piece" : "fold", "trained on", "tested on"};
  for (const Contender& each : run.contenders)
    header.push_back(run.contenders.size() == 1 ? traits_of(first.metric).title : each.name);
  table.add(header);
  for (std::size_t k = 0; k < std::min(count, kShown); ++k) {
    std::vector<std::string> row = {std::to_string(k + 1),
                                    with_commas(first.folds[k].training_rows),
                                    with_commas(first.folds[k].test_rows)};
    for (const std::vector<double>& each : scores)
      row.push_back(each.empty() ? "-" : share_text(each[k]));
    table.add(row);
  }
  std::string text = table.text("");
  if (count > kShown) text += fmt::format("… and {} more\n", count - kShown);
  return text + "\n";
}

std::string means_text(const ValidateRun& run) {
  const Metric metric = run.contenders[0].validation.metric;
  const bool other = metric != Metric::accuracy;
  TextTable table(other ? "<>>>>>" : "<>>>>");
  const bool many = run.contenders.size() > 1;
  // The accuracy on a single row is 0 or 1, and their standard deviation is not informative.
  const bool single = run.contenders[0].validation.folds.size() == 1 || run.leave_one_out;
  // The interval is that of the accuracy.
  std::vector<std::string> header = {many ? "learner" : "", traits_of(metric).title, "std. dev."};
  if (other) header.emplace_back("accuracy");
  header.insert(header.end(), {other ? "its 95 % interval" : "95 % interval", "training accuracy"});
  table.add(header);
  for (const Contender& each : run.contenders) {
    const Validation& validation = each.validation;
    const bool measured = !run.leave_one_out && validation.training_accuracy;
    const bool spread = !single && validation.scores;
    std::vector<std::string> row = {many                           ? each.name
                                    : validation.folds.size() == 1 ? ""
                                                                   : "mean",
                                    validation.score ? share_text(*validation.score) : "-",
                                    spread ? share_text(validation.scores->deviation) : "-"};
    if (other) row.push_back(share_text(*validation.accuracy));
    row.push_back(fmt::format("{} to {}", share_text(validation.interval.lower),
                              share_text(validation.interval.upper)));
    row.push_back(measured ? share_text(*validation.training_accuracy) : "-");
    table.add(row);
  }
  return table.text("");
}

// Rows left out change their own score by at most so much.
CertifiedRecord certified_record(const ValidateRun& run) {
  constexpr std::size_t kShown = 10;
  const CertifiedLeaveOneOut& all = *run.certified;
  CertifiedRecord record;
  record.by_proof = all.count(LeftOutBy::proof);
  record.undecided = all.count(LeftOutBy::nothing);
  record.retrained = all.count(LeftOutBy::training) + record.undecided;
  for (const std::uint64_t i : all.most_influential(kShown)) {
    if (!std::isfinite(all.rows[i].change)) continue;  // the only row of its class
    record.influential.push_back(
        {i + 1, run.data.classes.names()[run.data.labels[i]], all.rows[i].change});
  }
  return record;
}

std::string certified_text(const ValidateRun& run) {
  if (!run.certified) return "";
  const CertifiedRecord record = certified_record(run);
  std::string text = fmt::format("\n{} decided by proof, {} by training without them",
                                 plural(record.by_proof, "row"), with_commas(record.retrained));
  if (record.undecided > 0)
    text += fmt::format(", of which {} are too close to the plane to be proved",
                        with_commas(record.undecided));
  text += ".\n";
  if (record.influential.empty()) return text;
  TextTable table("><>");
  table.add({"row", "class", "change of its score when left out, at most"});
  for (const InfluentialRow& each : record.influential)
    table.add({with_commas(each.row), each.truth, brief(each.change, Round::up)});
  return text + "\n" + table.text("");
}

std::string learning_text(const ValidateRun& run) {
  if (run.learning_curve.empty()) return "";
  TextTable table(">>>>");
  table.add({"trained on", "accuracy", "std. dev.", "training accuracy"});
  for (const LearningPoint& point : run.learning_curve)
    table.add({fmt::format("{:.0f}", point.training_rows), share_text(point.accuracies.mean),
               share_text(point.accuracies.deviation), share_text(point.training_accuracy)});
  return "\n" + table.text("");
}

}  // namespace

ValidationOutcome validation_outcome(const ValidateRun& run) {
  const Validation& validation = run.contenders[0].validation;
  ValidationOutcome result;
  result.rows = run.rows;
  result.accuracy = *validation.accuracy;
  result.metrics = metrics_record(*validation.metrics, run.data.classes.names());
  result.features = run.data.features();
  result.learner = run.learner;
  result.method = run.method;
  result.repeats = validation.repeats;
  result.deviation = validation.accuracies.deviation;
  result.metric = validation.metric;
  if (validation.metric != Metric::accuracy) {
    result.score = validation.score;
    if (validation.scores) result.score_deviation = validation.scores->deviation;
  }
  result.interval.range = interval_record(validation.interval);
  if (!run.leave_one_out) result.training_accuracy = validation.training_accuracy;
  result.converged = validation.converged;
  result.folds = fold_records(validation);
  for (const Contender& each : run.contenders) result.models_trained += each.validation.models;
  result.seconds = run.seconds;
  if (run.contenders.size() > 1) result.comparisons.emplace();
  for (std::size_t k = 1; k < run.contenders.size(); ++k)
    result.comparisons->push_back(comparison_record(run, run.contenders[k]));
  if (run.certified) result.certified = certified_record(run);
  if (run.curves) result.curves = curves_record(validation);
  if (!run.learning_curve.empty()) result.learning_curve.emplace();
  for (const LearningPoint& point : run.learning_curve)
    result.learning_curve->push_back({point.training_rows, point.accuracies.mean,
                                      point.accuracies.deviation, point.training_accuracy});
  return result;
}

std::string validate_text(const ValidateRun& run) {
  const bool single = run.contenders[0].validation.folds.size() == 1;
  std::string text = folds_text(run) + means_text(run) + certified_text(run) + learning_text(run);
  for (std::size_t k = 1; k < run.contenders.size(); ++k) {
    const Contender& other = run.contenders[k];
    text += fmt::format("\n{}\n", comparison_sentence(run, other));
  }
  text += fmt::format("\n{}\n{}", single ? "The test rows:" : "All held-out rows together:",
                      metrics_text(metrics_record(*run.contenders[0].validation.metrics,
                                                  run.data.classes.names())));
  return text;
}

std::string baseline_doubt(const ValidateRun& run) {
  for (const Contender& each : run.contenders) {
    const Validation& validation = each.validation;
    const auto baseline = value_of(validation.metrics->baseline, validation.metric);
    if (!baseline || !validation.score ||
        is_better(validation.metric, *validation.score, *baseline))
      continue;
    const std::string& name = run.data.classes.names()[validation.metrics->baseline.predicted];
    return fmt::format("{} is no better than {}, with {} {} against {}", each.name,
                       baseline_answer(validation.metric, name), traits_of(validation.metric).title,
                       share_text(*validation.score), share_text(*baseline));
  }
  return "";
}

std::string validate_summary(const ValidateRun& run) {
  std::uint64_t models = 0;
  bool converged = true;
  for (const Contender& each : run.contenders) {
    models += each.validation.models;
    converged = converged && each.validation.converged;
  }
  return fmt::format("Tested {}: {} trained in {:.2f} s{}.", run.in_words, plural(models, "model"),
                     run.seconds, converged ? "" : "; not all converged");
}

}  // namespace perceptron::core
