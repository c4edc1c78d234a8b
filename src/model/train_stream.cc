// Training from streamed rows.

#include <algorithm>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "learn/learners.h"
#include "model/checks.h"
#include "model/conflicts.h"
#include "model/scorer.h"
#include "model/train.h"
#include "model/training_parts.h"

namespace perceptron::core {
namespace {

// One more pass, to count the correct predictions.
void measure_answers(DataStream& stream, std::uint64_t threads, Training& training,
                     Listener& listener) {
  const PlaneScores scorer(training.model);
  std::uint64_t seen = 0;
  RowBatch batch;
  stream.start(1);
  while (stream.next(batch)) {
    check_interrupt();
    count_correct(batch.examples, batch.order, scorer, threads, training);
    seen += batch.order.size();
    listener.progress("measuring", seen, stream.rows());
  }
}

// The layout of the rows, as their first batch has it.
Matrix::Layout layout_of(DataStream& stream) {
  RowBatch batch;
  stream.start(1);
  if (!stream.next(batch)) return Matrix::Layout::sparse;
  return std::visit(
      [](const auto& rows) {
        return requires { rows.ids; }
        ? Matrix::Layout::sparse : Matrix::Layout::dense;
      },
      batch.examples.rows);
}

// Passes before the first, to fit the scaling.
Scaling fit_scaling(ScalingKind kind, DataStream& stream, Listener& listener) {
  const Schema& schema = stream.shape().schema;
  const FeatureScaling kinds(kind, schema);
  // It matters only where the columns do.
  const bool columns = !kinds.is_none() && kind != ScalingKind::unit;
  const auto layout = columns ? layout_of(stream) : Matrix::Layout::sparse;
  ScalingFit fit(kinds, {stream.rows(), stream.features(), layout, has_categories(schema),
                         TermFit(schema, stream.rows())});
  for (int pass = 0; pass < fit.passes(); ++pass) {
    std::uint64_t seen = 0;
    RowBatch batch;
    stream.start(1);
    while (stream.next(batch)) {
      check_interrupt();
      std::visit(
          [&](const auto& rows) {
            for (const std::uint64_t i : batch.order) {
              const auto row = rows[i];
              for (std::uint64_t k = 0; k < row.size; ++k) fit.see(row.feature(k), row.value(k));
            }
          },
          batch.examples.rows);
      seen += batch.order.size();
      listener.progress("measuring", seen, stream.rows());
    }
    fit.end_pass();
  }
  if (leaves_uncentred(kinds, layout)) listener.note(kNotCentred);
  return fit.result();
}

TrainingDemands demands_of(const TrainOptions& options, const Dataset& shape) {
  TrainingDemands demands = demands_of(shape);
  demands.streams = true;
  demands.certificate = options.certify;
  demands.answers = options.certify_answers;
  demands.warm_start = options.start != nullptr;
  demands.trace = options.tracer != nullptr;
  return demands;
}

}  // namespace

Training train_stream(DataStream& stream, const TrainOptions& options, bool measure,
                      Listener& listener) {
  const Dataset& shape = stream.shape();
  LearnSettings settings = options.learn;
  require_features(shape);
  require_classes(shape);
  const Scheme scheme(multiclass_of(settings), shape.classes.size());
  require_agreement(settings, demands_of(options, shape));
  if (traits_of(settings).loss) settings.solver = Solver::online;
  Training training;
  Model& model = training.model;
  model = begin_model(shape, options, stream.fingerprint(), stream.rows());
  model.scaling = fit_scaling(options.scale, stream, listener);
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
    require_finite(fit, "bring the features to a common size with " + setting("scale", "standard"));
    model.origin.epochs = std::max(model.origin.epochs, fit.epochs);
    model.origin.updates += fit.updates;
    training.converged = training.converged && fit.converged;
  }
  model.origin.converged = training.converged;
  for (Fit& fit : fits) {
    // The weights of a stream may be many, so only one copy is kept.
    model.planes.push_back({std::move(fit.weights), fit.offset, std::move(fit.next)});
    training.planes.push_back({std::move(fit), {}, {}, {}});
  }
  training.measured = measure;
  if (measure) measure_answers(stream, options.threads, training, listener);
  return training;
}

std::uint64_t stream_training_bytes(const LearnSettings& learn, const Dataset& shape) {
  const Scheme scheme(multiclass_of(learn), shape.classes.size());
  // The weights, the learner's own state, and copies when the model is saved.
  const LearnerTraits& traits = traits_of(learn);
  const std::uint64_t copies = traits.loss ? 20 : traits.keep == KeptWeights::average ? 12 : 5;
  return saturating_product(copies * sizeof(double),
                            saturating_product(scheme.models(), shape.features() + 1));
}

}  // namespace perceptron::core
