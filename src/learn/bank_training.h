// Trains a bank with a rule: passes over the data until one is clean or a limit is reached.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/holdout.h"
#include "learn/stream.h"

namespace perceptron::core {

// Throws: rows are so long that their squares are no numbers.
[[noreturn]] void refuse_long_rows();

// A Fit for each model. What a model becomes depends neither on the models beside it nor on
// the threads; joint ones come in groups that do not depend on other groups.
std::vector<Fit> train_bank(const FitRequest& request, const Holdout& holdout, Listener& listener);

// The same from rows that stream by.
std::vector<Fit> train_bank(Stream& stream, const Targets& targets, const LearnSettings& settings,
                            std::uint64_t threads, std::uint64_t joint, Listener& listener);

}  // namespace perceptron::core
