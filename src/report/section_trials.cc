// Cross-validation and grid search.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "evaluate/metric.h"
#include "report/charts.h"
#include "report/run_section.h"

namespace perceptron::core {
namespace {

constexpr const char* kBand = "The band is one standard deviation over folds to each side.";

void show_folds(const ValidationOutcome& result, RunSection& section) {
  constexpr std::size_t kShown = 400;
  if (result.folds.size() < 2) return;
  std::vector<FoldPoint> points;
  const auto add = [&](const std::vector<FoldRecord>& folds, const std::string& learner) {
    for (std::size_t k = 0; k < std::min(folds.size(), kShown); ++k)
      points.push_back({learner, k + 1, folds[k].accuracy});
  };
  add(result.folds, std::string(name_of(result.learner)));
  if (result.comparisons) {
    for (const ComparisonRecord& other : *result.comparisons) add(other.folds, other.against);
  }
  section.topic("Fold by fold");
  section.draw("folds", folds_chart(points), "The accuracy of each fold, and their mean.",
               "Each point is one fold, held out of training on the others; the bar is the mean.");
}

void tell_learning_curve(const std::vector<LearningRecord>& curve, RunSection& section) {
  std::vector<CurvePoint> points;
  points.reserve(curve.size());
  for (const LearningRecord& each : curve)
    points.push_back({each.rows, each.accuracy, each.deviation, each.training_accuracy});
  section.topic("Learning curve");
  section.draw("learning", curve_chart(points, "training rows"),
               "Accuracy by the number of training rows.", kBand);
}

void show_curves(const CurvesRecord& curves, const ValidationOutcome& result, RunSection& section) {
  if (curves.mistakes_by_pass.size() > 1) {
    section.topic("Updates by pass");
    section.draw("passes", passes_chart(curves.mistakes_by_pass, "updates"),
                 "Updates in each pass, the mean over the folds.",
                 result.folds.size() > 1 ? "The mean over the folds." : "");
  }
  if (has_items(curves.roc)) {
    section.topic("ROC and precision-recall curves");
    const auto& auc = result.metrics.auc;
    section.draw("roc", roc_chart(*curves.roc), "The ROC curve.",
                 auc ? fmt::format("ROC: the area under it is {}.", cell_text(*auc)) : "ROC");
  }
  if (has_items(curves.precision_recall))
    section.draw("precision-recall", precision_recall_chart(*curves.precision_recall),
                 "The precision-recall curve.",
                 fmt::format("Precision and recall as the threshold moves; average precision {}.",
                             cell_text(curves.average_precision)));
}

// " The best is l2 = 0.1, the simplest within one standard error of it l2 = 1."
std::string marked_text(const TuningOutcome& result) {
  std::string text = " The best is " + settings_text(result.best);
  if (result.simplest != result.best)
    text += ", the simplest within one standard error of it " + settings_text(result.simplest);
  return text + ".";
}

void draw_one_axis(const TuningOutcome& result, RunSection& section) {
  const std::string& axis = result.best[0].first;
  const Metric metric = result.metric.value_or(Metric::accuracy);
  const bool other = metric != Metric::accuracy;
  const std::string measure = traits_of(metric).title;
  std::vector<CurvePoint> points;
  for (const GridRecord& row : result.grid)
    points.push_back(other ? CurvePoint{row.values[0].second, row.score,
                                        row.score_deviation.value_or(0), std::nullopt}
                           : CurvePoint{row.values[0].second, row.accuracy, row.deviation,
                                        row.training_accuracy});
  section.draw("grid", curve_chart(points, axis, other ? measure : ""),
               fmt::format("{} for each {}.", measure, axis), kBand + marked_text(result));
}

void draw_two_axes(const TuningOutcome& result, RunSection& section) {
  struct Axis {
    std::string name;
    std::size_t values;
  };
  std::vector<Axis> axes;
  for (std::size_t a = 0; a < result.best.size(); ++a) {
    std::vector<RecordValue> seen;
    for (const GridRecord& row : result.grid) {
      const RecordValue& value = row.values[a].second;
      if (std::find(seen.begin(), seen.end(), value) == seen.end()) seen.push_back(value);
    }
    axes.push_back({result.best[a].first, seen.size()});
  }
  // The axis with more values goes on the x axis.
  std::stable_sort(axes.begin(), axes.end(),
                   [](const Axis& a, const Axis& b) { return a.values > b.values; });
  section.draw("grid", heat_chart(result, axes[0].name, axes[1].name),
               fmt::format("{} for each {} and {}.",
                           traits_of(result.metric.value_or(Metric::accuracy)).title, axes[0].name,
                           axes[1].name),
               std::string("The star marks the best, the diamond the simplest within one standard "
                           "error of it; below each is the standard deviation over the folds.") +
                   (axes.size() == 2 ? "" : " Each cell has the best over the other settings.") +
                   marked_text(result));
}

}  // namespace

void show(const ValidationRecord& record, RunSection& section) {
  const ValidationOutcome& result = record.result;
  Facts facts;
  facts.add_data(record.data);
  facts.add("learner", std::string(name_of(result.learner)));
  facts.add("accuracy", percent(result.accuracy));
  facts.add("models trained", result.models_trained);
  facts.add_seconds("time", result.seconds);
  section.page().facts(facts.list());
  show_folds(result, section);
  if (has_items(result.learning_curve)) tell_learning_curve(*result.learning_curve, section);
  if (result.curves) show_curves(*result.curves, result, section);
  show_answers(result.metrics, "", section);
}

void show(const TuningRecord& record, RunSection& section) {
  const TuningOutcome& result = record.result;
  Facts facts;
  facts.add_data(record.data);
  facts.add("accuracy", percent(result.accuracy));
  facts.add("models trained", result.models_trained);
  facts.add_seconds("time", result.seconds);
  section.page().facts(facts.list());
  if (result.grid.empty()) return;
  section.topic("Grid search");
  if (result.best.size() == 1) draw_one_axis(result, section);
  if (result.best.size() > 1) draw_two_axes(result, section);
  if (result.outer && result.outer->accuracy)
    section.page().text(
        fmt::format("Nested cross-validation, which measures the choice itself: an accuracy of {}.",
                    percent(*result.outer->accuracy)));
}

}  // namespace perceptron::core
