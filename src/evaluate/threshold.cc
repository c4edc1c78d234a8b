#include "evaluate/threshold.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "evaluate/cross_validation.h"
#include "evaluate/curves.h"
#include "evaluate/metric.h"
#include "evaluate/statistics.h"
#include "multiclass/probabilities.h"

namespace perceptron::core {
namespace {

constexpr double kSame = 1e-12;  // values that differ by less are equal, but for rounding

// What rows of two classes were predicted to be, at some threshold.
struct Counts {
  std::uint64_t true_positives = 0;
  std::uint64_t false_positives = 0;
  std::uint64_t positives = 0;
  std::uint64_t negatives = 0;

  std::uint64_t true_negatives() const { return negatives - false_positives; }
  std::uint64_t false_negatives() const { return positives - true_positives; }
  std::uint64_t called() const { return true_positives + false_positives; }
  std::uint64_t rows() const { return positives + negatives; }
  double precision() const { return ratio(true_positives, called()); }
  double recall() const { return ratio(true_positives, positives); }
};

double f1(std::uint64_t right, std::uint64_t called, std::uint64_t rows) {
  return ratio(2 * right, called + rows);
}

double mcc(const Counts& counts) {
  const auto real = [](std::uint64_t count) { return static_cast<double>(count); };
  const double spread = std::sqrt(real(counts.called()) * real(counts.rows() - counts.called())) *
                        std::sqrt(real(counts.positives) * real(counts.negatives));
  if (!(spread > 0)) return 0;
  return (real(counts.true_positives) * real(counts.true_negatives()) -
          real(counts.false_positives) * real(counts.false_negatives())) /
         spread;
}

// None for a metric that does not depend on the threshold.
std::optional<double> value_at(const Counts& counts, Metric metric, const CostMatrix& costs) {
  const double positive = f1(counts.true_positives, counts.called(), counts.positives);
  const double negative =
      f1(counts.true_negatives(), counts.rows() - counts.called(), counts.negatives);
  const auto cost = [&](std::uint32_t truth, std::uint32_t predicted, std::uint64_t rows) {
    return costs(truth, predicted) * static_cast<double>(rows);
  };
  switch (metric) {
    case Metric::accuracy:
      return ratio(counts.true_positives + counts.true_negatives(), counts.rows());
    case Metric::balanced_accuracy:
      return (counts.recall() + ratio(counts.true_negatives(), counts.negatives)) / 2;
    case Metric::f1:
      return positive;
    case Metric::macro_f1:
      return (positive + negative) / 2;
    case Metric::weighted_f1:
      return positive * ratio(counts.positives, counts.rows()) +
             negative * ratio(counts.negatives, counts.rows());
    case Metric::mcc:
      return mcc(counts);
    case Metric::cost:
      return (cost(0, 0, counts.true_negatives()) + cost(0, 1, counts.false_positives) +
              cost(1, 0, counts.false_negatives()) + cost(1, 1, counts.true_positives)) /
             static_cast<double>(counts.rows());
    case Metric::auc:
    case Metric::average_precision:
    case Metric::log_loss:
    case Metric::brier:
      return std::nullopt;
  }
  return std::nullopt;
}

// What is to be as large as possible; none where the rule does not allow this threshold.
std::optional<double> merit(const ThresholdRule& rule, const Counts& counts,
                            const CostMatrix& costs) {
  if (rule.precision) {
    if (counts.called() == 0 || counts.precision() < *rule.precision) return std::nullopt;
    return counts.recall();
  }
  if (rule.recall) {
    if (counts.recall() < *rule.recall) return std::nullopt;
    return counts.precision();
  }
  const double value = *value_at(counts, rule.metric, costs);
  return traits_of(rule.metric).lower_is_better ? -value : value;
}

// A number that rows of score `higher` reach and those of score `lower` do not.
double between(double lower, double higher) {
  const double middle = lower / 2 + higher / 2;
  return middle > lower && middle <= higher ? middle : higher;
}

double above(double score) { return score + std::max(1.0, std::abs(score)); }

// Doubles in their order, as whole numbers.
std::int64_t place_of(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}
double at_place(std::int64_t place) {
  return std::bit_cast<double>(place < 0 ? std::numeric_limits<std::int64_t>::min() - place
                                         : place);
}

// The threshold of the highest precision; among equal ones that of the highest recall.
ThresholdChoice most_precise(std::span<const ScoreStep> steps, std::uint64_t positives,
                             std::uint64_t negatives) {
  ThresholdChoice best;
  for (const ScoreStep& step : steps) {
    const Counts counts{step.true_positives, step.false_positives, positives, negatives};
    if (counts.precision() >= best.precision)
      best = {step.score, counts.precision(), counts.recall()};
  }
  return best;
}

}  // namespace

void require_two_classes(std::size_t classes, const std::string& name) {
  if (classes == 2) return;
  throw Error(ErrorKind::usage, fmt::format("{} is for two classes, and {} has {}; leave it out",
                                            setting("threshold"), name, classes));
}

void require_threshold_rule(const ThresholdRule& rule) {
  const auto share = [](const std::optional<double>& value) {
    return !value || (*value > 0 && *value <= 1);
  };
  if (rule.precision && rule.recall)
    throw Error(ErrorKind::usage,
                fmt::format("{}: a precision and a recall cannot both be required; leave one out",
                            setting("threshold")));
  if (!share(rule.precision) || !share(rule.recall))
    throw Error(ErrorKind::usage, fmt::format("{}: a precision or recall is above 0 and at most 1",
                                              setting("threshold")));
  const CostMatrix none({}, {});
  if (!rule.precision && !rule.recall && !value_at({1, 1, 2, 2}, rule.metric, none))
    throw Error(ErrorKind::usage,
                fmt::format("{} does not depend on a threshold; use f1, mcc, balanced-accuracy or "
                            "cost",
                            setting("threshold", std::string(name_of(rule.metric)))));
}

ThresholdChoice choose_threshold(const ThresholdRule& rule, std::span<const double> negatives,
                                 std::span<const double> positives, const CostMatrix& costs,
                                 WhereUnreachable unreachable) {
  const std::vector<ScoreStep> steps = score_steps(negatives, positives);
  std::optional<double> best;
  ThresholdChoice choice;
  const auto consider = [&](double at, std::uint64_t false_positives,
                            std::uint64_t true_positives) {
    const Counts counts{true_positives, false_positives, positives.size(), negatives.size()};
    const auto value = merit(rule, counts, costs);
    if (!value || (best && *value < *best - kSame)) return;
    if (best && *value <= *best + kSame && std::abs(at) >= std::abs(choice.threshold)) return;
    best = std::max(*value, best.value_or(*value));
    choice = {at, counts.precision(), counts.recall()};
  };
  consider(steps.front().score < 0 ? 0 : above(steps.front().score), 0, 0);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const bool last = k + 1 == steps.size();
    const double score = steps[k].score;
    consider(last ? score : between(steps[k + 1].score, score), steps[k].false_positives,
             steps[k].true_positives);
    // 0 itself, where no score is between it and this step.
    if (score >= 0 && (last || steps[k + 1].score < 0))
      consider(0, steps[k].false_positives, steps[k].true_positives);
  }
  if (best) return choice;
  const ThresholdChoice reached = most_precise(steps, positives.size(), negatives.size());
  if (unreachable == WhereUnreachable::most_precise) return reached;
  throw Error(ErrorKind::input,
              fmt::format("{}: no threshold reaches a precision of {} on held-out rows; the "
                          "highest is {:.4g}, with a recall of {:.4g}; require less, or train "
                          "another model",
                          setting("threshold"), rule.precision.value_or(1), reached.precision,
                          reached.recall));
}

SplitSettings threshold_split(std::uint64_t seed) {
  SplitSettings split;
  split.stratify = true;
  split.seed = seed;
  return split;
}

ThresholdChoice find_threshold(const Dataset& data, const Candidate& candidate,
                               const ThresholdRule& rule, const SplitSettings& split,
                               std::uint64_t threads, Listener& listener,
                               WhereUnreachable unreachable) {
  require_threshold_rule(rule);
  require_two_classes(data.classes.size(), data.name);
  if (!split.leave_one_out && split.holdout == 0 && data.rows() < split.folds)
    throw Error(
        ErrorKind::usage,
        fmt::format("{} is chosen on rows held out by a cross-validation of {} folds, and of "
                    "{} only {} are there to train on; give a score, or more rows",
                    setting("threshold"), split.folds, data.name, plural(data.rows(), "row")));
  const CostMatrix costs(rule.costs, data.classes.names());
  ValidationOptions options;
  options.threads = threads;
  options.keep_predictions = true;
  options.measure_training = false;
  const Validation validation = cross_validate(data, candidate, split, options, listener);
  require_accuracy(validation, "these settings");
  return choose_threshold(rule, validation.negatives, validation.positives, costs, unreachable);
}

// The probability never falls as the score rises, so the lowest such score is found by bisection
// over all numbers.
double threshold_of_probability(const Model& model, double probability) {
  require_two_classes(model.classes.size(), "the model");
  auto calibration = model.to_probabilities();
  if (!calibration)
    throw Error(ErrorKind::usage,
                fmt::format("{}: the model has no probabilities; give a score, or train with {} or "
                            "{}",
                            setting("threshold"), setting("learner", "logistic"),
                            setting("calibrate", "sigmoid")));
  Probabilities probabilities(model.scheme(), std::move(*calibration));
  const auto reaches = [&](double score) {
    std::array<double, 2> each{};
    probabilities.make(std::span(&score, 1), each);
    return each[1] >= probability;
  };
  constexpr double kMost = std::numeric_limits<double>::max();
  if (!reaches(kMost)) return kMost;
  std::int64_t low = place_of(-kMost);
  std::int64_t high = place_of(kMost);
  if (reaches(-kMost)) return -kMost;
  while (high - 1 > low) {
    const std::int64_t middle = low / 2 + high / 2 + (low % 2 + high % 2) / 2;
    (reaches(at_place(middle)) ? high : low) = middle;
  }
  return at_place(high);
}

}  // namespace perceptron::core
