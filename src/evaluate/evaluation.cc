#include "evaluate/evaluation.h"

#include <fmt/format.h>

#include <optional>

#include "base/error.h"
#include "base/text.h"
#include "data/cache/cache.h"
#include "evaluate/class_curves.h"
#include "evaluate/robustness.h"
#include "evaluate/training_rows.h"
#include "model/certainty.h"
#include "model/scorer.h"

namespace perceptron::core {
namespace {

// Accumulates the predictions of a model as their scores come in.
class Evaluator {
 public:
  Evaluator(const Model& model, const EvaluateOptions& options)
      : options_(options),
        scheme_(model.scheme()),
        classes_(model.classes),
        threshold_(model.threshold),
        costs_(matrix_of(options.costs, model.classes)),
        meter_(scheme_.classes(), costs_),
        calibration_curves_(scheme_.classes()),
        scores_(scheme_.classes()) {
    if (options.robustness) robustness_.emplace(model, *options.robustness, options.units);
    if (proves_predictions(model)) {
      certainty_.emplace(model);
      certain_.emplace();
    }
    auto calibration = model.to_probabilities();
    if (!calibration) return;
    to_probabilities_.emplace(scheme_, std::move(*calibration));
    probabilities_.resize(scheme_.classes());
  }

  void add(const ScoredBlock& block, std::uint64_t row, std::uint32_t truth) {
    const std::span<const double> planes = block[row];  // one per plane of the model
    const bool two = scheme_.layout() == ModelLayout::two_classes;
    const std::uint32_t predicted = scheme_.decide(planes);
    if (options_.keep_worst) {
      scheme_.class_scores(planes, scores_);
      worst_.add(row_++, truth, predicted, scores_);
    }
    if (!two) scheme_.ranking_scores(planes, scores_);
    if (to_probabilities_) to_probabilities_->make(planes, probabilities_);
    if (certainty_) {
      const bool certain = certainty_->is_certain(block.rows, row, predicted);
      ++(!certain ? certain_->undecided : predicted == truth ? certain_->right : certain_->wrong);
    }
    meter_.add({truth, predicted, two ? planes : scores_, probabilities_});
    if (options_.curves && to_probabilities_) calibration_curves_.add(truth, probabilities_);
    if (robustness_) robustness_->add(truth, planes);
  }

  static std::optional<CostMatrix> matrix_of(const Costs& costs,
                                             const std::vector<std::string>& classes) {
    if (costs.empty()) return std::nullopt;
    return CostMatrix(costs, classes);
  }

  Evaluation finish() const {
    Evaluation result{meter_.metrics(), worst_.list()};
    if (options_.curves)
      result.curves =
          curves_of(meter_, calibration_curves_, classes_, threshold_, costs_ ? &*costs_ : nullptr);
    if (robustness_) result.robustness = robustness_->finish();
    result.metrics.certain = certain_;
    return result;
  }

 private:
  EvaluateOptions options_;
  Scheme scheme_;
  std::vector<std::string> classes_;
  double threshold_;
  std::optional<CostMatrix> costs_;
  std::optional<Probabilities> to_probabilities_;
  Meter meter_;
  CalibrationCurves calibration_curves_;
  std::optional<RobustnessMeter> robustness_;
  WorstPredictions worst_;
  std::uint64_t row_ = 0;
  std::vector<double> scores_;
  std::vector<double> probabilities_;  // empty if the model has none
  std::optional<Certainty> certainty_;
  std::optional<CertainCounts> certain_;
};

// For each class of the data, its number in the model.
std::vector<std::uint32_t> numbers_in_model(const Classes& classes, const Model& model) {
  const Classes known(model.classes);
  std::vector<std::uint32_t> numbers;
  for (const std::string& name : classes.names()) {
    const auto number = known.find(name);
    if (!number)
      throw Error(ErrorKind::input,
                  fmt::format("the model has no class {}; leave its rows out, or train with it",
                              in_quotes(name)));
    numbers.push_back(*number);
  }
  return numbers;
}

// A cache states the fingerprint of its rows, which takes longer to compute than they take to load.
// Missing values are filled with the model's means, so there it is not that of the rows as read,
// nor where the model has a feature map.
std::optional<std::string> fingerprint_of_cache(const Model& model, const std::string& path,
                                                const ReadSettings& reading) {
  if (model.schema.map || !is_cache(path)) return std::nullopt;
  const Cache cache(path, reading.limits);
  if (cache.has_missing_values()) return std::nullopt;
  return cache.fingerprint();
}

}  // namespace

Evaluation evaluate(const Model& model, const std::string& path, const ReadSettings& reading,
                    const EvaluateOptions& options, Listener& listener) {
  Evaluator evaluator(model, options);
  TrainingRows training_rows(model);
  if (const auto stated = fingerprint_of_cache(model, path, reading)) training_rows.take(*stated);
  score_file(model, path, reading, LabelUse::match, options.threads, listener,
             [&](const ScoredBlock& rows) {
               for (std::size_t i = 0; i < rows.size(); ++i) evaluator.add(rows, i, rows.labels[i]);
             },
             {nullptr, [&](const Dataset& block) { training_rows.add(block); }});
  Evaluation result = evaluator.finish();
  result.trained_on = training_rows.found();
  return result;
}

Evaluation evaluate(const Model& model, const Dataset& data, const EvaluateOptions& options) {
  require_features(model, data);
  const auto numbers = numbers_in_model(data.classes, model);
  Evaluator evaluator(model, options);
  // One thread, so that sums are added in the order of the rows.
  score_rows(model, data.matrix, 1, [&](std::uint64_t first, const ScoredBlock& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      evaluator.add(rows, i, numbers[data.labels[first + i]]);
  });
  return evaluator.finish();
}

}  // namespace perceptron::core
