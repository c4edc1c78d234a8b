#include <perceptron/train.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "api/contents.h"
#include "base/threads.h"
#include "base/version.h"
#include "model/conflicts.h"
#include "model/train.h"

namespace perceptron {
namespace {

bool is_changed(const TrainSettings& settings, std::string_view name) {
  const auto changed = core::find_changed(settings.learn, core::kLearnOptions);
  return std::any_of(changed.begin(), changed.end(),
                     [&](const auto& option) { return option.name == name; });
}

Training train_from(const Dataset& data, const TrainSettings& settings, const core::Model* start) {
  core::TrainOptions options = api::checked(settings);
  options.reading = data.contents().reading;
  options.start = start;
  if (start != nullptr) {
    core::require_agreement(settings.learn, *start, [&](std::string_view name) {
      // The scaling of the model itself may be given again.
      return name == "scale"
                 ? settings.scale != ScalingKind::none && settings.scale != start->scaling.kind
                 : is_changed(settings, name);
    });
    options.learn.offset = start->has_offset;
  }
  core::Dataset rows = api::rows_of(data);  // training scales its rows in place
  api::NoteTaker listener;
  core::Training own = core::train(rows, options, listener);

  // The learners that find a margin keep its certificate in the model.
  if (own.certificate.empty()) own.certificate = own.model.origin.certificate;
  Training training{api::model(std::move(own.model))};
  training.converged = own.converged;
  training.correct = own.correct;
  training.certificate = Certificate(std::move(own.certificate));
  const core::PlaneTraining& plane = own.planes.at(0);
  if (plane.optimality)
    training.objective = Interval{plane.optimality->lower, plane.optimality->upper};
  if (plane.evidence) {
    training.margin = plane.evidence->margin;
    training.mistake_bound = plane.evidence->mistake_bound;
  }
  training.notes = std::move(listener.notes);
  return training;
}

}  // namespace

void api::require_threads(std::uint64_t threads) {
  if (threads == 0 || threads > core::kMostThreads)
    throw core::Error(ErrorKind::usage, fmt::format("threads: expected 1 to {}, found {}",
                                                    core::kMostThreads, threads));
}

core::TrainOptions api::checked(const TrainSettings& settings) {
  for (const auto& option : core::find_changed(settings.learn, core::kLearnOptions)) {
    if (const auto conflict = core::find_unused(option.name, settings.learn))
      throw core::Error(ErrorKind::usage, conflict->message());
  }
  core::require_named(settings.scale, "scale");
  api::require_threads(settings.threads);
  core::TrainOptions options{settings};
  options.program = core::program_name();
  return options;
}

Training train(const Dataset& data, const TrainSettings& settings) {
  return api::call([&] { return train_from(data, settings, nullptr); });
}

Training train(const Dataset& data, const TrainSettings& settings, const Model& start) {
  return api::call([&] { return train_from(data, settings, &start.contents().model); });
}

}  // namespace perceptron
