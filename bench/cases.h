// The data that tables have in common, and what is asked of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contest.h"
#include "data/dataset.h"
#include "learn/fit.h"
#include "learn/settings.h"
#include "learn/targets.h"

namespace perceptron::core {

struct Case {
  std::string name;
  Dataset data;
};

// Real data sets and two generated ones; what is missing is left out, and said so.
std::vector<Case> cases();

// The path of a file of real data, which need not be there.
std::string data_path(const std::string& name);

// The rows that belong to a case for testing, if they are there.
std::optional<Dataset> test_set(const std::string& name, const Dataset& train);

// The problems on which solvers meet: one class against the rest.
std::vector<BinaryProblem> binary_problems(const std::vector<Case>& list,
                                           const std::vector<int>& solvers);

// On one thread.
std::vector<Fit> fit_quietly(const Dataset& data, const Targets& targets,
                             const LearnSettings& settings);

}  // namespace perceptron::core
