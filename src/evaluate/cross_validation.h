// Cross-validation: how accurate settings are on rows that they were not trained on.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/fold_scores.h"
#include "evaluate/split.h"
#include "evaluate/validation.h"

namespace perceptron::core {

// The rows after the first `training_rows` are a test set.
struct TestSet {
  std::uint64_t training_rows = 0;
};
// Each fold is a block of consecutive rows: first training rows, then test rows.
struct ConsecutiveRows {
  std::uint64_t training_rows = 0;
  std::uint64_t test_rows = 0;
  std::uint64_t count = 1;  // blocks
};
// Which rows are held out for testing.
using Splitting = std::variant<SplitSettings, TestSet, ConsecutiveRows>;

inline constexpr std::uint64_t kMostRepeats = 1'000'000'000;

struct ValidationOptions {
  std::uint64_t repeats =
      1;  // at most kMostRepeats, each with the next seed, for the split and for training
  std::uint64_t threads = 1;
  bool keep_predictions = false;  // for metrics and curves
  bool keep_rows = false;         // keep them in the result, row by row
  bool measure_training = true;   // measure the accuracy on the training rows too
  bool path = false;              // train along regularisation paths; see FoldOptions
  Judgement judgement = {};       // what candidates are compared by
};

// Cross-validates every candidate on the same folds. The results are in the order of the
// candidates and the same for any number of threads. What does not depend on the seed is not
// repeated. Throws if the data or a candidate's settings do not allow training.
std::vector<Validation> cross_validate(const Dataset& data, std::span<const Candidate> candidates,
                                       const Splitting& splitting, const ValidationOptions& options,
                                       Listener& listener);
Validation cross_validate(const Dataset& data, const Candidate& candidate,
                          const Splitting& splitting, const ValidationOptions& options,
                          Listener& listener);

// The checks that cross_validate() begins with.
void require_trainable(const Dataset& data, std::span<const Candidate> candidates,
                       const Judgement& judgement = {});
// The part of cross_validate() after them. Here classes may lack rows.
std::vector<Validation> run_validations(const Dataset& data, std::span<const Candidate> candidates,
                                        const Splitting& splitting,
                                        const ValidationOptions& options, Listener& listener);

}  // namespace perceptron::core
