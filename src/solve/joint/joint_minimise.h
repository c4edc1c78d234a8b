// Training with the loss of all classes together: sets up the JointProblem of each group of models
// and solves it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/holdout.h"
#include "solve/joint/joint_problem.h"

namespace perceptron::core {

// The problem of the models `first` … `first + classes − 1` of `targets`.
JointProblem joint_problem_of(const Examples& examples, const Targets& targets, std::uint64_t first,
                              std::uint64_t classes, const LearnSettings& settings);

// One Fit per model; request.joint models form a group. The first Fit of a group has the
// probabilities that prove how close to the optimum all of it is.
std::vector<Fit> minimise_jointly(const FitRequest& request, const Holdout& holdout,
                                  Listener& listener);

}  // namespace perceptron::core
