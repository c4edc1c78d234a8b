#include "model/fit.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "learn/bank_training.h"
#include "learn/holdout.h"
#include "learn/learners.h"
#include "learn/margin_search.h"
#include "solve/joint/joint_minimise.h"
#include "solve/minimise.h"
#include "solve/online/online_stream.h"

namespace perceptron::core {

bool has_updates(const LearnSettings& settings) {
  const LearnerTraits& learner = traits_of(settings);
  return learner.follows_updates && (learner.loss || !is_penalised(settings));
}

std::vector<Fit> fit(const FitRequest& request, Listener& listener) {
  const Examples& all_examples = request.examples;
  const Targets& targets = request.targets;
  const LearnSettings& settings = request.settings[0];
  const std::uint64_t threads = request.tracer != nullptr ? 1 : request.threads;
  const auto& initial = settings.initial_weights;
  if (!initial.empty() && initial.size() != all_examples.features()) {
    throw Error(
        ErrorKind::usage,
        fmt::format("{} has {}, the data has {}", setting("initial-weights"),
                    plural(initial.size(), "number"), plural(all_examples.features(), "feature")));
  }
  const Holdout holdout(all_examples, settings.early_stop, settings.seed);
  Examples examples = all_examples;
  if (!holdout.empty()) examples.weights = holdout.weights();
  if (traits_of(settings).search == SearchKind::margin_perceptron)
    return search_margins(examples, targets, settings, threads, request.tracer, listener);
  FitRequest part{examples,       targets,       request.settings,     threads,
                  request.starts, request.joint, request.weights_only, request.history,
                  request.tracer};
  if (!minimises_loss(settings)) return train_bank(part, holdout, listener);
  return request.joint > 0 ? minimise_jointly(part, holdout, listener)
                           : minimise(part, holdout, listener);
}

std::vector<Fit> fit_stream(Stream& stream, const Targets& targets, const LearnSettings& settings,
                            std::uint64_t all_threads, std::uint64_t joint, Listener& listener) {
  const std::uint64_t threads = stream.spare_threads(all_threads);
  return minimises_loss(settings) ? minimise_online(stream, targets, settings, threads, listener)
                                  : train_bank(stream, targets, settings, threads, joint, listener);
}

std::vector<Fit> fit(const Examples& examples, const Targets& targets,
                     const LearnSettings& settings, std::uint64_t threads, Listener& listener,
                     std::span<const WarmStart> starts, std::uint64_t joint) {
  return fit({examples, targets, {&settings, 1}, threads, starts, joint}, listener);
}

}  // namespace perceptron::core
