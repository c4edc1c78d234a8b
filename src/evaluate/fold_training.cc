#include "evaluate/fold_training.h"

#include <algorithm>
#include <iterator>

namespace perceptron::core {

TrainedModels FoldTraining::train(BankPlan plan, const Group& group, std::uint64_t threads) const {
  if (!options.path) {
    progress.begin_bank(plan.trainings * group.size());
    return train_plan(plan, candidates, group, threads, Keep::weights, progress);
  }
  TrainedModels all(plan.trainings);
  for (const PathStep& step : path_steps(candidates, group)) {
    plan.start = [&](std::size_t t, std::size_t c, std::uint64_t plane) -> const Fit* {
      const auto at = std::find(step.members.begin(), step.members.end(), c);
      const auto before = step.before[static_cast<std::size_t>(at - step.members.begin())];
      if (!before) return nullptr;
      return &std::find_if(all[t].begin(), all[t].end(), [&](const FoldModel& model) {
                return model.candidate == *before;
              })->fits[plane];
    };
    progress.begin_bank(plan.trainings * step.members.size());
    auto next = train_plan(plan, candidates, step.members, threads, Keep::weights, progress);
    for (std::size_t t = 0; t < plan.trainings; ++t)
      std::move(next[t].begin(), next[t].end(), std::back_inserter(all[t]));
  }
  return all;
}

}  // namespace perceptron::core
