// Training from rows that stream by.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/threads.h"
#include "learn/learners.h"
#include "model/checks.h"
#include "model/scorer.h"
#include "model/train.h"

namespace perceptron {
namespace {

void require_finite(const std::vector<Fit>& fits) {
  for (const Fit& fit : fits) {
    const auto finite = [](double w) { return std::isfinite(w); };
    if (finite(fit.offset) && std::all_of(fit.weights.begin(), fit.weights.end(), finite)) continue;
    throw Error(Exit::input,
                "the weights grew beyond the range of numbers; bring the rows to a common length "
                "with --scale unit");
  }
}

// Counts right answers, and those that are wrong or ties.
void count_answers(DataStream& stream, std::uint64_t threads, Training& training,
                   Listener& listener) {
  const Scheme scheme = training.model.scheme();
  const std::uint64_t models = scheme.models();
  const std::uint64_t part = std::clamp<std::uint64_t>((1U << 18U) / models, 1, 4096);
  const Bank bank = bank_of(training.model);
  std::uint64_t seen = 0;
  Stretch stretch;
  stream.start(1);
  while (stream.next(stretch)) {
    check_interrupt();
    const auto& order = stretch.order;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counts((order.size() + part - 1) / part);
    parallel_for(counts.size(), threads, [&](std::uint64_t k) {
      const auto some = order.subspan(k * part, std::min(part, order.size() - k * part));
      std::vector<double> scores(some.size() * models);
      score(stretch.examples.rows, some, bank, scores);
      for (std::uint64_t i = 0; i < some.size(); ++i) {
        const std::span<const double> s(scores.data() + i * models, models);
        const bool right = scheme.decide(s) == stretch.examples.labels[some[i]];
        counts[k].first += right ? 1U : 0U;
        counts[k].second += right && !scheme.is_tie(s) ? 0U : 1U;
      }
    });
    for (const auto& [correct, wrong] : counts) {
      training.correct += correct;
      training.wrong += wrong;
    }
    seen += order.size();
    listener.progress("measuring", seen, stream.rows());
  }
}

}  // namespace

void require_streamable(const TrainOptions& options) {
  const auto refuse = [](const std::string& what) {
    throw Error(Exit::usage, what + " needs all rows at once; leave it out, or --memory");
  };
  if (options.learn.calibrate != "none") refuse("--calibrate");
  if (options.certify) refuse("--certificate");
  if (options.start != nullptr) refuse("--start");
  require_streamable(options.learn);
  if (options.scale != "none" && options.scale != "unit") refuse("--scale " + options.scale);
}

Training train_stream(DataStream& stream, const TrainOptions& options, bool measure,
                      Listener& listener) {
  require_streamable(options);
  const Dataset& shape = stream.shape();
  LearnSettings settings = options.learn;
  if (find_learner(settings.learner).loss) settings.solver = "online";
  require_features(shape);
  require_classes(shape);
  const Scheme scheme(settings.multiclass, shape.classes.size());
  require_agreement(settings, shape);
  Training training;
  Model& model = training.model;
  model.classes = shape.classes.names();
  model.multiclass = settings.multiclass;
  model.schema = shape.schema;
  model.scaling.kind = options.scale;
  model.has_offset = settings.offset;
  model.single_precision = options.single_precision;
  model.origin.program = options.program;
  model.origin.data = shape.name;
  model.origin.data_hash = stream.fingerprint();
  model.origin.rows = stream.rows();
  model.origin.learner = settings.learner;
  stream.scale(model.scaling);
  const std::vector<double> totals(stream.rows_of_classes().begin(),
                                   stream.rows_of_classes().end());
  training.class_weights = class_weights(shape.classes, totals, settings.class_weight);
  auto fits = fit_stream(stream, scheme.targets(training.class_weights), settings, options.threads,
                         scheme.joint(), listener);
  training.converged = true;
  for (Fit& fit : fits) {
    if (options.single_precision) {
      for (double& w : fit.weights) w = static_cast<float>(w);
    }
    model.origin.epochs = std::max(model.origin.epochs, fit.epochs);
    model.origin.updates += fit.updates;
    training.converged = training.converged && fit.converged;
  }
  require_finite(fits);
  model.origin.converged = training.converged;
  for (Fit& fit : fits) {
    // The weights of a stream may be many: one copy is enough.
    model.planes.push_back({std::move(fit.weights), fit.offset, std::move(fit.next)});
    training.planes.push_back({std::move(fit), {}, {}});
  }
  training.measured = measure;
  if (measure) count_answers(stream, options.threads, training, listener);
  return training;
}

}  // namespace perceptron
