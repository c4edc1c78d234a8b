// Curves over all thresholds, and how large a change predictions withstand.

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "report/charts.h"
#include "report/run_section.h"

namespace perceptron::core {
namespace {

constexpr std::size_t kMostLines = 30;  // that can be told apart

using ClassCurvesList = std::vector<ClassCurvesRecord>;
using LinePoint = std::pair<double, double>;

std::vector<CurveLine> lines_of(
    const ClassCurvesList& classes,
    const std::function<std::vector<LinePoint>(const ClassCurvesRecord&)>& points,
    const std::function<std::optional<LinePoint>(const ClassCurvesRecord&)>& chosen) {
  std::vector<CurveLine> lines;
  for (std::size_t c = 0; c < std::min(classes.size(), kMostLines); ++c)
    lines.push_back({classes[c].name, points(classes[c]), chosen(classes[c])});
  return lines;
}

void draw_roc(const ClassCurvesList& classes, const std::string& mark, RunSection& section) {
  const auto lines = lines_of(
      classes,
      [](const ClassCurvesRecord& each) {
        std::vector<LinePoint> points;
        for (const RocRecord& at : each.roc)
          points.emplace_back(at.false_positive, at.true_positive);
        return points;
      },
      [](const ClassCurvesRecord& each) {
        return LinePoint{each.chosen.false_positive, each.chosen.true_positive};
      });
  section.draw("roc",
               lines_chart(lines, {.x = "false positive rate",
                                   .y = "true positive rate (recall)",
                                   .guide = {{0, 0}, {1, 1}}}),
               "The ROC curve.",
               classes.size() == 1 ? fmt::format("ROC of {}: the area under it is {}. {}",
                                                 classes[0].name, cell_text(classes[0].auc), mark)
                                   : "ROC of each class against the rest. " + mark);
}

void draw_precision(const ClassCurvesList& classes, const std::string& mark, RunSection& section) {
  const auto lines = lines_of(
      classes,
      [](const ClassCurvesRecord& each) {
        std::vector<LinePoint> points;
        for (const PrecisionRecallRecord& at : each.precision_recall)
          points.emplace_back(at.recall, at.precision);
        return points;
      },
      [](const ClassCurvesRecord& each) {
        return LinePoint{each.chosen.true_positive, each.chosen.precision};
      });
  section.draw("precision-recall",
               lines_chart(lines, {.x = "recall", .y = "precision", .interpolate = "step-before"}),
               "The precision-recall curve.",
               classes.size() == 1
                   ? fmt::format("Precision and recall of {} as the threshold moves; average "
                                 "precision {}. {}",
                                 classes[0].name, cell_text(classes[0].average_precision), mark)
                   : "Precision and recall of each class. " + mark);
}

void draw_gain(const ClassCurvesList& classes, const std::string& mark, RunSection& section) {
  const auto lines = lines_of(
      classes,
      [](const ClassCurvesRecord& each) {
        std::vector<LinePoint> points;
        for (const GainRecord& at : each.gain) points.emplace_back(at.share, at.recall);
        return points;
      },
      [](const ClassCurvesRecord& each) {
        return LinePoint{each.chosen.share, each.chosen.true_positive};
      });
  section.draw("gain",
               lines_chart(lines, {.x = "share of the rows, highest scores first",
                                   .y = "share of the class found (gain)",
                                   .guide = {{0, 0}, {1, 1}}}),
               "The gain curve.",
               "Gain: how much of the class is among the rows of the highest scores; the lift is "
               "its ratio to the dashed line. " +
                   mark);
  if (classes.size() > 1) return;
  CurveLine lift{classes[0].name, {}, {}};
  for (const GainRecord& at : classes[0].gain) lift.points.emplace_back(at.share, at.lift);
  if (classes[0].chosen.share > 0)
    lift.chosen = {classes[0].chosen.share,
                   classes[0].chosen.true_positive / classes[0].chosen.share};
  section.draw("lift",
               lines_chart({lift}, {.x = "share of the rows, highest scores first",
                                    .y = "lift",
                                    .guide = {{0, 1}, {1, 1}},
                                    .shares_y = false}),
               "The lift curve.",
               "Lift: how many times more frequent the class is among these rows than among all.");
}

void draw_calibration(const ClassCurvesList& classes, RunSection& section) {
  std::vector<CalibrationLine> lines;
  for (std::size_t c = 0; c < std::min(classes.size(), kMostLines); ++c) {
    if (!classes[c].calibration.empty()) lines.push_back({classes[c].name, classes[c].calibration});
  }
  if (lines.empty()) return;
  section.draw("calibration curve", calibration_chart(lines),
               "How often predictions of each probability come true.",
               "Calibration: of the rows given a probability of the class, the fraction that is of "
               "it. On the diagonal the probabilities are true.");
}

void draw_cost(const ClassCurvesList& classes, const std::string& mark, RunSection& section) {
  const auto lines = lines_of(
      classes,
      [](const ClassCurvesRecord& each) {
        std::vector<LinePoint> points;
        for (const CostPointRecord& at : each.cost) points.emplace_back(at.x, at.cost);
        return points;
      },
      [](const ClassCurvesRecord& each) {
        const double x = each.operating;
        return LinePoint{
            x, (1 - each.chosen.true_positive) * x + each.chosen.false_positive * (1 - x)};
      });
  Json chart = lines_chart(lines, {.x = "weight of the class: pC/(pC + (1 − p)D)",
                                   .y = "expected cost, 1 for the worst",
                                   .guide = {{0, 0}, {0.5, 0.5}, {1, 0}},
                                   .shares_x = false,
                                   .shares_y = false});
  section.draw(
      "cost", std::move(chart), "The cost curve.",
      "Cost: the lowest expected cost over all thresholds, where the class is a fraction p "
      "of the rows, missing one costs C and a false alarm D. The dashed line is that of "
      "always the same answer. " +
          mark);
}

}  // namespace

void show_model_curves(const ModelCurvesRecord& curves, RunSection& section) {
  ClassCurvesList classes;
  if (curves.second) classes = {*curves.second};
  if (curves.classes) classes = *curves.classes;
  if (classes.empty()) return;
  section.topic("Curves over all thresholds");
  const auto& threshold = classes[0].chosen.threshold;
  const std::string mark =
      threshold ? fmt::format("The dot is the model's threshold, {}.", cell_text(*threshold))
                : "The dots are the model's predictions, which compare the classes' scores.";
  draw_roc(classes, mark, section);
  draw_precision(classes, mark, section);
  draw_gain(classes, mark, section);
  draw_calibration(classes, section);
  draw_cost(classes, mark, section);
  if (classes.size() > kMostLines)
    section.page().note(fmt::format("The first {} of {} classes.", kMostLines, classes.size()));
}

void show_robustness(const RobustnessRecord& robustness, RunSection& section) {
  section.topic("Robustness");
  CurveLine line;
  for (const RobustnessPointRecord& point : robustness.curve)
    line.points.emplace_back(point.epsilon, point.share);
  const char* size = robustness.norm == Norm::l2     ? "the Euclidean length of the change"
                     : robustness.norm == Norm::linf ? "the largest change of a feature"
                                                     : "the sum of the changes of all features";
  section.draw(
      "robustness",
      lines_chart(
          {line},
          {.x = "ε", .y = "rows that stay right", .shares_x = false, .interpolate = "step-before"}),
      "The share of rows that stay right under every change smaller than ε.",
      fmt::format("The share of rows that are predicted correctly whatever change smaller "
                  "than ε is made to them, where ε is {} in {}. It is exact: the distance "
                  "of each row to the boundary. Half of the rows withstand {}.",
                  size,
                  robustness.units == FeatureUnits::original ? "the units of the file"
                                                             : "features as the model scales them",
                  cell_text(robustness.median_radius)));
}

}  // namespace perceptron::core
