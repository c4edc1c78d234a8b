// The threshold between two classes: the best by a rule, compared with trying every one.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "evaluate/costs.h"
#include "evaluate/metric.h"
#include "evaluate/metrics.h"
#include "evaluate/threshold.h"
#include "model/model.h"
#include "support.h"

namespace perceptron::core::test {
namespace {

const std::vector<std::string> kClasses = {"no", "yes"};

struct ScoresOfTwo {
  std::vector<double> negatives;
  std::vector<double> positives;
};

// The metrics of the predictions at a threshold, as evaluate computes them.
Metrics metrics_at(const ScoresOfTwo& scores, double threshold, const CostMatrix& costs) {
  Meter meter(2, costs);
  for (const double score : scores.negatives) meter.add({0, score >= threshold ? 1U : 0U});
  for (const double score : scores.positives) meter.add({1, score >= threshold ? 1U : 0U});
  return meter.metrics();
}

ScoresOfTwo random_scores(Random& random) {
  ScoresOfTwo scores;
  for (std::uint64_t i = 1 + random.below(12); i > 0; --i)
    scores.negatives.push_back(static_cast<double>(random.below(9)) - 5);
  for (std::uint64_t i = 1 + random.below(12); i > 0; --i)
    scores.positives.push_back(static_cast<double>(random.below(9)) - 3);
  return scores;
}

// Every threshold that leads to other predictions.
std::vector<double> all_thresholds(const ScoresOfTwo& scores) {
  std::set<double> all(scores.negatives.begin(), scores.negatives.end());
  all.insert(scores.positives.begin(), scores.positives.end());
  all.insert(100);
  return {all.begin(), all.end()};
}

RC_GTEST_PROP(Threshold, OfAMetricIsTheBestOfAll, (std::uint64_t seed)) {
  Random random(seed);
  const ScoresOfTwo scores = random_scores(random);
  const CostMatrix costs({{"yes", "no", 0.5 + random.uniform() * 9}, {"yes", "yes", 0.25}},
                         kClasses);
  for (const Metric metric : {Metric::accuracy, Metric::balanced_accuracy, Metric::f1,
                              Metric::macro_f1, Metric::weighted_f1, Metric::mcc, Metric::cost}) {
    const double chosen =
        choose_threshold({metric, {}, {}, {}}, scores.negatives, scores.positives, costs).threshold;
    const double value = *value_of(metrics_at(scores, chosen, costs), metric);
    for (const double other : all_thresholds(scores))
      RC_ASSERT(!is_better(metric, *value_of(metrics_at(scores, other, costs), metric), value));
    // 0 stays where nothing is better.
    if (!is_better(metric, value, *value_of(metrics_at(scores, 0, costs), metric)))
      RC_ASSERT(chosen == 0);
  }
}

RC_GTEST_PROP(Threshold, ARequiredPrecisionOrRecallIsReached, (std::uint64_t seed)) {
  Random random(seed);
  const ScoresOfTwo scores = random_scores(random);
  const CostMatrix costs({}, kClasses);
  const double share = 0.05 + 0.95 * random.uniform();
  const auto at = [&](double threshold) {
    return metrics_at(scores, threshold, costs).per_class[1];
  };
  const ThresholdChoice choice =
      choose_threshold({Metric::f1, {}, {}, share}, scores.negatives, scores.positives, costs);
  const double recall = choice.threshold;
  RC_ASSERT(at(recall).recall >= share);
  RC_ASSERT(choice.recall == at(recall).recall && choice.precision == at(recall).precision);
  std::optional<double> precision;
  try {
    precision =
        choose_threshold({Metric::f1, {}, share, {}}, scores.negatives, scores.positives, costs)
            .threshold;
    RC_ASSERT(at(*precision).precision >= share);
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::input);
    // Where it is not reached, the highest is.
    const ThresholdChoice highest =
        choose_threshold({Metric::f1, {}, share, {}}, scores.negatives, scores.positives, costs,
                         WhereUnreachable::most_precise);
    RC_ASSERT(highest.precision == at(highest.threshold).precision);
    for (const double other : all_thresholds(scores))
      RC_ASSERT(at(other).precision <= highest.precision);
  }
  for (const double other : all_thresholds(scores)) {
    if (at(other).recall >= share) RC_ASSERT(at(other).precision <= at(recall).precision);
    if (other < 100 && at(other).precision >= share)
      RC_ASSERT(precision && at(other).recall <= at(*precision).recall);
  }
}

TEST(Threshold, MetricsThatDoNotDependOnItAreRefused) {
  for (const Metric metric :
       {Metric::auc, Metric::average_precision, Metric::log_loss, Metric::brier})
    EXPECT_THROW(require_threshold_rule({metric, {}, {}, {}}), Error);
  EXPECT_THROW(require_threshold_rule({Metric::f1, {}, 0.5, 0.5}), Error);
  EXPECT_THROW(require_threshold_rule({Metric::f1, {}, 1.5, {}}), Error);
  EXPECT_NO_THROW(require_threshold_rule({Metric::auc, {}, {}, 0.5}));
}

// σ(s) = 1 / (1 + exp(−s)) is the probability of logistic regression.
TEST(Threshold, OfAProbabilityIsTheLowestScoreThatReachesIt) {
  Model model;
  model.classes = kClasses;
  model.origin.learner = "logistic";
  for (const double probability : {0.01, 0.25, 0.5, 0.9, 0.999}) {
    const double score = threshold_of_probability(model, probability);
    EXPECT_NEAR(score, std::log(probability / (1 - probability)), 1e-9);
  }
  model.origin.learner = "averaged";
  EXPECT_THROW(threshold_of_probability(model, 0.5), Error);
}

}  // namespace
}  // namespace perceptron::core::test
