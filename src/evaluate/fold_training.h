// What training of folds needs, whether they share rows or not.
#pragma once

#include <cstdint>
#include <span>

#include "evaluate/bank_plan.h"
#include "evaluate/fold_progress.h"
#include "evaluate/fold_recorder.h"
#include "evaluate/folds.h"
#include "evaluate/training_sets.h"

namespace perceptron::core {

struct FoldTraining {
  const Dataset& data;
  const TrainingSets& sets;
  std::span<const Candidate> candidates;
  const FoldOptions& options;
  FoldProgress& progress;
  FoldRecorder& recorder;

  // Trains a group as one bank; as a path, one bank for each step.
  TrainedModels train(BankPlan plan, const Group& group, std::uint64_t threads) const;
};

}  // namespace perceptron::core
