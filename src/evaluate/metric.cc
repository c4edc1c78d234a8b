#include "evaluate/metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace perceptron::core {
namespace {

constexpr double kSameScore = 1e-12;

using MetricsValue = std::optional<double> (*)(const Metrics&);
using BaselineValue = std::optional<double> (*)(const Baseline&);

// A member of the metrics or the baseline as one of these functions.
template <auto kMember>
constexpr auto of_metrics() {
  return [](const Metrics& metrics) -> std::optional<double> { return metrics.*kMember; };
}
template <auto kMember>
constexpr auto of_baseline() {
  return [](const Baseline& baseline) -> std::optional<double> { return baseline.*kMember; };
}

std::optional<double> second_f1(const Metrics& metrics) {
  if (metrics.per_class.size() != 2) return std::nullopt;
  return metrics.per_class[1].f1;
}

struct MetricRow {
  Metric metric;
  MetricTraits traits;
  MetricsValue value;
  BaselineValue baseline;
};

constexpr std::array kMetrics = {
    MetricRow{Metric::accuracy,
              {.title = "accuracy", .mean_of_rows = true},
              of_metrics<&Metrics::accuracy>(),
              of_baseline<&Baseline::accuracy>()},
    MetricRow{Metric::balanced_accuracy,
              {.title = "balanced accuracy"},
              of_metrics<&Metrics::balanced_accuracy>(),
              of_baseline<&Baseline::balanced_accuracy>()},
    MetricRow{Metric::auc,
              {.title = "AUC"},
              of_metrics<&Metrics::auc>(),
              [](const Baseline&) { return std::optional(0.5); }},
    MetricRow{Metric::average_precision,
              {.title = "average precision"},
              of_metrics<&Metrics::average_precision>(),
              of_baseline<&Baseline::average_precision>()},
    MetricRow{
        Metric::f1, {.title = "F1", .two_classes = true}, second_f1, of_baseline<&Baseline::f1>()},
    MetricRow{Metric::macro_f1,
              {.title = "macro F1"},
              [](const Metrics& metrics) { return std::optional(metrics.macro.f1); },
              of_baseline<&Baseline::macro_f1>()},
    MetricRow{Metric::weighted_f1,
              {.title = "weighted F1"},
              [](const Metrics& metrics) { return std::optional(metrics.weighted.f1); },
              of_baseline<&Baseline::weighted_f1>()},
    MetricRow{Metric::mcc,
              {.title = "MCC"},
              of_metrics<&Metrics::mcc>(),
              [](const Baseline&) { return std::optional(0.0); }},
    MetricRow{
        Metric::log_loss,
        {.title = "log loss", .lower_is_better = true, .probabilities = true, .mean_of_rows = true},
        of_metrics<&Metrics::log_loss>(),
        of_baseline<&Baseline::log_loss>()},
    MetricRow{Metric::brier,
              {.title = "Brier score",
               .lower_is_better = true,
               .probabilities = true,
               .mean_of_rows = true},
              of_metrics<&Metrics::brier>(),
              of_baseline<&Baseline::brier>()},
    MetricRow{Metric::cost,
              {.title = "cost", .lower_is_better = true, .costs = true, .mean_of_rows = true},
              of_metrics<&Metrics::cost>(),
              of_baseline<&Baseline::cost>()},
};
static_assert(kMetrics.size() == enum_names(Metric{}).size());

const MetricRow& row_of(Metric metric) {
  return *std::find_if(kMetrics.begin(), kMetrics.end(),
                       [&](const MetricRow& row) { return row.metric == metric; });
}

}  // namespace

const MetricTraits& traits_of(Metric metric) { return row_of(metric).traits; }

std::optional<double> value_of(const Metrics& metrics, Metric metric) {
  return row_of(metric).value(metrics);
}

std::optional<double> value_of(const Baseline& baseline, Metric metric) {
  return row_of(metric).baseline(baseline);
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
