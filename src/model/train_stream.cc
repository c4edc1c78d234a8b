// Training from rows that stream by.

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "learn/learners.h"
#include "model/checks.h"
#include "model/scorer.h"
#include "model/train.h"
#include "model/training_parts.h"

namespace perceptron {
namespace {

// One more pass, to see what the model makes of the rows.
void measure_answers(DataStream& stream, std::uint64_t threads, Training& training,
                     Listener& listener) {
  const Bank bank = bank_of(training.model);
  std::uint64_t seen = 0;
  Stretch stretch;
  stream.start(1);
  while (stream.next(stretch)) {
    check_interrupt();
    count_answers(stretch.examples, stretch.order, bank, threads, training);
    seen += stretch.order.size();
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
  model = begin_model(shape, options, stream.fingerprint(), stream.rows());
  model.scaling.kind = options.scale;
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
    require_finite(fit, "bring the rows to a common length with --scale unit");
    model.origin.epochs = std::max(model.origin.epochs, fit.epochs);
    model.origin.updates += fit.updates;
    training.converged = training.converged && fit.converged;
  }
  model.origin.converged = training.converged;
  for (Fit& fit : fits) {
    // The weights of a stream may be many: one copy is enough.
    model.planes.push_back({std::move(fit.weights), fit.offset, std::move(fit.next)});
    training.planes.push_back({std::move(fit), {}, {}});
  }
  training.measured = measure;
  if (measure) measure_answers(stream, options.threads, training, listener);
  return training;
}

}  // namespace perceptron
