#include "model/fit.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "learn/bank_training.h"
#include "learn/holdout.h"
#include "learn/margin_search.h"
#include "solve/learners.h"
#include "solve/minimise.h"
#include "solve/online/online_stream.h"

namespace perceptron {

bool has_updates(const LearnSettings& settings) {
  if (settings.learner == "margin") return true;
  return find_learner(settings.learner).keep != nullptr && settings.l1 == 0 && l2_of(settings) == 0;
}

std::vector<Fit> fit(const FitRequest& request, Listener& listener) {
  const Examples& all_examples = request.examples;
  const Targets& targets = request.targets;
  const LearnSettings& settings = request.settings[0];
  const std::uint64_t threads = request.tracer != nullptr ? 1 : request.threads;
  const Learner& learner = find_learner(settings.learner);
  const auto& initial = settings.initial_weights;
  if (!initial.empty() && initial.size() != all_examples.features()) {
    throw Error(ErrorKind::usage, fmt::format("--initial-weights has {}, the data has {}",
                                              plural(initial.size(), "number"),
                                              plural(all_examples.features(), "feature")));
  }
  const Holdout holdout(all_examples, settings.early_stop, settings.seed);
  Examples examples = all_examples;
  if (!holdout.empty()) examples.weights = holdout.weights();
  if (settings.learner == "margin")
    return search_margins(examples, targets, settings, threads, request.tracer, listener);
  const bool penalised = settings.l1 > 0 || l2_of(settings) > 0;
  if (penalised && !learner.loss && settings.learner != "perceptron" &&
      settings.learner != "averaged")
    throw Error(ErrorKind::usage, settings.learner + " takes no --l1 or --l2");
  FitRequest part{examples,       targets,       request.settings,     threads,
                  request.starts, request.joint, request.weights_only, request.history,
                  request.tracer};
  if (learner.loss || penalised) return minimise(part, holdout, listener);
  if (learner.keep == nullptr)
    throw Error(ErrorKind::usage,
                settings.learner + " is not a loop over the rows; see find_optimum()");
  return train_bank(part, {learner.rule, learner.keep}, holdout, listener);
}

void require_streamable(const LearnSettings& settings) {
  const Learner& learner = find_learner(settings.learner);
  if (settings.early_stop > 0)
    throw Error(ErrorKind::usage, "--early-stop holds rows out; leave it out, or --memory");
  if (learner.loss) {
    if (settings.solver == "auto" || settings.solver == "online") return;
    throw Error(ErrorKind::usage,
                fmt::format("--solver {} looks at all rows at once; rows that stream "
                            "by take --solver online",
                            settings.solver));
  }
  if (learner.keep == nullptr || learner.keep == keep_pocket)
    throw Error(ErrorKind::usage,
                fmt::format("the learner {} looks at all rows again and again, so they cannot "
                            "stream by; choose averaged, or leave out --memory",
                            settings.learner));
}

std::vector<Fit> fit_stream(Stream& stream, const Targets& targets, const LearnSettings& settings,
                            std::uint64_t all_threads, std::uint64_t joint, Listener& listener) {
  const std::uint64_t threads = stream.spare_threads(all_threads);
  require_streamable(settings);
  const Learner& learner = find_learner(settings.learner);
  if (learner.loss || settings.l1 > 0 || l2_of(settings) > 0)
    return minimise_online(stream, targets, settings, threads, listener);
  return train_bank(stream, targets, settings, {learner.rule, learner.keep}, threads, joint,
                    listener);
}

std::vector<Fit> fit(const Examples& examples, const Targets& targets,
                     const LearnSettings& settings, std::uint64_t threads, Listener& listener,
                     std::span<const Start> starts, std::uint64_t joint) {
  return fit({examples, targets, {&settings, 1}, threads, starts, joint}, listener);
}

}  // namespace perceptron
