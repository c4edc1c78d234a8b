// Losses minimised online from streamed rows, all models in parallel.
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
