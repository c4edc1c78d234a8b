// Cross-validation: how well settings do on rows that they have not learned from.
//
// All trainings of all settings are models of few banks. Which model learns from
// which row is a table, so the rows are read once for all of them, and no model
// depends on those beside it. Rows are prepared once for every training only where
// that leaks nothing: scaling and means are fitted to the rows learned from, in
// data of their own.
//
// A model of a fold is the one that its rows alone would make. Where rows are
// shuffled, they are so for all folds at once: a model sees its rows in the order that
// they have among all rows.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/listener.h"
#include "data/dataset.h"
#include "evaluate/candidate.h"
#include "evaluate/split.h"
#include "model/fit.h"

namespace perceptron {

// One training and what came of it.
struct FoldOutcome {
  std::uint64_t learned_from = 0;  // rows
  std::uint64_t models = 0;
  std::uint64_t rows = 0;  // tried
  std::uint64_t correct = 0;
  std::uint64_t training_correct = 0;  // of those learned from, if it was asked for
  // Weights or scores beyond the range of numbers say nothing about the classes.
  bool finite_weights = true;
  bool finite = true;           // scores of the rows tried
  bool finite_training = true;  // and of those learned from
  bool converged = true;        // all models
  double largest_weight = 0;
  std::vector<std::uint64_t> mistakes;  // of all models, in each pass; for answers kept

  double accuracy() const { return static_cast<double>(correct) / static_cast<double>(rows); }
  double training_accuracy() const {
    return learned_from == 0
               ? 0
               : static_cast<double>(training_correct) / static_cast<double>(learned_from);
  }
};

// What each row was called when it was left out.
struct Answers {
  std::vector<std::uint32_t> predicted;  // by row
  std::vector<double> scores;            // a class each; of two classes one, that of the second
  std::vector<double> probabilities;     // a class each; empty where there are none
};

struct Outcome {
  std::vector<FoldOutcome> folds;  // part after part; with levels, one level after the other
  Answers answers;
};

struct CrossOptions {
  std::uint64_t threads = 1;
  bool keep_answers = false;
  bool measure_training = true;
  // Settings of a loss that differ in --l2 only are trained from the largest to the
  // least, each model from the one before. They are then as near the least as the
  // tolerance asks, but not the models that each setting makes alone.
  bool path = false;
  // For a learning curve: a training of level l learns from rows of levels to l.
  std::vector<std::uint32_t> level_of_row;  // empty: all 0
  std::uint32_t levels = 1;
  // Shown the models of each training, in any order, from several threads. `fold`
  // is the place of its outcome.
  std::function<void(std::size_t candidate, std::size_t fold, std::span<const Fit> models)> watch;
};

// An Outcome for each candidate, the same for any number of threads. Classes must
// all be present. A part whose training rows lack a class is answered without it.
std::vector<Outcome> cross_validate(const Dataset& data, const Split& split,
                                    std::span<const Candidate> candidates,
                                    const CrossOptions& options, Listener& listener);

}  // namespace perceptron
