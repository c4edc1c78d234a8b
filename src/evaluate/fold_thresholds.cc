#include "evaluate/fold_thresholds.h"

#include <algorithm>
#include <vector>

#include "base/interrupt.h"
#include "evaluate/threshold.h"

namespace perceptron::core {
namespace {

bool has_all_classes(const Dataset& data) {
  const auto has = [&](std::uint32_t label) {
    return std::find(data.labels.begin(), data.labels.end(), label) != data.labels.end();
  };
  return has(0) && has(1);
}

double threshold_of_fold(const Judgement& judgement, const FoldRows& rows, std::uint32_t fold,
                         const Candidate& candidate, std::uint64_t threads) {
  if (!judgement.rule) return judgement.threshold;
  std::vector<std::uint64_t> which = rows.split.training_rows(fold);
  for (std::uint64_t& row : which) row += rows.first;
  const Dataset training = rows.data.select(which);
  if (!has_all_classes(training)) return 0;
  Listener quiet;  // what is noted of the whole data is enough
  return find_threshold(training, candidate, *judgement.rule, threshold_split(candidate.learn.seed),
                        threads, quiet, WhereUnreachable::most_precise)
      .threshold;
}

}  // namespace

void apply_thresholds(FoldResults& results, const Judgement& judgement, const FoldRows& rows,
                      const Candidate& candidate, std::uint64_t threads, Listener& listener) {
  if (!judgement.has_threshold()) return;
  Predictions& predictions = results.predictions;
  std::vector<double> thresholds;
  for (std::uint32_t fold = 0; fold < results.folds.size(); ++fold) {
    check_interrupt();
    results.folds[fold].correct = 0;
    thresholds.push_back(results.folds[fold].finite
                             ? threshold_of_fold(judgement, rows, fold, candidate, threads)
                             : 0.0);
    if (judgement.rule)
      listener.progress("choosing thresholds", std::uint64_t{fold} + 1, results.folds.size());
  }
  for (std::uint64_t i = 0; i < rows.split.rows(); ++i) {
    const std::uint32_t fold = rows.split.fold_of_row[i];
    if (fold == Split::kNoFold) continue;
    predictions.classes[i] = predictions.scores[i] >= thresholds[fold] ? 1 : 0;
    if (predictions.classes[i] == rows.data.labels[rows.first + i]) ++results.folds[fold].correct;
  }
}

}  // namespace perceptron::core
