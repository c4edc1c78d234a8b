// Settings that are on trial, and those among them that train together.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learn/settings.h"

namespace perceptron {

struct Candidate {
  LearnSettings learn;
  std::string scale = "none";
};

// Whether fit() can train it beside others. What draws rows of its own, or needs
// more than weights, trains by itself.
bool trains_in_bank(const LearnSettings& settings);

// Parts `members`, numbers of candidates that train in banks, into those that one
// bank can hold, see FitRequest.
std::vector<std::vector<std::size_t>> families(std::span<const Candidate> candidates,
                                               const std::vector<std::size_t>& members);

// Whether a row that never moves a model might as well not be there: true of steps
// that depend on the row at hand only and of weights that are the last ones.
bool quiet_rows_do_nothing(const LearnSettings& settings);

}  // namespace perceptron
