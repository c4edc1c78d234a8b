#include "evaluate/fold_scores.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "evaluate/metric.h"
#include "evaluate/threshold.h"
#include "learn/learners.h"

namespace perceptron::core {

void require_measurable(const Judgement& judgement, const Dataset& data,
                        const Candidate& candidate) {
  const MetricTraits& traits = traits_of(judgement.metric);
  if (judgement.has_threshold()) require_two_classes(data.classes.size(), data.name);
  const auto named = [&](Metric metric) { return setting("metric", std::string(name_of(metric))); };
  if (traits.two_classes && data.classes.size() != 2)
    throw Error(ErrorKind::usage,
                fmt::format("{} is for two classes, and {} has {}; use {} or {}",
                            named(judgement.metric), data.name, data.classes.size(),
                            named(Metric::macro_f1), named(Metric::weighted_f1)));
  if (traits.probabilities && !has_probabilities(candidate.learn))
    throw Error(ErrorKind::usage,
                fmt::format("{} needs probabilities, which the learner {} does not give; use {} or "
                            "{}",
                            named(judgement.metric), name_of(candidate.learn.learner),
                            setting("learner", "logistic"), setting("calibrate", "sigmoid")));
}

std::optional<CostMatrix> costs_for(const Judgement& judgement, const Dataset& data) {
  if (judgement.metric != Metric::cost && judgement.costs.empty()) return std::nullopt;
  return CostMatrix(judgement.costs, data.classes.names());
}

Meter meter_of(const Judgement& judgement, const Dataset& data) {
  return Meter(data.classes.size(), costs_for(judgement, data));
}

Answer answer_of(const Predictions& predictions, std::uint64_t i, std::uint32_t truth,
                 std::uint64_t classes) {
  const auto of_row = [&](const std::vector<double>& list, std::uint64_t count) {
    return list.empty() ? std::span<const double>() : std::span(list).subspan(i * count, count);
  };
  return {truth, predictions.classes[i], of_row(predictions.scores, classes == 2 ? 1 : classes),
          of_row(predictions.probabilities, classes)};
}

void score_folds(FoldResults& results, const Judgement& judgement, const Dataset& data,
                 const Split& split, std::uint64_t first) {
  if (judgement.metric == Metric::accuracy) return;
  std::vector<Meter> meters(split.folds, meter_of(judgement, data));
  for (std::uint64_t i = 0; i < split.rows(); ++i) {
    if (split.fold_of_row[i] == Split::kNoFold) continue;
    meters[split.fold_of_row[i]].add(
        answer_of(results.predictions, i, data.labels[first + i], data.classes.size()));
  }
  for (std::size_t k = 0; k < meters.size(); ++k)
    results.folds[k].score = value_of(meters[k].metrics(), judgement.metric);
}

}  // namespace perceptron::core
