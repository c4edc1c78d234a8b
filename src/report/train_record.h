// What a training did and found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/scaling.h"
#include "learn/fit.h"
#include "learn/settings.h"
#include "report/certificate_record.h"
#include "report/data_record.h"
#include "report/metrics_record.h"
#include "report/picture_record.h"

namespace perceptron::core {

// What is proved about the margin of one plane.
struct EvidenceRecord {
  double radius = 0;
  std::optional<IntervalRecord> margin;
  std::optional<double> mistake_bound;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("radius", self.radius);
    fields.nullable("margin", self.margin);
    fields.nullable("mistake_bound", self.mistake_bound);
  }
};

// How a loss was minimised.
struct SolverRecord {
  SolvedBy solver = SolvedBy::online;
  double l1 = 0;
  double l2 = 0;
  double passes = 0;
  std::uint64_t zeros = 0;  // weights that are 0

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("solver", self.solver);
    fields.required("l1", self.l1);
    fields.required("l2", self.l2);
    fields.required("passes", self.passes);
    fields.required("zeros", self.zeros);
  }
};

// How close an objective is to its optimum.
struct OptimalityRecord {
  std::optional<double> objective;
  double bound = 0;  // a lower bound for every plane
  std::optional<double> gap;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.nullable("objective", self.objective);
    fields.required("objective_bound", self.bound);
    fields.nullable("gap", self.gap);
  }
};

struct ProofRecord {
  std::optional<EvidenceRecord> evidence;
  std::optional<double> held_out_accuracy;
  std::optional<SolverRecord> solver;
  std::optional<OptimalityRecord> optimality;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.group("radius", self.evidence);
    fields.optional("held_out_accuracy", self.held_out_accuracy);
    fields.group("solver", self.solver);
    fields.group("objective_bound", self.optimality);
  }
};

// What every exact minimiser is proved to have in common: how many weights have which sign, and how
// many rows are no support vectors.
struct AnswersRecord {
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
  std::uint64_t zero = 0;
  std::uint64_t outside = 0;
  std::optional<double> radius;
  std::optional<IntervalRecord> offset;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("positive", self.positive);
    fields.required("negative", self.negative);
    fields.required("zero", self.zero);
    fields.required("outside", self.outside);
    fields.optional("radius", self.radius);
    fields.optional("offset", self.offset);
  }
};

struct ModelRecord {
  std::string positive;
  std::string negative;
  std::optional<std::vector<double>> weights;  // omitted if there are very many
  double offset = 0;
  std::uint64_t mistakes = 0;
  std::uint64_t updates = 0;
  std::vector<std::uint64_t> mistakes_by_epoch;
  // Each of several models has its own; for a single one they are fields of the result.
  std::optional<std::uint64_t> epochs;
  std::optional<bool> converged;
  std::optional<bool> stalled;  // if so: its passes no longer had fewer mistakes
  ProofRecord proof;
  std::optional<AnswersRecord> proved;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("positive", self.positive);
    fields.required("negative", self.negative);
    fields.optional("weights", self.weights);
    fields.required("offset", self.offset);
    fields.required("mistakes", self.mistakes);
    fields.required("updates", self.updates);
    fields.required("mistakes_by_epoch", self.mistakes_by_epoch);
    fields.optional("epochs", self.epochs);
    fields.optional("converged", self.converged);
    fields.optional("stalled", self.stalled);
    fields.inlined(self.proof);
    fields.optional("proved", self.proved);
  }
};

struct TrainSeconds {
  double read = 0;
  double fit = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("read", self.read);
    fields.required("fit", self.fit);
  }
};

// What the scaling auto chose, and the sizes of the columns that made it choose so.
struct ScaleChoiceRecord {
  ScalingKind kind = ScalingKind::none;
  ColumnSizes sizes = ColumnSizes::alike;
  double factor = 1;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("kind", self.kind);
    fields.required("sizes", self.sizes);
    fields.required("factor", self.factor);
  }
};

// What a threshold reaches on the held-out rows that it was chosen on.
struct ThresholdRecord {
  double precision = 0;
  double recall = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("precision", self.precision);
    fields.required("recall", self.recall);
  }
};

struct TrainOutcome {
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::optional<std::uint64_t> nonzeros;  // if they were counted
  std::vector<std::string> classes;
  Learner learner = Learner::perceptron;
  bool offset = true;
  std::uint64_t epochs = 0;
  bool converged = false;
  TrainSeconds seconds;
  std::optional<double> accuracy;
  std::optional<double> training_error;
  std::string data_hash;
  std::uint64_t seed = 0;
  std::optional<ScaleChoiceRecord> scale;
  std::optional<CalibrationKind> calibration;
  std::optional<double> threshold;                  // of two classes, if it is not 0
  std::optional<ThresholdRecord> threshold_choice;  // if a rule chose it
  std::optional<std::uint64_t> support_rows;        // that the model keeps, if it does
  ProofRecord proof;                                // of a single model
  std::optional<Multiclass> multiclass;             // of several
  std::vector<ModelRecord> models;                  // at least one

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("features", self.features);
    fields.nullable("nonzeros", self.nonzeros);
    fields.required("classes", self.classes);
    fields.required("learner", self.learner);
    fields.required("offset", self.offset);
    fields.required("epochs", self.epochs);
    fields.required("converged", self.converged);
    fields.required("seconds", self.seconds);
    fields.nullable("accuracy", self.accuracy);
    fields.nullable("training_error", self.training_error);
    fields.required("data_hash", self.data_hash);
    fields.required("seed", self.seed);
    fields.optional("scale", self.scale);
    fields.optional("calibration", self.calibration);
    fields.optional("support_rows", self.support_rows);
    fields.optional("threshold", self.threshold);
    fields.optional("threshold_choice", self.threshold_choice);
    fields.inlined(self.proof);
    fields.optional("multiclass", self.multiclass);
    fields.required("models", self.models);
  }
  void check(const std::string& where) const;

  // Updates are mistakes unless the learner also updates on correctly classified rows.
  bool updates_are_mistakes() const;
};

// What was proved about the widest margin after this many updates.
struct ClosingRecord {
  std::uint64_t update = 0;
  double plane = 0;
  double lower = 0;
  double upper = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("update", self.update);
    fields.required("plane", self.plane);
    fields.required("lower", self.lower);
    fields.required("upper", self.upper);
  }
};

// The state of a solver after this many passes.
struct ObjectiveRecord {
  std::string model;
  double passes = 0;
  double objective = 0;
  double bound = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("model", self.model);
    fields.required("passes", self.passes);
    fields.required("objective", self.objective);
    fields.required("bound", self.bound);
  }
};

// What is known of a training with its rows in memory; absent for streamed rows.
struct HistoryRecord {
  MetricsRecord answers;  // for the training rows
  std::optional<CertificateRecord> certificate;
  std::optional<OptimumRecord> optimum;
  std::optional<PictureRecord> picture;
  std::optional<std::vector<ClosingRecord>> interval;
  std::optional<std::uint64_t> updates_followed;  // if not all
  std::optional<std::vector<ObjectiveRecord>> objective;
  std::optional<std::vector<StepRecord>> trace;
  std::optional<std::uint64_t> trace_updates;  // in all

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("answers", self.answers);
    fields.nullable("certificate", self.certificate);
    fields.optional("optimum", self.optimum);
    fields.nullable("picture", self.picture);
    fields.optional("interval", self.interval);
    fields.optional("updates_followed", self.updates_followed);
    fields.optional("objective", self.objective);
    fields.optional("trace", self.trace);
    fields.optional("trace_updates", self.trace_updates);
  }
};

struct TrainRecord {
  DataRecord data;
  SettingsRecord settings;
  std::optional<HistoryRecord> history;
  std::vector<WeightsRecord> weights;
  std::optional<std::vector<WrongRecord>> worst;
  std::optional<bool> streamed;
  TrainOutcome result;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("data", self.data);
    fields.required("settings", self.settings);
    fields.group("answers", self.history);
    fields.required("weights", self.weights);
    fields.optional("worst", self.worst);
    fields.optional("streamed", self.streamed);
  }
};

}  // namespace perceptron::core
