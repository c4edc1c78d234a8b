// The test rows of a cross-validation, judged by the metric that settings are compared by.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <perceptron/validate.h>
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/fold_results.h"
#include "evaluate/metrics.h"
#include "evaluate/split.h"

namespace perceptron::core {

// What settings are compared by.
struct Judgement {
  Metric metric = Metric::accuracy;
  Costs costs = {};
  // Between two classes: a score, or how it is chosen for each fold.
  double threshold = 0;
  std::optional<ThresholdRule> rule = {};

  Judgement() = default;
  Judgement(const ScoreSettings& settings)  // NOLINT: settings are a judgement
      : metric(settings.metric.value_or(settings.costs.empty() ? Metric::accuracy : Metric::cost)),
        costs(settings.costs),
        rule(settings.threshold) {
    if (rule && rule->costs.empty()) rule->costs = costs;
  }

  // The accuracy is counted without keeping any predictions.
  bool needs_predictions() const { return metric != Metric::accuracy || has_threshold(); }
  bool has_threshold() const { return threshold != 0 || rule; }
};

// Throws a usage error if this metric cannot be had of this candidate on this data.
void require_measurable(const Judgement& judgement, const Dataset& data,
                        const Candidate& candidate);

// The costs of predictions, if there is a judgement by them.
std::optional<CostMatrix> costs_for(const Judgement& judgement, const Dataset& data);
// A meter for this data.
Meter meter_of(const Judgement& judgement, const Dataset& data);

// The prediction for row `i` of a fold, whose class is `truth`.
Answer answer_of(const Predictions& predictions, std::uint64_t i, std::uint32_t truth,
                 std::uint64_t classes);

// Sets the scores of the folds from their predictions. `split` is of the row `first` and those
// after it.
void score_folds(FoldResults& results, const Judgement& judgement, const Dataset& data,
                 const Split& split, std::uint64_t first);

}  // namespace perceptron::core
