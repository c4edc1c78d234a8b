// Decisions of a cross-validation at another threshold than 0.
#pragma once

#include <cstdint>

#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/fold_results.h"
#include "evaluate/fold_scores.h"
#include "evaluate/split.h"

namespace perceptron::core {

// The rows of one training and testing, which begin with the row `first` of `data`.
struct FoldRows {
  const Dataset& data;
  const Split& split;
  std::uint64_t first = 0;
};

// Predicts the test rows of each fold anew, at the threshold of the judgement. A rule chooses it
// for each fold on rows that a cross-validation of the fold's training rows holds out, so the test
// rows have no influence on it; where they lack a class it stays 0. Does nothing without either.
void apply_thresholds(FoldResults& results, const Judgement& judgement, const FoldRows& rows,
                      const Candidate& candidate, std::uint64_t threads, Listener& listener);

}  // namespace perceptron::core
