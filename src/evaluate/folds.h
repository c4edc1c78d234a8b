// Trains every candidate on every fold of a split, and tests it on the rows held out.
//
// All trainings of all candidates are models of a few banks. A table tells which model is trained
// on which row, so the rows are read once for all of them, and no model depends on the others.
// Folds share one copy of the rows only if that leaks nothing: if scaling or means must be fitted
// to the training rows, each fold has its own data.
//
// A model of a fold is the one that training on its rows alone would give. If rows are shuffled,
// they are shuffled once for all folds: a model sees its rows in the order they have among all
// rows.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/fold_results.h"
#include "evaluate/split.h"
#include "model/fit.h"

namespace perceptron::core {

struct FoldOptions {
  std::uint64_t threads = 1;
  bool keep_predictions = false;
  bool measure_training = true;  // count correct predictions on training rows too
  // Train candidates of a loss that differ in the L2 penalty only as a regularisation path: from
  // the largest penalty to the smallest, each model warm-started from the one before. They reach
  // the tolerance, but are not bit-identical to models trained from zero.
  bool path = false;
  // For a learning curve: a training of level l includes the rows of levels 0 to l.
  std::vector<std::uint32_t> level_of_row;  // empty: all 0
  std::uint32_t levels = 1;
  // Called with the models of each training, in any order, from several threads. `fold` is the
  // position of its FoldResult.
  std::function<void(std::size_t candidate, std::size_t fold, std::span<const Fit> models)> watch;
};

// The FoldResults of each candidate, the same for any number of threads. Every class must have
// rows. If a class has no training rows in a fold, the models of that fold cannot predict it.
std::vector<FoldResults> run_folds(const Dataset& data, const Split& split,
                                   std::span<const Candidate> candidates,
                                   const FoldOptions& options, Listener& listener);

}  // namespace perceptron::core
