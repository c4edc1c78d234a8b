// Training by a loss: states the Problem for one model and has it solved.
#pragma once

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/holdout.h"
#include "learn/problem.h"

namespace perceptron {

// The problem of column `model` of `targets`.
Problem problem_of(const Examples& examples, const Targets& targets, std::uint64_t model,
                   const LearnSettings& settings);

// Throws: rows are so long that their squares are no numbers.
[[noreturn]] void refuse_long_rows();

Fit minimise(const Examples& examples, const Targets& targets, std::uint64_t model,
             const LearnSettings& settings, const Holdout& holdout, Listener& listener,
             Start start);

}  // namespace perceptron
