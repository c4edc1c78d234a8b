// Results of a grid search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <perceptron/evaluate.h>
#include "report/data_record.h"
#include "report/metrics_record.h"

namespace perceptron::core {

// One point of the grid, cross-validated.
struct GridRecord {
  SettingsRecord values;           // one per axis; null if the learner does not use it
  std::optional<double> accuracy;  // the mean over the folds
  double deviation = 0;
  double lowest = 0;
  double highest = 0;
  std::optional<double> score;  // in the metric that settings are compared by, if another one
  std::optional<double> score_deviation;
  std::optional<NamedValues<double>> metrics;  // of all held-out rows together
  IntervalRecord interval;
  std::uint64_t repeats = 1;
  std::optional<double> training_accuracy;
  std::optional<double> largest_weight;
  bool converged = false;
  std::optional<std::vector<double>> folds;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.values(self.values, "accuracy");
    fields.nullable("accuracy", self.accuracy);
    fields.required("deviation", self.deviation);
    fields.required("lowest", self.lowest);
    fields.required("highest", self.highest);
    fields.optional("score", self.score);
    fields.optional("score_deviation", self.score_deviation);
    fields.optional("metrics", self.metrics);
    fields.required("interval", self.interval);
    fields.required("repeats", self.repeats);
    fields.nullable("training_accuracy", self.training_accuracy);
    fields.nullable("largest_weight", self.largest_weight);
    fields.required("converged", self.converged);
    fields.optional("folds", self.folds);
  }
};

// Nested cross-validation: the choice is repeated for each outer fold.
struct OuterFoldRecord {
  double accuracy = 0;
  std::uint64_t rows = 0;
  SettingsRecord chosen;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("accuracy", self.accuracy);
    fields.required("rows", self.rows);
    fields.required("chosen", self.chosen);
  }
};
struct OuterRecord {
  std::optional<double> accuracy;
  double deviation = 0;
  IntervalRecord interval;
  std::vector<OuterFoldRecord> folds;
  std::uint64_t models_trained = 0;
  double seconds = 0;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.nullable("accuracy", self.accuracy);
    fields.required("deviation", self.deviation);
    fields.required("interval", self.interval);
    fields.required("folds", self.folds);
    fields.required("models_trained", self.models_trained);
    fields.required("seconds", self.seconds);
  }
};

// The model trained on all rows with the chosen settings.
struct FinalRecord {
  double accuracy = 0;
  bool converged = false;
  std::optional<std::string> output;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("accuracy", self.accuracy);
    fields.required("converged", self.converged);
    fields.nullable("output", self.output);
  }
};

struct TuningOutcome {
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::vector<std::string> classes;
  std::string method;
  std::optional<Metric> metric;  // missing in records of earlier versions: the accuracy
  std::optional<BaselineRecord> baseline;
  SettingsRecord best;
  double accuracy = 0;  // of the best
  double deviation = 0;
  std::optional<double> score;  // likewise, in the metric
  SettingsRecord simplest;      // within one standard error of it
  double standard_error = 0;
  SettingsRecord chosen;
  std::vector<GridRecord> grid;
  std::uint64_t models_trained = 0;
  double seconds = 0;
  std::optional<std::uint64_t> test_rows;
  std::optional<OuterRecord> outer;
  SettingsRecord settings;
  FinalRecord final_model;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("rows", self.rows);
    fields.required("features", self.features);
    fields.required("classes", self.classes);
    fields.required("method", self.method);
    fields.optional("metric", self.metric);
    fields.optional("baseline", self.baseline);
    fields.required("best", self.best);
    fields.required("accuracy", self.accuracy);
    fields.required("deviation", self.deviation);
    fields.optional("score", self.score);
    fields.required("simplest", self.simplest);
    fields.required("standard_error", self.standard_error);
    fields.required("chosen", self.chosen);
    fields.required("grid", self.grid);
    fields.required("models_trained", self.models_trained);
    fields.required("seconds", self.seconds);
    fields.optional("test_rows", self.test_rows);
    fields.optional("outer", self.outer);
    fields.required("settings", self.settings);
    fields.required("final", self.final_model);
  }
  // Every point of the grid has the axes of the best one.
  void check(const std::string& where) const;
};

struct TuningRecord {
  DataRecord data;
  TuningOutcome result;

  template <class Self, class Fields>
  static void describe(Self& self, Fields& fields) {
    fields.required("data", self.data);
  }
};

}  // namespace perceptron::core
