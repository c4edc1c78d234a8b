#include "evaluate/cross_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/error.h"
#include "base/text.h"
#include "data/scaling.h"
#include "evaluate/fold_thresholds.h"
#include "evaluate/folds.h"
#include "learn/learners.h"
#include "model/checks.h"
#include "model/conflicts.h"
#include "solve/minimise.h"

namespace perceptron::core {
namespace {

bool seed_matters(const LearnSettings& settings) {
  if (settings.early_stop > 0 || settings.calibrate != CalibrationKind::none) return true;
  // The optimum of a loss does not depend on the order of rows, up to the tolerance.
  const LearnerTraits& learner = traits_of(settings);
  const bool optimum = learner.loss && !learner.pegasos && settings.solver != Solver::online;
  return settings.order == VisitOrder::shuffle && !optimum &&
         traits_of(settings).search != SearchKind::widest_margin;
}

bool seed_matters(const Splitting& splitting) {
  const auto* settings = std::get_if<SplitSettings>(&splitting);
  return settings != nullptr && settings->order == SplitOrder::shuffle && !settings->leave_one_out;
}

bool keeps_predictions(const ValidationOptions& options) {
  return options.keep_predictions || options.keep_rows || options.judgement.needs_predictions();
}

// Collects the results of all repeats of all candidates.
class Collection {
 public:
  Collection(const Dataset& data, std::size_t candidates, const ValidationOptions& options)
      : data_(data), options_(options), validations_(candidates) {
    for (Validation& validation : validations_) validation.metric = options.judgement.metric;
    if (keeps_predictions(options)) meters_.assign(candidates, meter_of(options.judgement, data));
  }

  // `split` is of the row `first` and those after it; `trained` is the candidate with its seed.
  void add(std::size_t candidate, FoldResults results, const Split& split, std::uint64_t first,
           const Candidate& trained, std::uint64_t repeat, Listener& listener) {
    Validation& validation = validations_[candidate];
    apply_thresholds(results, options_.judgement, {data_, split, first}, trained,
                     std::max<std::uint64_t>(options_.threads, 1), listener);
    score_folds(results, options_.judgement, data_, split, first);
    if (!meters_.empty()) add_predictions(candidate, results.predictions, split, first);
    std::move(results.folds.begin(), results.folds.end(), std::back_inserter(validation.folds));
    if (options_.keep_rows)
      validation.held_out.push_back(
          {repeat, first, split.fold_of_row, std::move(results.predictions)});
  }

  std::vector<Validation> finish(TestSets kind, std::span<const std::uint64_t> repeats = {}) {
    for (std::size_t c = 0; c < validations_.size(); ++c) {
      Validation& validation = validations_[c];
      if (!repeats.empty()) validation.repeats = repeats[c];
      if (!meters_.empty() && all_finite(validation)) validation.metrics = meters_[c].metrics();
      summarise_folds(validation, kind);
      // That of the training rows was counted at a threshold of 0.
      if (options_.judgement.has_threshold()) validation.training_accuracy.reset();
    }
    return std::move(validations_);
  }

 private:
  void add_predictions(std::size_t candidate, const Predictions& predictions, const Split& split,
                       std::uint64_t first) {
    const std::uint64_t classes = data_.classes.size();
    for (std::uint64_t i = 0; i < split.rows(); ++i) {
      if (split.fold_of_row[i] == Split::kNoFold) continue;
      const std::uint32_t label = data_.labels[first + i];
      meters_[candidate].add(answer_of(predictions, i, label, classes));
      if (classes == 2)
        (label == 1 ? validations_[candidate].positives : validations_[candidate].negatives)
            .push_back(predictions.scores[i]);
    }
  }

  static bool all_finite(const Validation& validation) {
    return std::all_of(validation.folds.begin(), validation.folds.end(),
                       [](const FoldResult& fold) { return fold.finite; });
  }

  const Dataset& data_;
  const ValidationOptions& options_;
  std::vector<Validation> validations_;
  std::vector<Meter> meters_;
};

std::vector<Candidate> with_seeds(std::span<const Candidate> candidates,
                                  const std::vector<std::size_t>& which, std::uint64_t more) {
  std::vector<Candidate> some;
  for (const std::size_t c : which) {
    some.push_back(candidates[c]);
    some.back().learn.seed += more;
  }
  return some;
}

FoldOptions fold_options(const ValidationOptions& options) {
  FoldOptions folds;
  folds.threads = std::max<std::uint64_t>(options.threads, 1);
  folds.keep_predictions = keeps_predictions(options);
  folds.measure_training = options.measure_training;
  folds.path = options.path;
  return folds;
}

std::vector<Validation> run_blocks(const Dataset& data, std::span<const Candidate> candidates,
                                   const ConsecutiveRows& blocks, const ValidationOptions& options,
                                   Listener& listener) {
  const std::uint64_t each = blocks.training_rows + blocks.test_rows;
  const std::uint64_t most = each == 0 ? 0 : data.rows() / each;
  if (most < blocks.count) {
    throw Error(ErrorKind::usage,
                fmt::format("{} × {} rows are more than the {} of {}; use fewer {}, at most {}, or "
                            "smaller blocks",
                            blocks.count, each, with_commas(data.rows()), data.name,
                            setting("repeats"), most));
  }
  Collection all(data, candidates.size(), options);
  std::vector<std::size_t> every(candidates.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  const Split split = split_after(blocks.training_rows, each);
  std::vector<std::uint64_t> rows(each);
  for (std::uint64_t block = 0; block < blocks.count; ++block) {
    std::iota(rows.begin(), rows.end(), block * each);
    const auto trained = with_seeds(candidates, every, block);
    auto results = run_folds(data.select(rows), split, trained, fold_options(options), listener);
    for (std::size_t c = 0; c < results.size(); ++c)
      all.add(c, std::move(results[c]), split, block * each, trained[c], block + 1, listener);
    listener.progress("validating", block + 1, blocks.count);
  }
  return all.finish(TestSets::fresh);
}

Split split_of(const Dataset& data, const Splitting& splitting, std::uint64_t repeat) {
  if (const auto* test = std::get_if<TestSet>(&splitting))
    return split_after(test->training_rows, data.rows());
  SplitSettings settings = std::get<SplitSettings>(splitting);
  settings.seed += repeat;
  return split_rows(data, settings);
}

}  // namespace

void require_trainable(const Dataset& data, std::span<const Candidate> candidates,
                       const Judgement& judgement) {
  require_features(data);
  require_classes(data);
  require_all_present(data);
  TrainingDemands demands = demands_of(data);
  demands.folds = true;
  for (const Candidate& candidate : candidates) {
    require_agreement(candidate.learn, demands);
    require_room(data, {multiclass_of(candidate.learn), data.classes.size()}, candidate.learn);
    require_measurable(judgement, data, candidate);
  }
}

std::vector<Validation> run_validations(const Dataset& data, std::span<const Candidate> candidates,
                                        const Splitting& splitting,
                                        const ValidationOptions& options, Listener& listener) {
  if (const auto* blocks = std::get_if<ConsecutiveRows>(&splitting))
    return run_blocks(data, candidates, *blocks, options, listener);
  Collection all(data, candidates.size(), options);
  std::vector<std::uint64_t> repeats(candidates.size());
  for (std::uint64_t repeat = 0; repeat < options.repeats; ++repeat) {
    std::vector<std::size_t> which;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (repeat > 0 && !seed_matters(splitting) && !seed_matters(candidates[c].learn)) continue;
      which.push_back(c);
      ++repeats[c];
    }
    if (which.empty()) break;
    const Split split = split_of(data, splitting, repeat);
    const auto trained = with_seeds(candidates, which, repeat);
    auto results = run_folds(data, split, trained, fold_options(options), listener);
    for (std::size_t k = 0; k < which.size(); ++k)
      all.add(which[k], std::move(results[k]), split, 0, trained[k], repeat + 1, listener);
  }
  return all.finish(TestSets::overlapping_training, repeats);
}

std::vector<Validation> cross_validate(const Dataset& data, std::span<const Candidate> candidates,
                                       const Splitting& splitting, const ValidationOptions& options,
                                       Listener& listener) {
  require_trainable(data, candidates, options.judgement);
  const bool uncentred =
      std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& each) {
        return leaves_uncentred({each.scale, data.schema}, data.matrix.layout());
      });
  if (uncentred) listener.note(kNotCentred);
  const auto loosest = std::max_element(
      candidates.begin(), candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.learn.tolerance < b.learn.tolerance; });
  if (loosest != candidates.end()) note_large_tolerance(loosest->learn, listener);
  return run_validations(data, candidates, splitting, options, listener);
}

Validation cross_validate(const Dataset& data, const Candidate& candidate,
                          const Splitting& splitting, const ValidationOptions& options,
                          Listener& listener) {
  return std::move(
      cross_validate(data, std::span(&candidate, 1), splitting, options, listener).front());
}

}  // namespace perceptron::core
