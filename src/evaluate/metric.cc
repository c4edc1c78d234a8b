#include "evaluate/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace perceptron::core {
namespace {

constexpr double kSameScore = 1e-12;

struct MetricRow {
  Metric metric;
  MetricTraits traits;
};

constexpr std::array kMetrics = {
    MetricRow{Metric::accuracy, {.title = "accuracy", .mean_of_rows = true}},
    MetricRow{Metric::balanced_accuracy, {.title = "balanced accuracy"}},
    MetricRow{Metric::auc, {.title = "AUC"}},
    MetricRow{Metric::average_precision, {.title = "average precision"}},
    MetricRow{Metric::f1, {.title = "F1", .two_classes = true}},
    MetricRow{Metric::macro_f1, {.title = "macro F1"}},
    MetricRow{Metric::weighted_f1, {.title = "weighted F1"}},
    MetricRow{Metric::mcc, {.title = "MCC"}},
    MetricRow{Metric::log_loss,
              {.title = "log loss",
               .lower_is_better = true,
               .probabilities = true,
               .mean_of_rows = true}},
    MetricRow{Metric::brier,
              {.title = "Brier score",
               .lower_is_better = true,
               .probabilities = true,
               .mean_of_rows = true}},
    MetricRow{Metric::cost,
              {.title = "cost", .lower_is_better = true, .costs = true, .mean_of_rows = true}},
};
static_assert(kMetrics.size() == enum_names(Metric{}).size());

}  // namespace

const MetricTraits& traits_of(Metric metric) {
  return std::find_if(kMetrics.begin(), kMetrics.end(),
                      [&](const MetricRow& row) { return row.metric == metric; })
      ->traits;
}

std::optional<double> value_of(const Metrics& metrics, Metric metric) {
  switch (metric) {
    case Metric::accuracy:
      return metrics.accuracy;
    case Metric::balanced_accuracy:
      return metrics.balanced_accuracy;
    case Metric::auc:
      return metrics.auc;
    case Metric::average_precision:
      return metrics.average_precision;
    case Metric::f1:
      return metrics.per_class.size() == 2 ? std::optional(metrics.per_class[1].f1) : std::nullopt;
    case Metric::macro_f1:
      return metrics.macro.f1;
    case Metric::weighted_f1:
      return metrics.weighted.f1;
    case Metric::mcc:
      return metrics.mcc;
    case Metric::log_loss:
      return metrics.log_loss;
    case Metric::brier:
      return metrics.brier;
    case Metric::cost:
      return metrics.cost;
  }
  return std::nullopt;
}

std::optional<double> value_of(const Baseline& baseline, Metric metric) {
  switch (metric) {
    case Metric::accuracy:
      return baseline.accuracy;
    case Metric::balanced_accuracy:
      return baseline.balanced_accuracy;
    case Metric::auc:
      return 0.5;
    case Metric::average_precision:
      return baseline.average_precision;
    case Metric::f1:
      return baseline.f1;
    case Metric::macro_f1:
      return baseline.macro_f1;
    case Metric::weighted_f1:
      return baseline.weighted_f1;
    case Metric::mcc:
      return 0;
    case Metric::log_loss:
      return baseline.log_loss;
    case Metric::brier:
      return baseline.brier;
    case Metric::cost:
      return baseline.cost;
  }
  return std::nullopt;
}

bool is_better(Metric metric, double one, double other) {
  return traits_of(metric).lower_is_better ? one < other - kSameScore : one > other + kSameScore;
}

std::string sentence(const Comparison& comparison, Metric metric, const std::string& first_name,
                     const std::string& second_name) {
  if (metric == Metric::accuracy) return sentence(comparison, first_name, second_name);
  const MetricTraits& traits = traits_of(metric);
  if (std::abs(comparison.difference) <= kSameScore)
    return fmt::format("{} and {} have the same {}.", first_name, second_name, traits.title);
  const bool second_wins = (comparison.difference > 0) != traits.lower_is_better;
  const double sign = comparison.difference > 0 ? 1 : -1;
  const Range range = sign > 0 ? comparison.interval
                               : Range{-comparison.interval.upper, -comparison.interval.lower};
  const std::string claim = fmt::format(
      "{} has a better {} than {}, by {:.4f}", second_wins ? second_name : first_name, traits.title,
      second_wins ? first_name : second_name, std::abs(comparison.difference));
  if (comparison.count == 1) return claim + ". One fold cannot show whether that is chance.";
  return fmt::format(
      "{} ({:g} % interval {:.4f} to {:.4f}); {} (p = {:.2g}).", claim, 100 * comparison.confidence,
      range.lower, range.upper,
      comparison.matters ? "that is more than chance explains" : "that may well be chance",
      comparison.p);
}

std::string field_name(Metric metric) {
  std::string name(name_of(metric));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace perceptron::core
