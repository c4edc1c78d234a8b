// Losses minimised online from rows that stream by, all models side by side.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/stream.h"

namespace perceptron::core {

std::vector<Fit> minimise_online(Stream& stream, const Targets& targets,
                                 const LearnSettings& settings, std::uint64_t threads,
                                 Listener& listener);

}  // namespace perceptron::core
