#include "evaluate/nested_validation.h"

#include <algorithm>

#include "evaluate/fold_thresholds.h"
#include "evaluate/folds.h"

namespace perceptron::core {
namespace {

// Only one of the folds is held out.
Split only_fold(const Split& split, std::uint32_t fold) {
  Split one = split;
  one.folds = 1;
  for (std::uint32_t& each : one.fold_of_row) each = each == fold ? 0 : Split::kNoFold;
  return one;
}

}  // namespace

NestedValidation cross_validate_nested(const Dataset& data, std::span<const Candidate> candidates,
                                       const SplitSettings& outer, const Splitting& inner,
                                       const ValidationOptions& options, const Choose& choose,
                                       Listener& listener) {
  const Split split = split_rows(data, outer);
  FoldOptions fold_options;
  fold_options.threads = std::max<std::uint64_t>(options.threads, 1);
  fold_options.keep_predictions = options.judgement.needs_predictions();
  NestedValidation nested;
  nested.validation.metric = options.judgement.metric;
  for (std::uint32_t fold = 0; fold < split.folds; ++fold) {
    const auto validations = run_validations(data.select(split.training_rows(fold)), candidates,
                                             inner, options, listener);
    for (const Validation& validation : validations) nested.models += validation.models;
    nested.chosen.push_back(choose(validations));
    auto results = run_folds(data, only_fold(split, fold),
                             candidates.subspan(nested.chosen.back(), 1), fold_options, listener);
    apply_thresholds(results[0], options.judgement, {data, only_fold(split, fold)},
                     candidates[nested.chosen.back()], fold_options.threads, listener);
    score_folds(results[0], options.judgement, data, only_fold(split, fold), 0);
    nested.validation.folds.push_back(std::move(results[0].folds[0]));
  }
  summarise_folds(nested.validation, TestSets::overlapping_training);
  return nested;
}

}  // namespace perceptron::core
