// Correct and wrong predictions, and the weights behind them.

#include <fmt/format.h>

#include "base/text.h"
#include "report/charts.h"
#include "report/run_section.h"

namespace perceptron::core {

void show_answers(const MetricsRecord& metrics, const std::string& rows, RunSection& section) {
  constexpr std::size_t kDrawn = 40;
  constexpr std::size_t kListed = 60;
  if (has_items(metrics.confusion) && metrics.confusion->size() <= kDrawn) {
    section.topic("Confusion matrix");
    section.draw("confusion", confusion_chart(*metrics.confusion, metrics.classes),
                 "The confusion matrix: true classes down, predicted classes across.", rows);
  }
  std::vector<std::vector<std::string>> table;
  for (const auto& [name, each] : metrics.per_class) {
    if (table.size() == kListed) break;
    table.push_back({name, percent(each.shares.precision), percent(each.shares.recall),
                     percent(each.shares.f1), cell_text(each.support)});
  }
  section.page().table({"class", "precision", "recall", "F1", "rows"}, table);
  if (!has_items(metrics.reliability)) return;
  section.topic("Calibration");
  section.draw(
      "reliability", reliability_chart(*metrics.reliability),
      "Accuracy against predicted probability.",
      fmt::format("On the diagonal, predicted probabilities are true; the expected calibration "
                  "error is {}.",
                  cell_text(metrics.calibration_error)));
}

void show_weights(const std::vector<WeightsRecord>& planes, std::size_t models,
                  RunSection& section) {
  bool titled = false;
  for (const WeightsRecord& plane : planes) {
    if (plane.largest.empty()) continue;
    if (!titled) section.topic("Largest weights");
    titled = true;
    std::string caption = fmt::format("{} against {}", plane.positive, plane.negative);
    if (plane.features > plane.largest.size())
      caption += fmt::format(": the {} largest of {} weights", plane.largest.size(),
                             with_commas(plane.features));
    section.draw("weights " + plane.positive,
                 weights_chart(plane.largest, plane.positive, plane.negative),
                 fmt::format("Weights by feature, largest first, for {} against {}.",
                             plane.positive, plane.negative),
                 caption + ".");
  }
  if (titled && models > planes.size())
    section.page().note(fmt::format("The first {} of {}.", planes.size(), plural(models, "model")));
}

void show_worst(const std::vector<WrongRecord>& worst, const std::string& caption,
                RunSection& section) {
  section.topic("The worst misclassified rows");
  std::vector<std::vector<std::string>> rows;
  for (const WrongRecord& each : worst) {
    rows.push_back({cell_text(each.row), each.truth, each.called, cell_text(each.by)});
    if (!each.values) continue;
    std::string values;
    for (const auto& [feature, value] : *each.values)
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", feature,
                            brief(value, Round::nearest, 10));
    rows.back().push_back(values);
  }
  std::vector<std::string> head = {"row", "class", "predicted", "score ahead by"};
  if (rows[0].size() > head.size()) head.emplace_back("values");
  section.page().table(head, rows, caption);
}

void show(const EvaluationRecord& record, RunSection& section) {
  Facts facts;
  facts.add("rows", record.result.rows);
  facts.add("accuracy", percent(record.result.accuracy));
  facts.add_seconds("time", section.run().seconds);
  section.page().facts(facts.list());
  show_answers(record.result, "", section);
  if (record.result.curves) show_model_curves(*record.result.curves, section);
  if (record.result.robustness) show_robustness(*record.result.robustness, section);
  show_weights(record.weights, record.weights.size(), section);
  if (!record.worst.empty()) show_worst(record.worst, "Those furthest on the wrong side.", section);
}

}  // namespace perceptron::core
