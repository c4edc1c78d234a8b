#include "evaluate/fold_recorder.h"

#include <algorithm>
#include <numeric>

#include "base/memory.h"
#include "learn/learners.h"

namespace perceptron::core {
namespace {

std::vector<std::uint64_t> numbers_to(std::uint64_t count) {
  std::vector<std::uint64_t> all(count);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return all;
}

}  // namespace

FoldRecorder::FoldRecorder(const Dataset& data, const TrainingSets& sets, std::size_t candidates,
                           const FoldOptions& options, FoldProgress& progress)
    : data_(data), sets_(sets), options_(options), progress_(progress), results_(candidates) {
  for (FoldResults& results : results_) {
    results.folds.resize(sets.size());
    if (options.keep_predictions) reserve(results.predictions);
  }
}

void FoldRecorder::record(const FoldModels& models, const RowsView& rows, const Fold& fold) {
  const auto& test_rows = sets_.test_rows(fold);
  Correct training(models.size(), 0);
  if (options_.measure_training)
    training = models.count_correct(rows, sets_.training_rows(fold), data_.labels);
  store(models, fold, training,
        models.predict(rows, test_rows, data_.labels, test_rows, destinations(models, fold)));
}

void FoldRecorder::record(const FoldModels& models, const FoldData& data, const Fold& fold) {
  Correct training(models.size(), 0);
  if (options_.measure_training) {
    std::vector<std::uint32_t> labels;
    for (const std::uint32_t label : data.training.labels) labels.push_back(data.classes[label]);
    training = models.count_correct(data.training.matrix.view(), numbers_to(labels.size()), labels);
  }
  store(models, fold, training,
        models.predict(data.test.matrix.view(), numbers_to(data.test.rows()), data.test.labels,
                       sets_.test_rows(fold), destinations(models, fold)));
}

void FoldRecorder::record_single_class(std::size_t candidate, const FoldData& data,
                                       const Fold& fold) {
  const std::uint32_t only = data.classes.at(0);
  FoldResult& result = results_[candidate].folds[sets_.position(fold)];
  result.training_rows = result.training_correct = sets_.training_count(fold);
  result.test_rows = data.test.rows();
  result.correct = static_cast<std::uint64_t>(
      std::count(data.test.labels.begin(), data.test.labels.end(), only));
  progress_.finished_one();
  if (!keeps_predictions(fold)) return;
  Predictions& predictions = results_[candidate].predictions;
  const std::uint64_t classes = data_.classes.size();
  for (const std::uint64_t i : sets_.test_rows(fold)) {
    predictions.classes[i] = only;
    for (std::uint64_t c = 0; c < classes; ++c)
      predictions.probabilities[i * classes + c] = c == only ? 1 : 0;
    if (classes == 2) {
      predictions.scores[i] = only == 1 ? 1 : -1;
    } else {
      predictions.scores[i * classes + only] = 1;
    }
  }
}

void FoldRecorder::count_no_models(std::size_t candidate, const Fold& fold) {
  results_[candidate].folds[sets_.position(fold)].models = 0;
}

std::vector<FoldResults> FoldRecorder::take(std::span<const Candidate> candidates) {
  for (std::size_t c = 0; c < results_.size(); ++c) {
    if (!has_probabilities(candidates[c].learn)) results_[c].predictions.probabilities.clear();
  }
  return std::move(results_);
}

void FoldRecorder::reserve(Predictions& predictions) const {
  const std::uint64_t classes = data_.classes.size();
  require_memory(data_.rows(), 2 * classes * sizeof(double), "the predictions of all rows",
                 "use fewer rows or classes");
  predictions.classes.resize(data_.rows());
  predictions.scores.resize(data_.rows() * (classes == 2 ? 1 : classes));
  predictions.probabilities.resize(data_.rows() * classes);
}

// For a learning curve, those of the trainings that include all rows.
bool FoldRecorder::keeps_predictions(const Fold& fold) const {
  return options_.keep_predictions && fold.level + 1 == sets_.levels();
}

std::vector<Predictions*> FoldRecorder::destinations(const FoldModels& models, const Fold& fold) {
  std::vector<Predictions*> to(models.size(), nullptr);
  if (!keeps_predictions(fold)) return to;
  for (std::size_t m = 0; m < models.size(); ++m)
    to[m] = &results_[models[m].candidate].predictions;
  return to;
}

void FoldRecorder::store(const FoldModels& models, const Fold& fold, const Correct& training,
                         const Correct& test) {
  const std::size_t position = sets_.position(fold);
  for (std::size_t m = 0; m < models.size(); ++m) {
    FoldResult result = models.describe(m);
    if (!options_.keep_predictions) result.mistakes.clear();
    result.finite = result.finite_weights && test[m];
    result.finite_training = result.finite_weights && training[m];
    result.training_rows = sets_.training_count(fold);
    result.test_rows = sets_.test_rows(fold).size();
    result.correct = result.finite ? *test[m] : 0;
    result.training_correct = result.finite_training ? *training[m] : 0;
    if (options_.watch) options_.watch(models[m].candidate, position, models[m].fits);
    results_[models[m].candidate].folds[position] = std::move(result);
    progress_.finished_one();
  }
}

}  // namespace perceptron::core
