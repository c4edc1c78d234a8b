// Results on rows that a learner was not trained on, and of a model on new rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/evaluate.h>
#include "learn/settings.h"
#include "report/curves_record.h"
#include "report/data_record.h"
#include "report/metrics_record.h"

namespace perceptron::core {

struct FoldRecord {
  double accuracy = 0;
  std::optional<double> score;     // in the metric that settings are compared by, if another one
  std::uint64_t rows = 0;          // tested on
  std::uint64_t learned_from = 0;  // trained on
  bool converged = false;
  std::optional<double> training_accuracy;
  std::optional<std::uint64_t> repeat;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("accuracy", self.accuracy);
    fields.optional("score", self.score);
    fields.required("rows", self.rows);
    fields.required("learned_from", self.learned_from);
    fields.required("converged", self.converged);
    fields.optional("training_accuracy", self.training_accuracy);
    fields.optional("repeat", self.repeat);
  }
};

struct ComparisonRecord {
  std::string against;
  double accuracy = 0;
  double deviation = 0;
  std::optional<double> score;
  double difference = 0;  // of the scores
  IntervalRecord interval;
  double t = 0;
  double p = 0;
  bool matters = false;
  std::string sentence;
  std::vector<FoldRecord> folds;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("against", self.against);
    fields.required("accuracy", self.accuracy);
    fields.required("deviation", self.deviation);
    fields.optional("score", self.score);
    fields.required("difference", self.difference);
    fields.required("interval", self.interval);
    fields.required("t", self.t);
    fields.required("p", self.p);
    fields.required("matters", self.matters);
    fields.required("sentence", self.sentence);
    fields.required("folds", self.folds);
  }
};

struct CurvesRecord {
  std::vector<double> mistakes_by_pass;  // the mean over the folds
  std::optional<std::vector<RocRecord>> roc;
  std::optional<std::vector<PrecisionRecallRecord>> precision_recall;
  std::optional<double> average_precision;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("mistakes_by_pass", self.mistakes_by_pass);
    fields.optional("roc", self.roc);
    fields.optional("precision_recall", self.precision_recall);
    fields.optional("average_precision", self.average_precision);
  }
};

// The accuracy reached with some of the training rows.
struct LearningRecord {
  double rows = 0;  // a mean over the folds
  double accuracy = 0;
  double deviation = 0;
  double training_accuracy = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("accuracy", self.accuracy);
    fields.required("deviation", self.deviation);
    fields.required("training_accuracy", self.training_accuracy);
  }
};

struct AccuracyInterval {
  IntervalRecord range;
  double confidence = 0.95;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.inlined(self.range);
    fields.required("confidence", self.confidence);
  }
};

// A row whose score changes much when it is left out.
struct InfluentialRow {
  std::uint64_t row = 0;  // from 1
  std::string truth;
  double change = 0;  // at most

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("row", self.row);
    fields.required("true", self.truth);
    fields.required("change_at_most", self.change);
  }
};

// How the rows of a certified leave-one-out were decided.
struct CertifiedRecord {
  std::uint64_t by_proof = 0;
  std::uint64_t retrained = 0;
  std::uint64_t undecided = 0;  // of those retrained
  std::vector<InfluentialRow> influential;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("by_proof", self.by_proof);
    fields.required("retrained", self.retrained);
    fields.required("undecided", self.undecided);
    fields.required("influential", self.influential);
  }
};

struct ValidationOutcome {
  std::uint64_t rows = 0;  // of the data
  double accuracy = 0;     // the mean over the folds
  MetricsRecord metrics;   // of all test rows together
  std::uint64_t features = 0;
  Learner learner = Learner::perceptron;
  std::string method;
  std::uint64_t repeats = 1;
  double deviation = 0;
  std::optional<Metric> metric;  // missing in records of earlier versions: the accuracy
  std::optional<double> score;   // in this metric, the mean over the folds
  std::optional<double> score_deviation;
  AccuracyInterval interval;
  std::optional<double> training_accuracy;
  bool converged = false;
  std::vector<FoldRecord> folds;
  std::uint64_t models_trained = 0;
  double seconds = 0;
  std::optional<std::vector<ComparisonRecord>> comparisons;
  std::optional<CurvesRecord> curves;
  std::optional<std::vector<LearningRecord>> learning_curve;
  std::optional<CertifiedRecord> certified;
  SettingsRecord settings;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("accuracy", self.accuracy);
    MetricsRecord::describe_classes(self.metrics, fields);
    fields.required("pooled_accuracy", self.metrics.accuracy);
    fields.required("tried", self.metrics.rows);
    fields.required("features", self.features);
    fields.required("learner", self.learner);
    fields.required("method", self.method);
    fields.required("repeats", self.repeats);
    fields.required("deviation", self.deviation);
    fields.optional("metric", self.metric);
    fields.optional("score", self.score);
    fields.optional("score_deviation", self.score_deviation);
    fields.required("interval", self.interval);
    fields.optional("training_accuracy", self.training_accuracy);
    fields.required("converged", self.converged);
    fields.required("folds", self.folds);
    fields.required("models_trained", self.models_trained);
    fields.required("seconds", self.seconds);
    fields.optional("comparisons", self.comparisons);
    fields.optional("curves", self.curves);
    fields.optional("learning_curve", self.learning_curve);
    fields.optional("certified", self.certified);
    fields.required("settings", self.settings);
  }
  void check(const std::string& where) const { metrics.check(where); }
};

struct ValidationRecord {
  DataRecord data;
  ValidationOutcome result;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("data", self.data);
  }
};

struct EvaluationOutcome : MetricsRecord {
  std::optional<CertainRecord> certain;
  std::optional<bool> trained_on;  // whether these are the rows of the model's training, if known
  std::optional<ModelCurvesRecord> curves;
  std::optional<RobustnessRecord> robustness;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    MetricsRecord::describe(self, fields);
    fields.optional("certain", self.certain);
    fields.optional("trained_on", self.trained_on);
    fields.optional("curves", self.curves);
    fields.optional("robustness", self.robustness);
  }
};

// A model evaluated on rows whose class is known.
struct EvaluationRecord {
  std::vector<WeightsRecord> weights;
  std::vector<WrongRecord> worst;
  EvaluationOutcome result;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("weights", self.weights);
    fields.required("worst", self.worst);
  }
};

}  // namespace perceptron::core
