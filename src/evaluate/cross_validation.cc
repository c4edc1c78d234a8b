#include "evaluate/cross_validation.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/error.h"
#include "base/text.h"
#include "data/scaling.h"
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
  const bool optimum = traits_of(settings).loss && settings.solver != Solver::online;
  return settings.order == VisitOrder::shuffle && !optimum &&
         traits_of(settings).search != SearchKind::widest_margin;
}

bool seed_matters(const Splitting& splitting) {
  const auto* settings = std::get_if<SplitSettings>(&splitting);
  return settings != nullptr && settings->order == SplitOrder::shuffle && !settings->leave_one_out;
}

// Collects the results of all repeats of all candidates.
class Collection {
 public:
  Collection(const Dataset& data, std::size_t candidates, bool predictions)
      : data_(data), validations_(candidates) {
    if (predictions) meters_.assign(candidates, Meter(data.classes.size()));
  }

  // `split` is of the row `first` and those after it.
  void add(std::size_t candidate, FoldResults results, const Split& split, std::uint64_t first) {
    Validation& validation = validations_[candidate];
    if (!meters_.empty()) add_predictions(candidate, results.predictions, split, first);
    std::move(results.folds.begin(), results.folds.end(), std::back_inserter(validation.folds));
  }

  std::vector<Validation> finish(TestSets kind, std::span<const std::uint64_t> repeats = {}) {
    for (std::size_t c = 0; c < validations_.size(); ++c) {
      Validation& validation = validations_[c];
      if (!repeats.empty()) validation.repeats = repeats[c];
      summarise_folds(validation, kind);
      if (!meters_.empty() && validation.accuracy) validation.metrics = meters_[c].metrics();
    }
    return std::move(validations_);
  }

 private:
  void add_predictions(std::size_t candidate, const Predictions& predictions, const Split& split,
                       std::uint64_t first) {
    const std::uint64_t classes = data_.classes.size();
    const std::uint64_t width = classes == 2 ? 1 : classes;
    for (std::uint64_t i = 0; i < split.rows(); ++i) {
      if (split.fold_of_row[i] == Split::kNoFold) continue;
      const std::uint32_t label = data_.labels[first + i];
      const auto of_row = [&](const std::vector<double>& list, std::uint64_t count) {
        return list.empty() ? std::span<const double>() : std::span(list).subspan(i * count, count);
      };
      meters_[candidate].add({label, predictions.classes[i], of_row(predictions.scores, width),
                              of_row(predictions.probabilities, classes)});
      if (classes == 2)
        (label == 1 ? validations_[candidate].positives : validations_[candidate].negatives)
            .push_back(predictions.scores[i]);
    }
  }

  const Dataset& data_;
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
  folds.keep_predictions = options.keep_predictions;
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
  Collection all(data, candidates.size(), options.keep_predictions);
  std::vector<std::size_t> every(candidates.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  const Split split = split_after(blocks.training_rows, each);
  std::vector<std::uint64_t> rows(each);
  for (std::uint64_t block = 0; block < blocks.count; ++block) {
    std::iota(rows.begin(), rows.end(), block * each);
    auto results = run_folds(data.select(rows), split, with_seeds(candidates, every, block),
                             fold_options(options), listener);
    for (std::size_t c = 0; c < results.size(); ++c)
      all.add(c, std::move(results[c]), split, block * each);
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

void require_trainable(const Dataset& data, std::span<const Candidate> candidates) {
  require_features(data);
  require_classes(data);
  require_all_present(data);
  TrainingDemands demands = demands_of(data);
  demands.folds = true;
  for (const Candidate& candidate : candidates) {
    require_agreement(candidate.learn, demands);
    require_room(data, {multiclass_of(candidate.learn), data.classes.size()}, candidate.learn);
  }
}

std::vector<Validation> run_validations(const Dataset& data, std::span<const Candidate> candidates,
                                        const Splitting& splitting,
                                        const ValidationOptions& options, Listener& listener) {
  if (const auto* blocks = std::get_if<ConsecutiveRows>(&splitting))
    return run_blocks(data, candidates, *blocks, options, listener);
  Collection all(data, candidates.size(), options.keep_predictions);
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
    auto results = run_folds(data, split, with_seeds(candidates, which, repeat),
                             fold_options(options), listener);
    for (std::size_t k = 0; k < which.size(); ++k)
      all.add(which[k], std::move(results[k]), split, 0);
  }
  return all.finish(TestSets::overlapping_training, repeats);
}

std::vector<Validation> cross_validate(const Dataset& data, std::span<const Candidate> candidates,
                                       const Splitting& splitting, const ValidationOptions& options,
                                       Listener& listener) {
  require_trainable(data, candidates);
  const bool standard =
      std::any_of(candidates.begin(), candidates.end(),
                  [](const Candidate& each) { return each.scale == ScalingKind::standard; });
  if (standard && data.matrix.layout() == Matrix::Layout::sparse) listener.note(kNotCentred);
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
