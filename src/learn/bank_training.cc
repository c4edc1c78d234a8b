#include "learn/bank_training.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/memory.h"
#include "base/parts.h"
#include "base/threads.h"
#include "learn/slice_training.h"

namespace perceptron::core {
namespace {

struct Slice {
  std::uint64_t first;
  std::uint64_t models;
};

// Slices of whole cache lines of models, as even as possible; joint models stay together. All
// models of a slice resume after the same number of passes.
std::vector<Slice> slice_bank(std::uint64_t models, std::uint64_t threads,
                              std::span<const WarmStart> starts, std::uint64_t joint) {
  const std::uint64_t lines = lines_for(models);
  const std::uint64_t count = std::clamp<std::uint64_t>(threads, 1, lines);
  const std::uint64_t most = joint > 0 ? joint : (lines + count - 1) / count * kModelsOfLine;
  std::vector<Slice> slices;
  for (std::uint64_t m = 0; m < models; ++m) {
    const bool other = m > 0 && !starts.empty() && starts[m].epochs != starts[m - 1].epochs;
    if (m % most == 0 || other) slices.push_back({m, 0});
    ++slices.back().models;
  }
  return slices;
}

// The part of `list` (settings or warm starts, one for all models or one per model) for a slice.
template <class List>
List part_of(const List& list, const Targets& targets, const Slice& slice) {
  return list.size() < targets.models() ? list : list.subspan(slice.first, slice.models);
}

}  // namespace

void refuse_long_rows() {
  throw Error(
      ErrorKind::input,
      "the rows are so long that their squares overflow; bring the features to a common size "
      "with " +
          setting("scale", "maxabs"));
}

std::vector<Fit> train_bank(const FitRequest& request, const Holdout& holdout, Listener& listener) {
  const Examples& examples = request.examples;
  const Targets& targets = request.targets;
  // Steps are kept unless they would take too much memory.
  constexpr std::uint64_t kMostSteps = 1U << 26U;
  const bool keeps_rows = traits_of(request.settings[0]).keeps_rows;
  const bool keep_steps = (keeps_rows || !request.weights_only) && request.joint == 0 &&
                          saturating_product(targets.models(), examples.size()) <= kMostSteps;
  if (keeps_rows && !keep_steps)
    throw Error(ErrorKind::input,
                "there are too many rows and models for a learner that keeps rows; use fewer rows, "
                "or " +
                    setting("learner", name_of(Learner::averaged)));
  const auto slices = slice_bank(targets.models(), request.threads, request.starts, request.joint);
  std::vector<Fit> fits(targets.models());
  Parts parts(listener, slices.size());
  parallel_for(slices.size(), request.threads, [&](std::uint64_t k) {
    const auto [first, models] = slices[k];
    const Targets some = targets.slice(first, models);
    SliceTraining training({examples, some, part_of(request.settings, targets, slices[k]), 1,
                            part_of(request.starts, targets, slices[k]), request.joint,
                            request.weights_only, false, request.tracer},
                           holdout);
    if (keep_steps) training.keep_steps();
    auto trained = training.run(parts[k]);
    parts.finished(k);
    std::move(trained.begin(), trained.end(), fits.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return fits;
}

std::vector<Fit> train_bank(Stream& stream, const Targets& targets, const LearnSettings& settings,
                            std::uint64_t threads, std::uint64_t joint, Listener& listener) {
  const Examples none = no_examples(stream.features());
  const Holdout all(none, 0, settings.seed);
  const auto slices = slice_bank(targets.models(), threads, {}, joint);
  std::vector<std::unique_ptr<SliceTraining>> trainings;
  for (const Slice& slice : slices) {
    const Targets some = targets.slice(slice.first, slice.models);
    trainings.push_back(
        std::make_unique<SliceTraining>(FitRequest{none, some, {&settings, 1}, 1, {}, joint, false},
                                        all, stream.rows_of_classes()));
  }
  const auto has_next_pass = [](const auto& training) { return training->has_next_pass(); };
  Parts parts(listener, slices.size());
  for (std::uint64_t pass = 1; std::any_of(trainings.begin(), trainings.end(), has_next_pass);
       ++pass) {
    RowBatch batch;
    stream.start(pass);
    while (stream.next(batch)) {
      parallel_for(slices.size(), threads, [&](std::uint64_t k) {
        if (!trainings[k]->has_next_pass()) return;
        trainings[k]->use(batch.examples);
        trainings[k]->visit(batch.order, parts[k]);
      });
    }
    for (const auto& training : trainings) {
      if (training->has_next_pass()) training->end_pass();
    }
  }
  std::vector<Fit> fits;
  for (const auto& training : trainings) {
    for (Fit& fit : training->results()) fits.push_back(std::move(fit));
  }
  return fits;
}

}  // namespace perceptron::core
