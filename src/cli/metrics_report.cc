#include "cli/metrics_report.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>

#include "base/interruptible_sort.h"
#include "base/number.h"
#include "base/text.h"
#include "cli/text_table.h"
#include "evaluate/metric.h"

namespace perceptron::core {
namespace {

std::string facts_text(const MetricsRecord& metrics) {
  TextTable facts("<<");
  facts.add({"rows", with_commas(metrics.rows)});
  facts.add({"accuracy", share_text(metrics.accuracy)});
  if (metrics.baseline)
    facts.add({"baseline", fmt::format("{}, by always predicting {}",
                                       share_text(metrics.baseline->metrics[0].second),
                                       metrics.baseline->predicted)});
  const auto add = [&](const char* name, const std::optional<double>& value) {
    if (value) facts.add({name, share_text(*value)});
  };
  add("balanced accuracy", metrics.balanced_accuracy);
  add("MCC", metrics.mcc);
  if (metrics.auc) {
    facts.add({"AUC", fmt::format("{}{}", share_text(*metrics.auc),
                                  metrics.per_class.size() == 2
                                      ? ""
                                      : ", the mean of each class against the rest")});
  } else if (metrics.per_class.size() == 2) {
    facts.add({"AUC", "needs rows of both classes"});
  }
  add("average precision", metrics.average_precision);
  add("cost", metrics.cost);
  for (const auto& [k, accuracy] : metrics.top_accuracy)
    facts.add({fmt::format("top {}", k),
               fmt::format("{} of the rows have their class among the {} of highest score",
                           share_text(accuracy), k)});
  if (metrics.log_loss) {
    facts.add({"log loss", share_text(*metrics.log_loss)});
    facts.add({"Brier score", share_text(*metrics.brier)});
    facts.add({"calibration",
               fmt::format("{} expected calibration error: how far predicted probabilities are "
                           "from the accuracy",
                           share_text(*metrics.calibration_error))});
  }
  return facts.text("");
}

// With few classes the confusion matrix is part of the table.
std::string classes_table(const MetricsRecord& metrics) {
  constexpr std::size_t kMatrix = 12;
  const std::vector<std::string>& classes = metrics.classes;
  constexpr std::size_t kShown = 100;
  const bool matrix = classes.size() <= kMatrix;
  const bool many = classes.size() > 2;
  const std::size_t shown = classes.size() <= kShown + 1 ? classes.size() : kShown;
  TextTable table("<" + std::string((matrix ? classes.size() : 0) + 4, '>'));
  std::vector<std::string> header = {"class"};
  if (matrix) {
    for (const std::string& name : classes) header.push_back("predicted " + name);
  }
  header.insert(header.end(), {"precision", "recall", "F1", "rows"});
  table.add(header);
  for (std::size_t c = 0; c < shown; ++c) {
    std::vector<std::string> row = {classes[c]};
    if (matrix) {
      for (const std::uint64_t count : (*metrics.confusion)[c]) row.push_back(with_commas(count));
    }
    const auto& [shares, support] = metrics.per_class[c].second;
    for (const double value : {shares.precision, shares.recall, shares.f1})
      row.push_back(share_text(value));
    row.push_back(with_commas(support));
    table.add(row);
  }
  if (shown < classes.size())
    table.add({fmt::format("… and {} more", with_commas(classes.size() - shown))});
  if (many) {
    for (const auto& [name, means] : {std::make_pair("mean", metrics.macro),
                                      std::make_pair("mean by rows", metrics.weighted)}) {
      std::vector<std::string> row = {name};
      row.insert(row.end(), matrix ? classes.size() : 0, "");
      for (const double value : {means.precision, means.recall, means.f1})
        row.push_back(share_text(value));
      table.add(row);
    }
  }
  return table.text("");
}

std::string confused_text(const MetricsRecord& metrics) {
  if (metrics.classes.size() == 2 || metrics.confused.empty()) return "";
  TextTable table("<<>");
  table.add({"most confused", "predicted", "rows"});
  for (const auto& [truth, predicted, count] : metrics.confused)
    table.add({truth, predicted, with_commas(count)});
  return "\n" + table.text("");
}

}  // namespace

std::string size_in_words(Norm norm) {
  switch (norm) {
    case Norm::l2:
      return "√Σδ² (Euclidean)";
    case Norm::linf:
      return "the largest |δ|";
    case Norm::l1:
      return "Σ|δ|";
  }
  return "";
}

std::string share_text(double value) { return fmt::format("{:.4f}", value); }

std::string baseline_answer(Metric metric, const std::string& predicted) {
  if (traits_of(metric).probabilities) return "the frequencies of the classes as probabilities";
  if (metric == Metric::auc || metric == Metric::average_precision) return "equal scores";
  if (metric == Metric::cost) return "the cheapest class for every row";
  return "always " + predicted;
}

std::string robustness_text(const std::optional<Robustness>& robustness) {
  if (!robustness) return "";
  constexpr std::array kShares = {0.99, 0.95, 0.9, 0.75, 0.5, 0.25};
  const Robustness& all = *robustness;
  TextTable table("<>>");
  table.add({"stay right", "of rows", "under every change smaller than"});
  std::vector<double> radii = all.radii;
  interruptible_sort(radii.begin(), radii.end(), std::greater<>());
  for (const double share : kShares) {
    const auto rows = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(all.rows)));
    if (rows == 0 || share > all.accuracy) continue;
    table.add({fmt::format("{:g} %", 100 * share), with_commas(rows), brief(radii[rows - 1])});
  }
  return fmt::format("\nRobustness, a change δ measured as {} in {}:\n{}", size_in_words(all.norm),
                     all.units == FeatureUnits::original ? "the units of the file"
                                                         : "features as the model scales them",
                     table.text(""));
}

std::string certain_text(const CertainRecord& certain) {
  return fmt::format("\nproved of every exact minimiser: {} right, {} wrong; {} undecided\n",
                     with_commas(certain.right), with_commas(certain.wrong),
                     with_commas(certain.undecided));
}

std::string metrics_text(const MetricsRecord& metrics) {
  return facts_text(metrics) + "\n" + classes_table(metrics) + confused_text(metrics);
}

}  // namespace perceptron::core
