// Training with a loss: sets up the Problem of each model and solves it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/holdout.h"
#include "solve/problem.h"
#include "solve/solver.h"

namespace perceptron::core {

// How the offset is penalised.
OffsetKind offset_kind_of(const LearnSettings& settings);
// Refuses rows whose squared lengths overflow.
void require_short_rows(const RowsView& rows);

// The problem of column `model` of `targets`.
Problem problem_of(const Examples& examples, const Targets& targets, std::uint64_t model,
                   const LearnSettings& settings);

// Notes that a loss may stop far from its optimum, even at weights of 0, with a tolerance this
// large.
void note_large_tolerance(const LearnSettings& settings, Listener& listener);

// The settings of a solver, from those of training, for rows with this many features.
SolverSettings solver_settings(const LearnSettings& settings, std::uint64_t features,
                               const WarmStart& start);
// A solution as the result of training.
Fit fit_of(Solution solution);

// Trains all models: those for dual ascent or Newton's method in banks, the others one by one. The
// result depends neither on the grouping nor on the number of threads.
std::vector<Fit> minimise(const FitRequest& request, const Holdout& holdout, Listener& listener);

}  // namespace perceptron::core
