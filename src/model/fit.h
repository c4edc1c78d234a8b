// Fits models with any learner: runs the loop, searches for a margin or minimises a loss.
#pragma once

#include <cstdint>
#include <vector>

#include "base/listener.h"
#include "learn/fit.h"
#include "learn/stream.h"

namespace perceptron::core {

// Whether a learner goes update by update, so that a tracer can follow.
bool has_updates(const LearnSettings& settings);

// A Fit each. What a model becomes does not depend on the models beside it, nor
// on the threads; joint ones come in groups that do not depend on other groups.
// Any learner but max-margin, which needs more than the loop.
std::vector<Fit> fit(const FitRequest& request, Listener& listener);
std::vector<Fit> fit(const Examples& examples, const Targets& targets,
                     const LearnSettings& settings, std::uint64_t threads, Listener& listener,
                     std::span<const WarmStart> starts = {}, std::uint64_t joint = 0);

// Models of one setting, trained together from a stream: what fit() makes of the same
// rows in the same order. The learners are those of a single loop, without a memory of
// rows: perceptron, averaged, passive-aggressive, and the losses online.
std::vector<Fit> fit_stream(Stream& stream, const Targets& targets, const LearnSettings& settings,
                            std::uint64_t threads, std::uint64_t joint, Listener& listener);

}  // namespace perceptron::core
