// Which candidates can be trained together, as models of one bank.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/candidate.h"

namespace perceptron::core {

using Group = std::vector<std::size_t>;  // positions of candidates in their list

// Whether fit() trains it. The other learners need train(): see there.
bool trains_by_fit(const LearnSettings& settings);

// Whether it can share a bank with other trainings. It cannot if it holds out rows of its own.
bool trains_in_bank(const LearnSettings& settings);

// Divides `members`, all trained by fit(), into groups that one FitRequest can hold.
std::vector<Group> group_candidates(std::span<const Candidate> candidates, const Group& members);

// One step of the regularisation paths of a group. A path is the candidates that differ in
// the L2 penalty only, from the largest penalty to the smallest. The candidates at the same
// step of their paths are trained together, each warm-started from the step before.
struct PathStep {
  Group members;
  std::vector<std::optional<std::size_t>> before;  // for each member, the candidate to start from
};
std::vector<PathStep> path_steps(std::span<const Candidate> candidates, const Group& group);

// Whether rows that never cause an update could be removed without changing the model: true
// if an update depends on its own row only and the model is the last weights.
bool ignores_rows_without_updates(const LearnSettings& settings);

}  // namespace perceptron::core
