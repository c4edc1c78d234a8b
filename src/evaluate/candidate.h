// Settings that are on trial, and those among them that train together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/options.h"
#include "learn/settings.h"

namespace perceptron {

struct Candidate {
  LearnSettings learn;
  ScalingKind scale = ScalingKind::none;
};

// Whether fit() trains it. Others need more than weights: see train().
bool trains_by_fit(const LearnSettings& settings);

// Whether it can then share rows with other trainings: not if it draws rows of its own.
bool trains_in_bank(const LearnSettings& settings);

// Parts `members`, numbers of candidates that fit() trains, into those that one bank
// can hold, see FitRequest.
std::vector<std::vector<std::size_t>> families(std::span<const Candidate> candidates,
                                               const std::vector<std::size_t>& members);

// A regularisation path: members that differ in --l2 only, from the largest to the
// least. Those at the same place of their paths train together, and each may start
// from the one before it.
struct Rung {
  std::vector<std::size_t> members;
  std::vector<std::optional<std::size_t>> before;  // the candidate to start from, for each
};
std::vector<Rung> rungs_of(std::span<const Candidate> candidates,
                           const std::vector<std::size_t>& family);

// Whether a row that never moves a model might as well not be there: true of steps
// that depend on the row at hand only and of weights that are the last ones.
bool quiet_rows_do_nothing(const LearnSettings& settings);

}  // namespace perceptron
