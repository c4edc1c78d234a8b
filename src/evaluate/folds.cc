#include "evaluate/folds.h"

#include <map>

#include "data/read/missing_values.h"
#include "data/scaling.h"
#include "evaluate/fold_data.h"
#include "evaluate/fold_scaling.h"
#include "evaluate/fold_training.h"
#include "evaluate/separate_folds.h"
#include "evaluate/shared_folds.h"

namespace perceptron::core {
namespace {

// The folds that can be trained: those with both training and test rows.
struct Folds {
  std::vector<Fold> all;
  std::vector<Fold> shared;  // in banks over one copy of the rows
  std::vector<Fold> separate;
};

Folds folds_of(const FoldTraining& training, ScalingKind scale) {
  const TrainingSets& sets = training.sets;
  Folds folds;
  // A single training needs no table, and is then bit-identical to train().
  const bool shared = sets.size() > 1 && folds_share_rows(training.data, scale);
  for (std::uint32_t level = 0; level < sets.levels(); ++level) {
    for (std::uint32_t number = 0; number < sets.folds(); ++number) {
      const Fold fold{number, level};
      if (sets.test_rows(fold).empty() || sets.training_count(fold) == 0) continue;
      folds.all.push_back(fold);
      (shared && sets.has_all_classes(fold) ? folds.shared : folds.separate).push_back(fold);
    }
  }
  return folds;
}

// Where `auto` scales in no fold, the folds can share the rows as they are.
ScalingKind shared_scaling(const FoldTraining& training, ScalingKind scale) {
  const bool unscaled = scale == ScalingKind::automatic && !has_missing_values(training.data) &&
                        surely_unscaled(training.data, training.sets);
  return unscaled ? ScalingKind::none : scale;
}

// Candidates that use the same scaling.
void run_group(const FoldTraining& training, ScalingKind scale, const Group& members) {
  Group banked;
  Group others;
  for (const std::size_t c : members)
    (trains_in_bank(training.candidates[c].learn) ? banked : others).push_back(c);
  const Folds folds = folds_of(training, scale);
  if (!folds.shared.empty() && !banked.empty()) {
    Dataset scaled;
    if (scale != ScalingKind::none) {
      scaled = training.data;
      Scaling::fit(scale, scaled).apply(scaled);
    }
    const Dataset& data = scale == ScalingKind::none ? training.data : scaled;
    for (const Group& group : group_candidates(training.candidates, banked))
      train_shared_folds(training, data.matrix.view(), folds.shared, group);
  }
  train_separate_folds(training, folds.separate, banked, scale);
  train_separate_folds(training, folds.all, others, scale);
}

}  // namespace

std::vector<FoldResults> run_folds(const Dataset& data, const Split& split,
                                   std::span<const Candidate> candidates,
                                   const FoldOptions& options, Listener& listener) {
  const TrainingSets sets(data, split, options.level_of_row, options.levels);
  FoldProgress progress(listener, sets.size() * candidates.size());
  FoldRecorder recorder(data, sets, candidates.size(), options, progress);
  const FoldTraining training{data, sets, candidates, options, progress, recorder};
  std::map<ScalingKind, Group> by_scale;
  for (std::size_t c = 0; c < candidates.size(); ++c) by_scale[candidates[c].scale].push_back(c);
  for (const auto& [scale, members] : by_scale)
    run_group(training, shared_scaling(training, scale), members);
  return recorder.take(candidates);
}

}  // namespace perceptron::core
