#include <perceptron/train.h>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "api/contents.h"
#include "base/threads.h"
#include "base/version.h"
#include "data/options.h"
#include "learn/learn_options.h"
#include "model/conflicts.h"
#include "model/origin.h"
#include "model/train.h"

namespace perceptron {
namespace {

bool is_changed(const TrainSettings& settings, std::string_view name) {
  const auto changed = core::find_changed(settings.learn, core::kLearnOptions);
  return std::any_of(changed.begin(), changed.end(),
                     [&](const auto& option) { return option.name == name; });
}

std::optional<Interval> objective_of(const core::PlaneTraining& plane) {
  if (!plane.optimality) return std::nullopt;
  return Interval{plane.optimality->lower, plane.optimality->upper};
}

std::optional<Interval> margin_of(const core::PlaneTraining& plane) {
  return plane.evidence ? plane.evidence->margin : std::nullopt;
}

std::optional<ProvedAnswers> answers_of(const core::PlaneTraining& plane) {
  if (!plane.answers) return std::nullopt;
  const core::Answers& own = *plane.answers;
  ProvedAnswers answers{own.positive, own.negative, own.zero, own.outside, {}, {}};
  if (own.region) {
    answers.radius = own.region->radius;
    answers.offset = own.region->offset;
  }
  return answers;
}

std::vector<PlaneResult> results_of(const core::Training& training) {
  const std::vector<std::string>& names = training.model.classes;
  const core::Scheme scheme = training.model.scheme();
  std::vector<PlaneResult> results;
  for (const core::PlaneTraining& plane : training.planes) {
    const auto [positive, negative] = scheme.sides(results.size());
    PlaneResult& result = results.emplace_back();
    result.positive = names[positive];
    if (negative) result.negative = names[*negative];
    result.converged = plane.fit.converged;
    result.stalled = plane.fit.stalled;
    result.passes = plane.fit.epochs;
    result.updates = plane.fit.updates;
    result.mistakes = plane.fit.wrong;
    result.objective = objective_of(plane);
    result.margin = margin_of(plane);
    result.answers = answers_of(plane);
  }
  return results;
}

Training train_from(const Dataset& data, const TrainSettings& settings, const core::Model* start) {
  core::TrainOptions options = api::checked(settings);
  options.reading = core::unusual(data.contents().reading);
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
  api::CallListener listener(settings.progress);
  core::Training own = core::train(rows, options, listener);
  ReadSettings reading = data.contents().reading;
  reading.scale = settings.scale;
  core::record_options(settings.learn, std::move(reading), own.model);

  // The learners that find a margin keep its certificate in the model.
  if (own.certificate.empty()) own.certificate = own.model.origin.certificate;
  const std::uint64_t passes = own.model.origin.epochs;
  const std::uint64_t updates = own.model.origin.updates;
  std::vector<PlaneResult> planes = results_of(own);
  Training training{api::model(std::move(own.model))};
  training.converged = own.converged;
  training.correct = own.correct;
  training.certificate = Certificate(std::move(own.certificate));
  const core::PlaneTraining& plane = own.planes.at(0);
  training.objective = objective_of(plane);
  if (const auto& all = own.joint_optimality) training.objective = Interval{all->lower, all->upper};
  training.margin = margin_of(plane);
  if (plane.evidence) training.mistake_bound = plane.evidence->mistake_bound;
  training.notes = std::move(listener.notes);
  training.passes = passes;
  training.updates = updates;
  for (const PlaneResult& each : planes) training.mistakes += each.mistakes;
  training.planes = std::move(planes);
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
