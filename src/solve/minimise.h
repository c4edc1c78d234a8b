// Training by a loss: states the Problem of each model and has it solved.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/holdout.h"
#include "solve/problem.h"
#include "solve/solver.h"

namespace perceptron {

// The problem of column `model` of `targets`.
Problem problem_of(const Examples& examples, const Targets& targets, std::uint64_t model,
                   const LearnSettings& settings);

// How a solver is told of the settings; `features` there are.
SolverSettings solver_settings(const LearnSettings& settings, std::uint64_t features,
                               const Start& start);
// What became of a model.
Fit fit_of(Solution solution);

// A Fit each: those that suit dual ascent or Newton's method as banks, the others one by
// one. What a
// model becomes does not depend on those beside it, nor on the threads.
std::vector<Fit> minimise(const FitRequest& request, const Holdout& holdout, Listener& listener);

}  // namespace perceptron
