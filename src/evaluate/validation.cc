#include "evaluate/validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "evaluate/metric.h"

namespace perceptron::core {

double Validation::standard_error() const {
  if (folds.empty() || !scores) return 0;
  if (folds.size() == 1) {
    if (metric != Metric::accuracy) return 0;
    return std::sqrt(*accuracy * (1 - *accuracy) / static_cast<double>(folds[0].test_rows));
  }
  return scores->deviation /
         std::sqrt(static_cast<double>(folds.size()) / static_cast<double>(repeats));
}

std::vector<double> Validation::fold_accuracies() const {
  std::vector<double> each;
  for (const FoldResult& fold : folds) each.push_back(fold.accuracy());
  return each;
}

std::vector<double> Validation::fold_scores() const {
  if (metric == Metric::accuracy) return fold_accuracies();
  std::vector<double> each;
  for (const FoldResult& fold : folds) {
    if (!fold.score) return {};
    each.push_back(*fold.score);
  }
  return each;
}

namespace {

void summarise_scores(Validation& validation) {
  const std::vector<double> each = validation.fold_scores();
  if (!each.empty()) {
    validation.scores = summarise(each);
    validation.score = validation.scores->mean;
  } else if (validation.metrics) {
    validation.score = value_of(*validation.metrics, validation.metric);
  }
}

}  // namespace

void summarise_folds(Validation& validation, TestSets kind) {
  double correct = 0;
  double test_rows = 0;
  double training_rows = 0;
  double training_accuracy = 0;
  double largest = 0;
  bool finite = true;
  bool finite_training = true;
  bool finite_weights = true;
  bool single = true;  // each fold has one row
  auto& folds = validation.folds;
  std::erase_if(folds, [](const FoldResult& fold) { return fold.test_rows == 0; });
  for (const FoldResult& fold : folds) {
    finite = finite && fold.finite;
    finite_training = finite_training && fold.finite_training;
    finite_weights = finite_weights && fold.finite_weights;
    validation.converged = validation.converged && fold.converged;
    validation.models += fold.models;
    largest = std::max(largest, fold.largest_weight);
    correct += static_cast<double>(fold.correct);
    test_rows += static_cast<double>(fold.test_rows);
    training_rows += static_cast<double>(fold.training_rows);
    training_accuracy += fold.training_accuracy();
    single = single && fold.test_rows == 1;
  }
  if (finite_weights) validation.largest_weight = largest;
  if (finite_training)
    validation.training_accuracy = training_accuracy / static_cast<double>(folds.size());
  if (!finite || folds.empty()) return;
  validation.accuracies = summarise(validation.fold_accuracies());
  validation.accuracy = validation.accuracies.mean;
  summarise_scores(validation);
  validation.test_share = kind == TestSets::fresh ? 0 : test_rows / std::max(training_rows, 1.0);
  // The rows of one test set are independent, the accuracies of folds are not. If folds happen to
  // have equal accuracies, the interval must not be narrower than their rows justify.
  const auto times = static_cast<double>(validation.repeats);
  validation.interval = wilson_interval(correct / times, test_rows / times);
  if (single || folds.size() == 1) return;
  const Range of_folds = resampled_interval(validation.accuracies, validation.test_share);
  validation.interval.lower = std::min(validation.interval.lower, of_folds.lower);
  validation.interval.upper = std::max(validation.interval.upper, of_folds.upper);
}

std::optional<Comparison> compare(const Validation& first, const Validation& second) {
  const std::vector<double> one = first.fold_scores();
  const std::vector<double> other = second.fold_scores();
  if (one.empty() || other.empty()) return std::nullopt;
  return compare(one, other, first.test_share);
}

void require_accuracy(const Validation& validation, const std::string& name) {
  if (validation.accuracy) return;
  throw Error(ErrorKind::input,
              fmt::format("with {} the weights or scores grew beyond the range of numbers; bring "
                          "the features to a common size with {}",
                          name, setting("scale", "standard")));
}

bool is_better(const Validation& one, const Validation& other) {
  return is_better(one.metric, *one.score, *other.score);
}

std::optional<std::size_t> best_validation(std::span<const Validation> validations) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < validations.size(); ++i) {
    if (validations[i].score && (!best || is_better(validations[i], validations[*best]))) best = i;
  }
  return best;
}

std::size_t simplest_validation(std::span<const Validation> validations, std::size_t best,
                                std::span<const std::vector<double>> simplicity) {
  const double error = validations[best].standard_error();
  const bool lower = traits_of(validations[best].metric).lower_is_better;
  const double limit = *validations[best].score + (lower ? error : -error);
  std::size_t simplest = best;
  for (std::size_t i = 0; i < validations.size(); ++i) {
    if (validations[i].score &&
        !is_better(validations[best].metric, limit, *validations[i].score) &&
        simplicity[i] < simplicity[simplest])
      simplest = i;
  }
  return simplest;
}

}  // namespace perceptron::core
