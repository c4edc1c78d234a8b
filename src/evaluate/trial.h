// Settings on trial: for each a classifier is trained on some rows and tried
// on others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/listener.h"
#include "data/dataset.h"
#include "learn/settings.h"

namespace perceptron {

struct Trial {
  // Shares of rows called by their class. None where a weight or a score is
  // beyond the range of numbers: comparing such says nothing about the classes.
  std::optional<double> accuracy;           // on the test rows
  std::optional<double> training_accuracy;  // on the rows learned from
  std::optional<double> largest_weight;     // in absolute value; none: one is not finite
  bool converged = false;                   // all models

  // Of several trials with different seeds: the numbers above are means, but for
  // the largest weight, and this is how accuracies are spread around theirs.
  std::uint64_t repeats = 1;
  double deviation = 0;  // with repeats − 1 below the line
  double lowest = 0;
  double highest = 0;
};

// What is tried: both datasets scaled alike, with the same classes in the same
// order.
struct TrialData {
  const Dataset& training;
  const Dataset& test;
};

// A trial for each of `settings`, in their order whatever the threads, repeated
// with the seeds that follow theirs. Every learner that fit() takes. Settings to
// which a seed means nothing are tried once.
std::vector<Trial> run_trials(const TrialData& data, std::span<const LearnSettings> settings,
                              std::uint64_t repeats, std::uint64_t threads, Listener& listener);

// The one with the highest accuracy, of equals the first; none if no trial has
// an accuracy.
std::optional<std::size_t> best_trial(std::span<const Trial> trials);

}  // namespace perceptron
