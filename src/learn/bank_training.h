// Trains a bank with an update rule: passes over the data until one has no update or a limit is
// reached.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/holdout.h"
#include "learn/stream.h"

namespace perceptron::core {

// Throws: the rows are so long that their squared norms overflow.
[[noreturn]] void refuse_long_rows();

// A Fit for each model. The result depends neither on the other models nor on the number of
// threads; joint models come in groups that are independent of each other.
std::vector<Fit> train_bank(const FitRequest& request, const Holdout& holdout, Listener& listener);

// The same for rows that are streamed.
std::vector<Fit> train_bank(Stream& stream, const Targets& targets, const LearnSettings& settings,
                            std::uint64_t threads, std::uint64_t joint, Listener& listener);

}  // namespace perceptron::core
