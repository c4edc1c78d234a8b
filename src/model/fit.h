// Fits models with any learner: runs the training loop, searches for a margin or minimises a loss.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/stream.h"

namespace perceptron::core {

// Whether a learner proceeds by single updates, which a tracer can follow.
bool has_updates(const LearnSettings& settings);

// One Fit per model. The result depends neither on the other models nor on the number of threads;
// joint models come in groups that are independent of each other. Any learner but max-margin,
// which train() handles.
std::vector<Fit> fit(const FitRequest& request, Listener& listener);
std::vector<Fit> fit(const Examples& examples, const Targets& targets,
                     const LearnSettings& settings, std::uint64_t threads, Listener& listener,
                     std::span<const WarmStart> starts = {}, std::uint64_t joint = 0);

// Models with the same settings, trained together from a stream: equal to fit() on the same rows
// in the same order. Only learners that keep nothing per row: perceptron, averaged,
// the passive-aggressive ones, and the losses with the online solver.
std::vector<Fit> fit_stream(Stream& stream, const Targets& targets, const LearnSettings& settings,
                            std::uint64_t threads, std::uint64_t joint, Listener& listener);

}  // namespace perceptron::core
